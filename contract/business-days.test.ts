import { expect, test } from 'vitest';
import { expectedOn } from './business-days.ts';

test('five business days go around the weekend', () => {
  // Friday, Saturday, Monday.
  expect(expectedOn('2026-11-27T20:00:00.000Z')).toBe('2026-12-04');
  expect(expectedOn('2026-11-28T10:00:00.000Z')).toBe('2026-12-04');
  expect(expectedOn('2026-11-30T10:00:00.000Z')).toBe('2026-12-07');
});
