import { expect, test } from 'vitest';
import { themeOf } from './theme-cookie.ts';

test.each([
  [undefined, undefined],
  ['theme=dark', 'dark'],
  ['a=b; theme=light', 'light'],
  ['__Host-theme=dark', 'dark'],
  ['theme=dark; __Host-theme=light', 'light'],
  ['theme=blue', undefined],
  ['mytheme=dark', undefined],
])('the cookies %s ask for %s', (cookies, theme) => {
  expect(themeOf(cookies)).toBe(theme);
});
