const DAY = 86_400_000;
const MINUTE = 60_000;

/**
 * Whose calendar and clock: undefined is the viewer's own; the server and the first rendering take UTC. No other, and
 * no `Intl`: making its first formatters took a third of what starting a page costs (docs/decisions/0030).
 */
type TimeZone = 'UTC' | undefined;

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');

/** The date whose fields in UTC are what calendar and clock show in a zone. */
function shown(at: Date, timeZone: TimeZone): Date {
  return timeZone === 'UTC' ? at : new Date(at.getTime() - at.getTimezoneOffset() * MINUTE);
}

/**
 * Today; 1 day ago; n days ago (under 7 days); n weeks ago (under 30 days); otherwise n months ago. Days of the
 * calendar: what was made last evening is a day old this morning.
 * @param date and `now` in milliseconds since 1970; a date in the future counts as today
 */
export function relativeDate(date: number, now: number, timeZone: TimeZone): string {
  const days = Math.max(0, calendarDay(now, timeZone) - calendarDay(date, timeZone));
  if (days === 0) return 'Today';
  if (days < 7) return ago(days, 'day');
  if (days < 30) return ago(Math.floor(days / 7), 'week');
  return ago(Math.floor(days / 30), 'month');
}

/** Whole days since 1970 on a zone's calendar. */
function calendarDay(at: number, timeZone: TimeZone): number {
  return Math.floor(shown(new Date(at), timeZone).getTime() / DAY);
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

/** "Jun 3, 2025". */
export function shortDate(date: string, timeZone: TimeZone): string {
  const day = shown(new Date(date), timeZone);
  return dayOf(day, monthOf(day).slice(0, 3));
}

/** "June 3, 2025". */
export function longDate(date: string, timeZone: TimeZone): string {
  const day = shown(new Date(date), timeZone);
  return dayOf(day, monthOf(day));
}

/** "Today, 14:05", otherwise "Jun 3, 2025, 14:05", in UTC as below. @param now in milliseconds since 1970 */
export function dateAndTime(date: string, now: number, timeZone: TimeZone): string {
  const isToday = calendarDay(Date.parse(date), timeZone) === calendarDay(now, timeZone);
  return `${isToday ? 'Today' : shortDate(date, timeZone)}, ${timeOf(shown(new Date(date), timeZone), timeZone)}`;
}

/** "Tuesday, June 3, 2025 at 14:05", with " UTC" behind it where the viewer's own zone is not known. */
export function fullDate(date: string, timeZone: TimeZone): string {
  const at = shown(new Date(date), timeZone);
  return `${WEEKDAYS[at.getUTCDay()]}, ${dayOf(at, monthOf(at))} at ${timeOf(at, timeZone)}`;
}

/** "Jun 3, 2025" from YYYY-MM-DD: a day is the same in every time zone. */
export const dayText = (day: string): string => shortDate(`${day}T00:00:00Z`, 'UTC');

const timeOf = (at: Date, timeZone: TimeZone) =>
  `${at.toISOString().slice(11, 16)}${timeZone === 'UTC' ? ' UTC' : ''}`;

const monthOf = (day: Date) => MONTHS[day.getUTCMonth()] ?? '';

const dayOf = (day: Date, month: string) => `${month} ${day.getUTCDate()}, ${day.getUTCFullYear()}`;
