import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import Ellipsis from 'lucide-react/icons/ellipsis';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Lock from 'lucide-react/icons/lock';
import { type Ref, useLayoutEffect, useRef } from 'react';
import type { CollectionItem, CollectionWithItems } from '#contract/collections.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { onPlainClick } from '#web/ui/behavior/plain-click.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { Menu, type MenuItemProps } from '#web/ui/overlays/menu.tsx';
import styles from './collection-items.module.css';
import { useDrag } from './use-drag.ts';
import type { useItemOrder } from './use-item-order.ts';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface CollectionItemsProps {
  collection: CollectionWithItems;
  order: ReturnType<typeof useItemOrder>;
  ref?: Ref<HTMLDivElement>;
  onOpen: (prompt: { id: string }) => void;
  onNote: (item: CollectionItem) => void;
}

/** The prompts of a collection in their order, which a handle, buttons and a menu change where I may change it. */
export function CollectionItems({ collection, order, ref, onOpen, onNote }: CollectionItemsProps) {
  const { items, access } = collection;
  const isFixed = access === 'read';
  const ids = items.map(({ prompt }) => prompt.id);
  const drag = useDrag(ids, order.move);
  const pressed = useKeptFocus(ids);
  return (
    <div ref={ref}>
      <ol className={styles.list} aria-label="Prompts in this collection">
        {items.map((item, position) => {
          const { id } = item.prompt;
          const { drop } = drag;
          return (
            <li
              key={id}
              className={classNames(
                styles.row,
                isFixed && styles.fixed,
                drag.dragged === id && styles.dragged,
                drop?.id === id && (drop.isAfter ? styles.dropAfter : styles.dropBefore),
              )}
              data-prompt-scope={id}
              {...(item.prompt.isLocked ? { 'data-prompt-locked': true } : {})}
              {...drag.row(id)}
            >
              {isFixed ? null : (
                <span className={styles.handle} title="Drag to move" {...drag.handle(id)}>
                  <GripVertical {...ICON} />
                </span>
              )}
              <span className={styles.number}>{position + 1}</span>
              <Title item={item} onOpen={onOpen} />
              <TierBadge tier={item.prompt.tier} />
              {isFixed ? null : (
                <MoveButtons
                  item={item}
                  position={position}
                  count={items.length}
                  order={order}
                  onPressed={pressed}
                  onNote={onNote}
                />
              )}
            </li>
          );
        })}
      </ol>
      <p className="visually-hidden" role="status">
        {order.announcement}
      </p>
    </div>
  );
}

function Title({
  item: { prompt, note },
  onOpen,
}: { item: CollectionItem } & Pick<CollectionItemsProps, 'onOpen'>) {
  return (
    <div className={styles.main}>
      <a
        href={paths.prompt(prompt.id)}
        className={styles.title}
        data-item
        onClick={onPlainClick(() => onOpen(prompt))}
      >
        {prompt.title}
      </a>
      {prompt.isLocked ? (
        <span className={styles.lock}>
          <Lock {...ICON} size={14} />
          <span className="visually-hidden">Locked</span>
        </span>
      ) : null}
      {note ? (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      ) : (
        <p className={styles.summary}>{prompt.summary}</p>
      )}
    </div>
  );
}

interface MoveButtonsProps extends Pick<CollectionItemsProps, 'order' | 'onNote'> {
  item: CollectionItem;
  position: number;
  count: number;
  onPressed: (button: HTMLElement) => void;
}

/** Not disabled at the ends: a disabled button would lose the focus that moved the prompt there. */
function MoveButtons({ item, position, count, order, onPressed, onNote }: MoveButtonsProps) {
  const { id, title } = item.prompt;
  const step = (name: 'up' | 'down', to: number) => (
    <Button
      variant="ghost"
      size="small"
      isIcon
      aria-label={`Move ${name}: ${title}`}
      aria-disabled={to < 0 || to >= count}
      onClick={(event) => {
        if (to < 0 || to >= count) return;
        onPressed(event.currentTarget);
        order.move(id, to);
      }}
    >
      {name === 'up' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
    </Button>
  );
  return (
    <div className={styles.tools}>
      {step('up', position - 1)}
      {step('down', position + 1)}
      <Menu
        label={`More for ${title}`}
        button={<Ellipsis {...ICON} />}
        triggerClass={buttonClass({ variant: 'ghost', size: 'small', isIcon: true })}
      >
        {(menu) => (
          <>
            <Entry menu={menu} name={item.note ? 'Edit note' : 'Add note'} onChoose={() => onNote(item)} />
            <Entry menu={menu} name="Move to top" onChoose={() => order.move(id, 0)} />
            <Entry menu={menu} name="Move to bottom" onChoose={() => order.moveToEnd(id)} />
            <Entry menu={menu} name="Remove" onChoose={() => order.remove(id)} />
          </>
        )}
      </Menu>
    </div>
  );
}

function Entry({ menu, name, onChoose }: { menu: MenuItemProps; name: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      {...menu}
      onClick={(event) => {
        // The entry goes with its menu: the focus is the menu's button's again.
        event.currentTarget.closest('li')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
        menu.onClick();
        onChoose();
      }}
    >
      {name}
    </button>
  );
}

/** A row that is moved in the document loses the focus inside it: it is given back. */
function useKeptFocus(ids: readonly string[]): (button: HTMLElement) => void {
  const pressed = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each new order
  useLayoutEffect(() => {
    pressed.current?.focus();
    pressed.current = null;
  }, [ids.join()]);
  return (button) => {
    pressed.current = button;
  };
}
