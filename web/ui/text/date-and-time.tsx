import { useClock } from '../behavior/page-clock.tsx';
import { dateAndTime, fullDate } from './format-date.ts';

/** "Today, 14:05", or "Jun 3, 2025, 14:05", from an ISO 8601 date. */
export function DateAndTime({ date }: { date: string }) {
  const { now, timeZone } = useClock();
  return (
    <time dateTime={date} title={fullDate(date, timeZone)}>
      {dateAndTime(date, now, timeZone)}
    </time>
  );
}
