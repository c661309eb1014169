const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** "January 31, 2027". @param unixSeconds as billing has dates */
export const formatDate = (unixSeconds: number): string => FORMAT.format(unixSeconds * 1000);
