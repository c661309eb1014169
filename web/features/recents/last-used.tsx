import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { fullDate, relativeDate } from '#web/ui/text/format-date.ts';
import styles from './last-used.module.css';

/** On a card of the recent prompts. @param at ISO 8601 */
export function LastUsed({ at }: { at: string }) {
  const { now, timeZone } = useClock();
  return (
    <p className={styles.used}>
      Last used:{' '}
      <time dateTime={at} title={fullDate(at, timeZone)}>
        {relativeDate(Date.parse(at), now, timeZone)}
      </time>
    </p>
  );
}
