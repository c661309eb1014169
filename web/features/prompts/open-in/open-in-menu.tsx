import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ExternalLink from 'lucide-react/icons/external-link';
import PencilLine from 'lucide-react/icons/pencil-line';
import { type MouseEvent, useRef } from 'react';
import { getAccount } from '#contract/account-settings.ts';
import { endpointQuery } from '#web/api/query.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Menu, type MenuItemProps } from '#web/ui/overlays/menu.tsx';
import type { PromptReader } from '../reader/use-prompt-reader.ts';
import {
  ASSISTANTS,
  type Assistant,
  lastAssistant,
  ownAssistant,
  promptUrl,
  rememberAssistant,
} from './assistants.ts';
import styles from './open-in-menu.module.css';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const accountQuery = () => endpointQuery(getAccount, {});

/** The filled text in an assistant, in a new tab; what was last chosen in this browser stands first. */
export function OpenInMenu({ reader }: { reader: PromptReader }) {
  const root = useRef<HTMLDivElement>(null);
  const queryClient = useQueryClient();
  // Before the menu is there, so that no entry moves under the pointer.
  const prepare = () => void queryClient.prefetchQuery(accountQuery());
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: looks ahead, and does nothing by itself
    <div ref={root} onPointerEnter={prepare} onFocus={prepare}>
      <Menu
        label="Open in…"
        triggerClass={buttonClass({ variant: 'line' }, styles.button)}
        button={
          <>
            <ExternalLink aria-hidden />
            <span className={styles.word}>Open in…</span>
          </>
        }
      >
        {(item) => (
          <MenuEntries
            reader={reader}
            item={item}
            returnFocus={() => root.current?.querySelector('button')?.focus()}
          />
        )}
      </Menu>
    </div>
  );
}

interface MenuEntriesProps {
  reader: PromptReader;
  item: MenuItemProps;
  /** The entry that has the focus goes away with the menu. */
  returnFocus: () => void;
}

function MenuEntries({ reader, item, returnFocus }: MenuEntriesProps) {
  const { data: account } = useQuery(accountQuery());
  const own = account?.openInUrl;
  const text = reader.filledText();
  const all = [...ASSISTANTS, ...(own ? [ownAssistant(own)] : [])];
  const last = lastAssistant();
  const sorted = all.toSorted((a, b) => Number(b.id === last) - Number(a.id === last));

  function choose(event: MouseEvent, assistant: Assistant, isWithText: boolean) {
    returnFocus();
    item.onClick();
    if (reader.missing.length > 0) {
      event.preventDefault();
      return reader.ask();
    }
    rememberAssistant(assistant);
    // The browser follows the link itself: no pop-up blocker is in its way.
    if (isWithText) return reader.countOpening(assistant.name);
    event.preventDefault();
    reader.copyFor(assistant.name, assistant.home);
  }

  return (
    <>
      {sorted.map((assistant) => {
        const address = promptUrl(assistant, text);
        return (
          <a
            key={assistant.id}
            href={address ?? assistant.home}
            target="_blank"
            rel="noopener noreferrer"
            {...item}
            onClick={(event) => choose(event, assistant, address !== null)}
            // The middle button opens links too.
            onAuxClick={(event) => {
              if (event.button === 1) choose(event, assistant, address !== null);
            }}
          >
            <ExternalLink {...ICON} />
            <span>
              {assistant.name}
              <span className="visually-hidden"> (new tab)</span>
              {address === null ? (
                <span className={styles.how}>
                  {assistant.template === null
                    ? 'Copies the prompt for you to paste'
                    : 'Too long for a link: copies it for you to paste'}
                </span>
              ) : null}
            </span>
          </a>
        );
      })}
      {account && !own ? (
        <Link to="/account" hash="open-in" {...item}>
          <PencilLine {...ICON} />
          Add your own address…
        </Link>
      ) : null}
    </>
  );
}
