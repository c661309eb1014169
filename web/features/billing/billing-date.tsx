import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { fullDate, longDate } from '#web/ui/text/format-date.ts';

/** "July 6, 2026" from unix seconds, in the viewer's own zone. */
export function BillingDate({ at }: { at: number }) {
  const { timeZone } = useClock();
  const date = new Date(at * 1000).toISOString();
  return (
    <time dateTime={date} title={fullDate(date, timeZone)}>
      {longDate(date, timeZone)}
    </time>
  );
}
