import type { ReactNode } from 'react';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { dateAndTime, fullDate, relativeDate } from '#web/ui/text/format-date.ts';
import styles from './last-used.module.css';

interface LastUsedProps {
  /** ISO 8601. */
  at: string;
  /** A button beside it. */
  children?: ReactNode;
}

/** On a card of a recent prompt, whose own date is left out: two would ask which is which. */
export function LastUsed({ at, children }: LastUsedProps) {
  const { now, timeZone } = useClock();
  const day = relativeDate(Date.parse(at), now, timeZone);
  return (
    <div className={styles.used} data-says="date">
      <p className={styles.text}>
        Last used:{' '}
        <time dateTime={at} title={fullDate(at, timeZone)}>
          {/* A list of what one used this morning would say the same on every card. */}
          {day === 'Today' ? dateAndTime(at, now, timeZone) : day}
        </time>
      </p>
      {children ? <span className={styles.tool}>{children}</span> : null}
    </div>
  );
}
