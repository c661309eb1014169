const DAY = 86_400_000;

/**
 * Today; 1 day ago; n days ago (under 7 days); n weeks ago (under 30 days); otherwise n months ago. Days of the
 * calendar: what was made last evening is a day old this morning.
 * @param date and `now` in milliseconds since 1970; a date in the future counts as today
 * @param timeZone whose calendar: undefined is the viewer's own; the server and the first rendering take UTC
 */
export function relativeDate(date: number, now: number, timeZone: string | undefined): string {
  const days = Math.max(0, calendarDay(now, timeZone) - calendarDay(date, timeZone));
  if (days === 0) return 'Today';
  if (days < 7) return ago(days, 'day');
  if (days < 30) return ago(Math.floor(days / 7), 'week');
  return ago(Math.floor(days / 30), 'month');
}

/** Whole days since 1970 on a zone's calendar. */
function calendarDay(at: number, timeZone: string | undefined): number {
  // Sweden writes a date as ISO 8601 does.
  return Date.parse(ISO_DAY(timeZone).format(at)) / DAY;
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}

const ISO_DAY = formatters({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'sv-SE');
const SHORT = formatters({ month: 'short', day: 'numeric', year: 'numeric' });
// Two formats, not one: how a date and a time are joined differs between versions of ICU.
const DATE = formatters({ weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' });
const TIME = formatters({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** One cached formatter per time zone: creating one costs more than rendering a whole card. */
function formatters(
  options: Intl.DateTimeFormatOptions,
  locale = 'en-US',
): (timeZone: string | undefined) => Intl.DateTimeFormat {
  const made = new Map<string | undefined, Intl.DateTimeFormat>();
  return (timeZone) => {
    const known = made.get(timeZone);
    if (known) return known;
    const formatter = new Intl.DateTimeFormat(locale, { ...options, timeZone });
    made.set(timeZone, formatter);
    return formatter;
  };
}

/**
 * "Jun 3, 2025".
 * @param timeZone undefined is the viewer's own; the server and the first rendering take UTC
 */
export function shortDate(date: string, timeZone: string | undefined): string {
  return SHORT(timeZone).format(new Date(date));
}

/** "Tuesday, June 3, 2025 at 14:05", with " UTC" behind it where the viewer's own zone is not known. */
export function fullDate(date: string, timeZone: string | undefined): string {
  const at = new Date(date);
  return `${DATE(timeZone).format(at)} at ${TIME(timeZone).format(at)}${timeZone === 'UTC' ? ' UTC' : ''}`;
}

/** "Jun 3, 2025" from YYYY-MM-DD: a day is the same in every time zone. */
export const dayText = (day: string): string => shortDate(`${day}T00:00:00Z`, 'UTC');
