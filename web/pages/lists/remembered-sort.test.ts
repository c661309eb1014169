import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A browser which sorts categories by rating. */
async function openLists() {
  vi.resetModules();
  vi.stubGlobal('window', {});
  vi.stubGlobal('localStorage', { getItem: () => '{"category":"rating"}' });
  const { withRememberedSort } = await import('./remembered-sort.ts');
  const enter = withRememberedSort('category', ['rating', 'newest']);
  /** @returns whether the list is entered with the sort */
  return (pathname: string, key: string): boolean => {
    try {
      const state = { __TSR_key: key };
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

test('a list that is entered has the sort; Back and Forward show what the address says', async () => {
  const enter = await openLists();
  expect(enter('/category/a', 'a')).toBe(true);
  expect(enter('/category/b', 'b')).toBe(true);
  expect(enter('/category/a', 'a')).toBe(false);
  expect(enter('/category/b', 'b')).toBe(false);
});

test('after Back, a new way has the sort again', async () => {
  const enter = await openLists();
  expect(enter('/category/a', 'a')).toBe(true);
  expect(enter('/category/b', 'b')).toBe(true);
});
