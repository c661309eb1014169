import { expect, test } from 'vitest';
import { describeDevice } from './account.device.ts';

test.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:128.0) Gecko/20100101 Firefox/128.0',
    'Firefox on macOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    'Chrome on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['x', null],
  ['', null],
  [undefined, null],
  [`Mozilla/5.0 ${'x'.repeat(400)}`, null],
])('%s', (userAgent, device) => {
  expect(describeDevice(userAgent)).toBe(device);
});
