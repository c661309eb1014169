import { expect, test } from 'vitest';
import { ConcurrentDownloads } from './concurrent-downloads.ts';

test('each member has a maximum of concurrent downloads; a slot can be released only once', () => {
  const downloads = new ConcurrentDownloads(2);
  const first = downloads.acquire('ada');
  downloads.acquire('ada');
  expect(() => downloads.acquire('ada')).toThrow(
    expect.objectContaining({ status: 429, headers: { 'retry-after': '10' } }),
  );
  downloads.acquire('eve');
  first();
  first();
  downloads.acquire('ada');
  expect(() => downloads.acquire('ada')).toThrow(/2 downloads are already running/);
});
