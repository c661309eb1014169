export const HOUR = 3600;
export const DAY = 86_400;

/**
 * The end of the month that holds `at`, counted from an anchor: one on the 31st falls on the last day of shorter
 * months and comes back to the 31st afterwards. Unix seconds, UTC.
 */
export function periodEnd(anchor: number, at: number): number {
  for (let months = 1; months < 5000; months += 1) {
    const end = addMonths(anchor, months);
    if (end > at) return end;
  }
  throw new Error(`No month from ${anchor} reaches ${at}.`);
}

export function addMonths(from: number, months: number): number {
  const start = new Date(from * 1000);
  const month = start.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(start.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const end = new Date(start);
  end.setUTCFullYear(start.getUTCFullYear(), month, Math.min(start.getUTCDate(), lastDay));
  return Math.floor(end.getTime() / 1000);
}
