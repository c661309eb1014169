import { useClock } from '../behavior/page-clock.tsx';
import { fullDate, shortDate } from './format-date.ts';

/** "Jun 3, 2025" from an ISO 8601 date. */
export function AbsoluteDate({ date, className }: { date: string; className?: string | undefined }) {
  const { timeZone } = useClock();
  return (
    <time dateTime={date} title={fullDate(date, timeZone)} {...(className ? { className } : {})}>
      {shortDate(date, timeZone)}
    </time>
  );
}
