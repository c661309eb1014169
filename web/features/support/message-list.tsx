import { BRAND } from '#contract/brand.ts';
import type { TicketMessage } from '#contract/support.ts';
import { DateAndTime } from '#web/ui/text/date-and-time.tsx';
import { LinkedText } from '#web/ui/text/linked-text.tsx';
import styles from './message-list.module.css';

interface MessageListProps {
  messages: readonly TicketMessage[];
  /** How the one who asked is called. */
  askerName: string;
}

/** Both sides of a conversation, oldest first. */
export function MessageList({ messages, askerName }: MessageListProps) {
  return (
    <ol className={styles.list} aria-label="Messages">
      {messages.map(({ id, isFromStaff, text, createdAt }) => (
        <li key={id} className={isFromStaff ? styles.ours : styles.message}>
          <p className={styles.head}>
            <strong>{isFromStaff ? BRAND.creator : askerName}</strong>
            <DateAndTime date={createdAt} />
          </p>
          <p className={styles.text} dir="auto">
            <LinkedText text={text} />
          </p>
        </li>
      ))}
    </ol>
  );
}
