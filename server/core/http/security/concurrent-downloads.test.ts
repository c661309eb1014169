import { expect, test } from 'vitest';
import { ConcurrentDownloads } from './concurrent-downloads.ts';

test('so many are open at once, by member; a place that is given back is free, once', () => {
  const downloads = new ConcurrentDownloads(2);
  const first = downloads.take('ada');
  downloads.take('ada');
  expect(() => downloads.take('ada')).toThrow(
    expect.objectContaining({ status: 429, headers: { 'retry-after': '10' } }),
  );
  downloads.take('eve');
  first();
  first();
  downloads.take('ada');
  expect(() => downloads.take('ada')).toThrow(/2 downloads are already running/);
});
