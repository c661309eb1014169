export const HOUR = 3600;
export const DAY = 86_400;

/**
 * The end of the month that holds `at`, counted from an anchor: one on the 31st falls on the last day of shorter
 * months and comes back to the 31st afterwards. Unix seconds, UTC.
 */
export function periodEnd(anchor: number, at: number): number {
  for (let months = 1; ; months += 1) {
    const end = addMonths(anchor, months);
    if (end > at) return end;
  }
}

export function addMonths(from: number, months: number): number {
  const end = new Date(from * 1000);
  const day = end.getUTCDate();
  end.setUTCMonth(end.getUTCMonth() + months);
  // The day does not exist there, and it became one of the next month.
  if (end.getUTCDate() !== day) end.setUTCDate(0);
  return Math.floor(end.getTime() / 1000);
}
