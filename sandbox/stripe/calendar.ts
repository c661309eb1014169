/** What a price is billed by. */
export interface Interval {
  interval: string;
  interval_count: number;
}

export const MINUTE = 60;
export const HOUR = 3600;
export const DAY = 86_400;

/**
 * The end of the period that holds `at`: an anchor on the 31st falls on the last day of shorter months and comes
 * back to the 31st afterwards. Unix seconds, UTC.
 */
export function periodEnd(anchor: number, interval: Interval, at: number): number {
  for (let periods = 1; periods < 5000; periods += 1) {
    const end = addPeriods(anchor, interval, periods);
    if (end > at) return end;
  }
  throw new Error(`No period of ${interval.interval} from ${anchor} reaches ${at}.`);
}

/** `anchor` and that many intervals. */
export function addPeriods(anchor: number, { interval, interval_count }: Interval, periods: number): number {
  const count = interval_count * periods;
  if (interval === 'day') return anchor + count * DAY;
  if (interval === 'week') return anchor + count * 7 * DAY;
  return addMonths(anchor, interval === 'year' ? 12 * count : count);
}

function addMonths(from: number, months: number): number {
  const start = new Date(from * 1000);
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  return (
    Date.UTC(
      start.getUTCFullYear(),
      month,
      Math.min(start.getUTCDate(), lastDay),
      start.getUTCHours(),
      start.getUTCMinutes(),
      start.getUTCSeconds(),
    ) / 1000
  );
}
