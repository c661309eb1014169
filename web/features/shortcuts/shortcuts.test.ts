import { expect, test } from 'vitest';
import { findShortcut, type PressedKey, type PressPlace, SHORTCUTS } from './shortcuts.ts';

const PAGE: PressPlace = { isInField: false, isInDialog: false, areLettersOn: true };

function press(key: string, changes: Partial<PressedKey> = {}): PressedKey {
  return { key, ctrlKey: false, metaKey: false, altKey: false, isComposing: false, ...changes };
}

function idOf(pressed: PressedKey, place: Partial<PressPlace> = {}) {
  return findShortcut(pressed, { ...PAGE, ...place })?.id;
}

test.each(SHORTCUTS)('$key does what its line says: $words', (shortcut) => {
  expect(idOf(press(shortcut.key, { ctrlKey: shortcut.hasModifier }))).toBe(shortcut.id);
});

test('no two lines have the same keys', () => {
  const keys = SHORTCUTS.map(({ key, hasModifier }) => `${hasModifier}${key}`);
  expect(new Set(keys).size).toBe(keys.length);
});

test('Ctrl K and ⌘ K open the palette from anywhere, fields and dialogs included', () => {
  const anywhere = { isInField: true, isInDialog: true, areLettersOn: false };
  expect(idOf(press('k', { ctrlKey: true }), anywhere)).toBe('palette');
  expect(idOf(press('K', { metaKey: true }), anywhere)).toBe('palette');
});

test('single keys are dead inside fields and open dialogs', () => {
  for (const key of ['/', '?', 'j', 'k', 'f', 'u', 'd', 'c']) {
    expect(idOf(press(key), { isInField: true })).toBeUndefined();
    expect(idOf(press(key), { isInDialog: true })).toBeUndefined();
  }
});

test('switched off, letters are dead and the others are not', () => {
  for (const key of ['j', 'k', 'f', 'u', 'd', 'c'])
    expect(idOf(press(key), { areLettersOn: false })).toBeUndefined();
  expect(idOf(press('/'), { areLettersOn: false })).toBe('search');
  expect(idOf(press('?'), { areLettersOn: false })).toBe('sheet');
});

test("the browser's own combinations stay its own", () => {
  for (const key of ['f', 'c', 'd', 'u', 'j']) {
    expect(idOf(press(key, { ctrlKey: true }))).toBeUndefined();
    expect(idOf(press(key, { metaKey: true }))).toBeUndefined();
  }
  expect(idOf(press('f', { altKey: true }))).toBeUndefined();
  expect(idOf(press('j', { isComposing: true }))).toBeUndefined();
});
