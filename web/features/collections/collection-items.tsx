import Ellipsis from 'lucide-react/icons/ellipsis';
import GripVertical from 'lucide-react/icons/grip-vertical';
import Lock from 'lucide-react/icons/lock';
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
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
  /** The button that copies a prompt that its reader may read. */
  renderCopy: (prompt: CollectionItem['prompt']) => ReactNode;
  onNote: (item: CollectionItem) => void;
}

/** The prompts of a collection in their order, which a handle and a menu change where I may change it. */
export function CollectionItems(props: CollectionItemsProps) {
  const { collection, order, ref, onOpen, renderCopy, onNote } = props;
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
              <div className={styles.end}>
                <TierBadge tier={item.prompt.tier} />
                <div className={styles.action}>
                  {item.prompt.isLocked ? (
                    <Upgrade prompt={item.prompt} onOpen={onOpen} />
                  ) : (
                    renderCopy(item.prompt)
                  )}
                </div>
                {isFixed ? null : (
                  <RowMenu
                    item={item}
                    position={position}
                    count={items.length}
                    order={order}
                    onMove={pressed}
                    onNote={onNote}
                  />
                )}
              </div>
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
      <h2 className={styles.title}>
        <a
          href={paths.prompt(prompt.id)}
          className={styles.link}
          data-item
          onClick={onPlainClick(() => onOpen(prompt))}
        >
          {prompt.title}
        </a>
      </h2>
      {note ? (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      ) : null}
      <p className={styles.summary}>{prompt.summary}</p>
    </div>
  );
}

/** As on a locked card: opening the prompt says which plan has it. */
function Upgrade({
  prompt,
  onOpen,
}: { prompt: CollectionItem['prompt'] } & Pick<CollectionItemsProps, 'onOpen'>) {
  return (
    <Button
      variant="ghost"
      size="small"
      aria-label={`Upgrade to read “${prompt.title}”`}
      onClick={() => onOpen(prompt)}
    >
      <Lock aria-hidden />
      Upgrade to read
    </Button>
  );
}

interface RowMenuProps extends Pick<CollectionItemsProps, 'order' | 'onNote'> {
  item: CollectionItem;
  position: number;
  count: number;
  /** @param button that has the focus, and is about to move */
  onMove: (button: HTMLElement | null) => void;
}

function RowMenu({ item, position, count, order, onMove, onNote }: RowMenuProps) {
  const { id, title } = item.prompt;
  const move = (by: -1 | 1) => order.move(id, position + by);
  return (
    <Menu
      label={`More for ${title}`}
      button={<Ellipsis {...ICON} />}
      triggerClass={buttonClass({ variant: 'ghost', size: 'small', isIcon: true })}
    >
      {(menu) => {
        const entry = (name: string, onChoose: (button: HTMLElement | null) => void) => (
          <Entry menu={menu} name={name} onChoose={onChoose} />
        );
        const moving = (name: string, change: () => void) =>
          entry(name, (button) => {
            onMove(button);
            change();
          });
        return (
          <>
            {entry(item.note ? 'Edit note' : 'Add note', () => onNote(item))}
            {position > 0 ? moving('Move up', () => move(-1)) : null}
            {position < count - 1 ? moving('Move down', () => move(1)) : null}
            {position > 0 ? moving('Move to top', () => order.move(id, 0)) : null}
            {/* More may follow than are loaded. */}
            {moving('Move to bottom', () => order.moveToEnd(id))}
            {entry('Remove', () => order.remove(id))}
          </>
        );
      }}
    </Menu>
  );
}

interface EntryProps {
  menu: MenuItemProps;
  name: string;
  /** @param button of the menu, which has the focus now */
  onChoose: (button: HTMLElement | null) => void;
}

function Entry({ menu, name, onChoose }: EntryProps) {
  return (
    <button
      type="button"
      {...menu}
      onClick={(event) => {
        // The entry goes with its menu: the focus is the menu's button's again.
        const row = event.currentTarget.closest('li');
        const button = row?.querySelector<HTMLElement>('[aria-haspopup="menu"]') ?? null;
        button?.focus();
        menu.onClick();
        onChoose(button);
      }}
    >
      {name}
    </button>
  );
}

/** A row that is moved in the document loses the focus inside it: it is given back. */
function useKeptFocus(ids: readonly string[]): (button: HTMLElement | null) => void {
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
