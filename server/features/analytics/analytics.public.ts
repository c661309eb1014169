/** What other parts of the app count, by day. */
export { DailyFigures } from './analytics.counting.ts';
