import { shortDate } from './format-date.ts';

/** "Jun 3, 2025" from YYYY-MM-DD: a day is the same in every time zone. */
export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{shortDate(`${day}T00:00:00Z`, 'UTC')}</time>;
}
