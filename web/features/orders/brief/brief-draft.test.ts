import { expect, test } from 'vitest';
import { z } from 'zod';
import { NO_TEXTS } from './brief-check.ts';
import { draftName, forgetDraftOf, newKey, readDraft, writeDraft } from './brief-draft.ts';

function memoryStore() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

const FAILING_STORE = {
  getItem: () => {
    throw new Error('refused');
  },
  setItem: () => {
    throw new Error('refused');
  },
  removeItem: () => {
    throw new Error('refused');
  },
  key: () => null,
  length: 3,
};

test('a new key is a UUID, and another one each time', () => {
  const keys = Array.from({ length: 50 }, newKey);
  for (const key of keys) expect(z.uuid().safeParse(key).success).toBe(true);
  expect(new Set(keys).size).toBe(50);
});

test('a draft comes back with its key, until its order is paid', () => {
  const store = memoryStore();
  const name = draftName('me', 'abcdefghijkl');
  const draft = { ...readDraft(store, name), texts: { ...NO_TEXTS, goal: 'Plan' } };
  writeDraft(store, name, draft);
  expect(readDraft(store, name)).toEqual(draft);
  expect(readDraft(store, draftName('me', undefined)).texts).toEqual(NO_TEXTS);
  writeDraft(store, name, { ...draft, orderId: 'order2222222' });
  forgetDraftOf(store, 'another22222');
  expect(readDraft(store, name)).toEqual({ ...draft, orderId: 'order2222222' });
  forgetDraftOf(store, 'order2222222');
  const next = readDraft(store, name);
  expect(next.texts).toEqual(NO_TEXTS);
  expect(next.key).not.toBe(draft.key);
});

test.each(['nonsense', '1', '{}', '{"key":"no"}', '{"key":7,"texts":{}}'])(
  '%s is not read as a draft',
  (kept) => {
    const store = memoryStore();
    store.setItem('a', kept);
    expect(readDraft(store, 'a').texts).toEqual(NO_TEXTS);
  },
);

test('unknown fields and values that are not strings are ignored', () => {
  const store = memoryStore();
  const key = newKey();
  store.setItem('a', JSON.stringify({ key, texts: { goal: 1, context: 'c', other: 'x' } }));
  expect(readDraft(store, 'a')).toEqual({ key, texts: { ...NO_TEXTS, context: 'c' } });
});

test('a store that throws changes nothing', () => {
  const draft = readDraft(FAILING_STORE, 'a');
  expect(draft.texts).toEqual(NO_TEXTS);
  writeDraft(FAILING_STORE, 'a', draft);
  forgetDraftOf(FAILING_STORE, 'a');
});
