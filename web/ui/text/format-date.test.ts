import { afterEach, describe, expect, test, vi } from 'vitest';
import { dateAndTime, fullDate, longDate, relativeDate, shortDate } from './format-date.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const HOUR = 3_600_000;
afterEach(() => vi.unstubAllEnvs());

const daysAgo = (days: number) => NOW - days * 24 * HOUR;

describe('a relative date', () => {
  test.each([
    [0, 'Today'],
    [1, '1 day ago'],
    [2, '2 days ago'],
    [6, '6 days ago'],
    [7, '1 week ago'],
    [13, '1 week ago'],
    [14, '2 weeks ago'],
    [21, '3 weeks ago'],
    [28, '4 weeks ago'],
    [29, '4 weeks ago'],
    [30, '1 month ago'],
    [59, '1 month ago'],
    [60, '2 months ago'],
    [365, '12 months ago'],
  ])('%i days ago reads "%s"', (days, words) => {
    expect(relativeDate(daysAgo(days), NOW, 'UTC')).toBe(words);
  });

  test("counts days of the reader's calendar", () => {
    const lateOnTuesday = Date.parse('2026-11-17T23:30:00.000Z');
    const nineHoursLater = lateOnTuesday + 9 * HOUR;
    expect(relativeDate(lateOnTuesday, nineHoursLater, 'UTC')).toBe('1 day ago');
    expect(relativeDate(lateOnTuesday, lateOnTuesday + 1, 'UTC')).toBe('Today');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(relativeDate(lateOnTuesday, nineHoursLater, undefined)).toBe('Today');
    vi.stubEnv('TZ', 'America/Los_Angeles');
    expect(relativeDate(lateOnTuesday, lateOnTuesday + 23 * HOUR, undefined)).toBe('1 day ago');
  });

  test('a day of 25 hours is one day', () => {
    vi.stubEnv('TZ', 'Europe/Berlin');
    const noon = Date.parse('2026-10-24T12:00:00+02:00');
    expect(relativeDate(noon, noon + 25 * HOUR, undefined)).toBe('1 day ago');
  });

  test('a clock that is behind does not give negative days', () => {
    expect(relativeDate(NOW + 72 * HOUR, NOW, 'UTC')).toBe('Today');
  });
});

describe('a date with its time', () => {
  test("names the day by the reader's calendar", () => {
    const date = '2026-11-20T23:05:00.000Z';
    expect(dateAndTime(date, NOW, 'UTC')).toBe('Nov 20, 2026, 23:05 UTC');
    expect(dateAndTime('2026-11-21T01:02:03.000Z', NOW, 'UTC')).toBe('Today, 01:02 UTC');
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(dateAndTime(date, NOW, undefined)).toBe('Today, 08:05');
  });
});

describe('an absolute date', () => {
  const date = '2025-06-03T23:05:00.000Z';

  test('is the same text on every machine in UTC', () => {
    expect(shortDate(date, 'UTC')).toBe('Jun 3, 2025');
    expect(fullDate(date, 'UTC')).toBe('Tuesday, June 3, 2025 at 23:05 UTC');
  });

  test("follows the viewer's zone when that is known", () => {
    vi.stubEnv('TZ', 'Asia/Tokyo');
    expect(shortDate(date, undefined)).toBe('Jun 4, 2025');
    expect(longDate(date, undefined)).toBe('June 4, 2025');
    expect(fullDate(date, undefined)).toBe('Wednesday, June 4, 2025 at 08:05');
  });
});
