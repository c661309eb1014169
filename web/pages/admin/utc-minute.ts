/** "2026-11-29 21:02", of ISO 8601: how staff read times, beside days of the same form. */
export const utcMinute = (date: string): string => date.slice(0, 16).replace('T', ' ');
