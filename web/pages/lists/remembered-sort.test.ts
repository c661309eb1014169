import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A browser whose history is at its second entry, and which sorts categories by rating. */
async function openLists() {
  vi.resetModules();
  vi.stubGlobal('window', { history: { state: { __TSR_index: 1 } } });
  vi.stubGlobal('localStorage', { getItem: () => '{"category":"rating"}' });
  const { withRememberedSort } = await import('./remembered-sort.ts');
  const enter = withRememberedSort('category', ['rating', 'newest']);
  /** @returns whether the list is entered with the sort */
  return (pathname: string, index: number, key: string): boolean => {
    try {
      const state = { __TSR_index: index, __TSR_key: key };
      enter({
        cause: 'enter',
        search: {},
        location: { pathname, state },
        context: { isStarted: true } as never,
      });
      return false;
    } catch {
      return true;
    }
  };
}

test('entering a list applies the remembered sort; Back and Forward show the sort of the address', async () => {
  const enter = await openLists();
  expect(enter('/category/a', 2, 'a')).toBe(true);
  expect(enter('/category/b', 3, 'b')).toBe(true);
  expect(enter('/category/a', 2, 'a')).toBe(false);
  expect(enter('/category/b', 3, 'b')).toBe(false);
});

test('after Back, a new navigation applies the sort again', async () => {
  const enter = await openLists();
  expect(enter('/category/a', 2, 'a')).toBe(true);
  expect(enter('/category/b', 2, 'b')).toBe(true);
});

test('history entries before the page loaded keep their sort, and a new navigation from there applies it', async () => {
  const enter = await openLists();
  expect(enter('/category/a', 1, 'a')).toBe(false);
  expect(enter('/category/z', 0, 'z')).toBe(false);
  expect(enter('/category/b', 1, 'b')).toBe(true);
});
