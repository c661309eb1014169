import { BRAND } from '#contract/brand.ts';
import type { TicketMessage } from '#contract/support.ts';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import styles from './message-list.module.css';

interface MessageListProps {
  messages: readonly TicketMessage[];
  /** How the one who asked is called. */
  askerName: string;
}

/** Both sides of a conversation, oldest first; as text, whatever is in it. */
export function MessageList({ messages, askerName }: MessageListProps) {
  return (
    <ol className={styles.list} aria-label="Messages">
      {messages.map(({ id, isFromStaff, text, createdAt }) => (
        <li key={id} className={isFromStaff ? styles.ours : styles.message}>
          <p className={styles.head}>
            <strong>{isFromStaff ? BRAND.creator : askerName}</strong>
            <RelativeDate date={createdAt} />
          </p>
          <p className={styles.text}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
