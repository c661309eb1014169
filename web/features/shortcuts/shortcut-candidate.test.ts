import { expect, test } from 'vitest';
import { shortcutCandidate } from './shortcut-candidate.ts';
import { SHORTCUTS } from './shortcut-table.ts';

const plain = { ctrlKey: false, metaKey: false, altKey: false };

test.each(SHORTCUTS)('$id: its first press loads the shortcuts', ({ key, hasModifier }) => {
  expect(shortcutCandidate({ ...plain, key, ctrlKey: hasModifier }, false).isWanted).toBe(true);
  // In a field only what has a modifier is a shortcut; the rest is text.
  expect(shortcutCandidate({ ...plain, key, ctrlKey: hasModifier }, true).isWanted).toBe(hasModifier);
});

test('the browser keeps its own reaction to everything else', () => {
  expect(shortcutCandidate({ ...plain, key: 'c', ctrlKey: true }, false)).toEqual({
    isWanted: false,
    isClaimed: false,
  });
  expect(shortcutCandidate({ ...plain, key: 'Tab' }, false)).toEqual({ isWanted: false, isClaimed: false });
  expect(shortcutCandidate({ ...plain, key: '/' }, false).isClaimed).toBe(true);
  expect(shortcutCandidate({ ...plain, key: '/' }, true).isClaimed).toBe(false);
});
