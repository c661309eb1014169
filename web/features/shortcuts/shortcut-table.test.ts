import { expect, test } from 'vitest';
import { findShortcut, type KeyContext, type PressedKey, SHORTCUTS } from './shortcut-table.ts';

const PAGE: KeyContext = { isInField: false, isInDialog: false, areSingleKeysOn: true };

function press(key: string, changes: Partial<PressedKey> = {}): PressedKey {
  return { key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...changes };
}

function idOf(pressed: PressedKey, context: Partial<KeyContext> = {}) {
  return findShortcut(pressed, { ...PAGE, ...context })?.id;
}

test.each(SHORTCUTS)('$key triggers its own shortcut: $words', (shortcut) => {
  expect(idOf(press(shortcut.key, { ctrlKey: shortcut.hasModifier }))).toBe(shortcut.id);
});

test('no two shortcuts have the same keys', () => {
  const keys = SHORTCUTS.map(({ key, hasModifier }) => `${hasModifier}${key}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('Ctrl K and ⌘ K open the palette from anywhere, fields and dialogs included', () => {
  const anywhere = { isInField: true, isInDialog: true, areSingleKeysOn: false };
  expect(idOf(press('k', { ctrlKey: true }), anywhere)).toBe('palette');
  expect(idOf(press('K', { metaKey: true }), anywhere)).toBe('palette');
});

test('single keys are ignored inside fields and open dialogs', () => {
  for (const key of ['/', '?', 'j', 'k', 'f', 'u', 'd', 'c', 'a']) {
    expect(idOf(press(key), { isInField: true })).toBeUndefined();
    expect(idOf(press(key), { isInDialog: true })).toBeUndefined();
  }
});

test('when single keys are off, every shortcut without a modifier is ignored', () => {
  for (const { key, id, hasModifier } of SHORTCUTS) {
    const pressed = press(key, { ctrlKey: hasModifier });
    expect(idOf(pressed, { areSingleKeysOn: false })).toBe(hasModifier ? id : undefined);
  }
});

test("the browser's own combinations stay its own", () => {
  for (const key of ['f', 'c', 'd', 'u', 'j']) {
    expect(idOf(press(key, { ctrlKey: true }))).toBeUndefined();
    expect(idOf(press(key, { metaKey: true }))).toBeUndefined();
  }
  expect(idOf(press('f', { altKey: true }))).toBeUndefined();
  expect(idOf(press('j', { isComposing: true }))).toBeUndefined();
});
