import { expect, test } from 'vitest';
import { firstPress } from './first-press.ts';
import { SHORTCUTS } from './shortcuts.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

test.each(SHORTCUTS)('$id: its first press fetches the table', ({ key, hasModifier }) => {
  expect(firstPress({ ...plain, key, ctrlKey: hasModifier }, false).isWanted).toBe(true);
  // In a field only what has a modifier is a shortcut; the rest is text.
  expect(firstPress({ ...plain, key, ctrlKey: hasModifier }, true).isWanted).toBe(hasModifier);
});

test('the browser keeps its own answer to everything else', () => {
  expect(firstPress({ ...plain, key: 'c', ctrlKey: true }, false)).toEqual({
    isWanted: false,
    isClaimed: false,
  });
  expect(firstPress({ ...plain, key: 'Tab' }, false)).toEqual({ isWanted: false, isClaimed: false });
  expect(firstPress({ ...plain, key: '/' }, false).isClaimed).toBe(true);
  expect(firstPress({ ...plain, key: '/' }, true).isClaimed).toBe(false);
});
