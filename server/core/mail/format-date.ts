const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "January 31, 2027". @param unixSeconds as billing has dates */
export const formatDate = (unixSeconds: number): string => FORMAT.format(unixSeconds * 1000);

/** The same from YYYY-MM-DD. */
export const formatDay = (day: string): string => FORMAT.format(Date.parse(day));
