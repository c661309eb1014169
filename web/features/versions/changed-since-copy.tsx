import { Link } from '@tanstack/react-router';
import type { Copy } from '#contract/prompts.ts';
import { Day } from '#web/ui/text/day.tsx';
import styles from './changed-since-copy.module.css';

/** On a card of a member's own list: it is not any more what they copied, and where to see how. */
export function ChangedSinceCopy({ promptId, copy }: { promptId: string; copy: Copy }) {
  return (
    <Link
      to="/prompt/$id/history"
      params={{ id: promptId }}
      search={{ from: copy.version }}
      className={styles.changed}
    >
      Changed since you copied it on <Day day={copy.day} />
    </Link>
  );
}
