import { Link } from '@tanstack/react-router';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { DateAndTime } from '#web/ui/text/date-and-time.tsx';
import { LinkedText } from '#web/ui/text/linked-text.tsx';
import type { HistoryEntry } from './order-history.ts';
import styles from './order-history-list.module.css';

/** Both sides of an order, oldest first. */
export function OrderHistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <ol className={styles.list} aria-labelledby="history-title">
      {entries.map(({ key, at, isOurs, title, text, ticketId }) => (
        <li key={key} className={classNames(styles.entry, isOurs && styles.ours)}>
          <p className={styles.head}>
            <strong dir="auto">{title}</strong>
            {at === null ? null : (
              <span className={styles.date}>
                <DateAndTime date={at} />
              </span>
            )}
          </p>
          {text === null ? null : (
            <p className={styles.text} dir="auto">
              <LinkedText text={text} />
            </p>
          )}
          {ticketId === null ? null : (
            <p className={styles.conversation}>
              <Link to="/contact/$id" params={{ id: ticketId }}>
                {isOurs ? 'Reply' : 'Open the conversation'}
              </Link>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
