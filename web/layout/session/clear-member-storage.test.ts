import { expect, test } from 'vitest';
import { clearOtherMembersStorage } from './clear-member-storage.ts';

/** As a browser's: keys move up when one before them goes. */
function storageOf(...keys: string[]): Storage {
  const items = new Map(keys.map((key) => [key, 'x']));
  return {
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
  };
}
const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at));

const ADA = [
  'draft:ada:prompt',
  'draft:ada:prompt:comment',
  'variables:ada',
  'searches:ada',
  'brief:ada:',
  'revision:ada:order',
];
const BO = ['variables:bo', 'draft:bo:prompt', 'searches:bo', 'brief:bo:prompt', 'revision:bo:order'];
const MEMBERLESS_KEYS = ['copy-format', 'single-key-shortcuts', 'drafts', 'searches', 'my-variables:ada'];

test('a visitor’s page removes every member’s entries, and keeps entries without a member', () => {
  const storage = storageOf(...ADA, ...MEMBERLESS_KEYS, ...BO);
  clearOtherMembersStorage(null, storage);
  expect(keysOf(storage)).toEqual(MEMBERLESS_KEYS);
});

test('a member’s page keeps their own entries', () => {
  const storage = storageOf(...BO, ...ADA, ...MEMBERLESS_KEYS);
  clearOtherMembersStorage('ada', storage);
  expect(keysOf(storage)).toEqual([...ADA, ...MEMBERLESS_KEYS]);
});
