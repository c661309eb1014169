import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { dateAndTime, fullDate, relativeDate } from '#web/ui/text/format-date.ts';
import styles from './last-used.module.css';

/** On a card of the recent prompts. @param at ISO 8601 */
export function LastUsed({ at }: { at: string }) {
  const { now, timeZone } = useClock();
  const day = relativeDate(Date.parse(at), now, timeZone);
  return (
    <p className={styles.used}>
      Last used:{' '}
      <time dateTime={at} title={fullDate(at, timeZone)}>
        {/* A list of what one used this morning would say the same on every card. */}
        {day === 'Today' ? dateAndTime(at, now, timeZone) : day}
      </time>
    </p>
  );
}
