import { redirect } from '@tanstack/react-router';
import type { RouterContext } from '#web/router.tsx';

const KEY = 'list-sorts';

/** Lists of one kind share their sort: whoever sorts one category by rating wants the next one so, too. */
export type ListKind = 'category' | 'topic' | 'favorites' | 'recent' | 'top-rated' | 'search';

function readSorts(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof stored === 'object' && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}

/** @param sort undefined for the list's own */
export function rememberSort(kind: ListKind, sort: string | undefined): void {
  const { [kind]: _, ...others } = readSorts();
  try {
    localStorage.setItem(KEY, JSON.stringify(sort === undefined ? others : { ...others, [kind]: sort }));
  } catch {
    // Storage is full or refused: the address holds the sort all the same.
  }
}

/** Where in the history the page began: what lies there or before is old. Of the browser alone, like the next two. */
let firstIndex = typeof window === 'undefined' ? 0 : Number(window.history.state?.__TSR_index ?? 0);

/** The entries of the history that were lists: Back and Forward lead to them again. */
const known = new Set<string>();

/** Where the router was last: it takes one category after another for the same place. */
let lastPathname = '';

interface Entering {
  cause: 'enter' | 'stay' | 'preload';
  search: { sort?: string; sortBy?: string };
  location: { pathname: string; state: { __TSR_index?: number; __TSR_key?: string } };
  context: RouterContext;
}

/**
 * For `beforeLoad`: a list that is entered without a sort has the one that was chosen last. In the browser alone, after
 * the first page: what the server drew stays. Back shows what the address says.
 */
export function withRememberedSort(
  kind: ListKind,
  sorts: readonly string[],
  parameter: 'sort' | 'sortBy' = 'sort',
) {
  return ({ cause, search, location, context }: Entering): void => {
    if (typeof window === 'undefined' || cause === 'preload') return;
    const { __TSR_index: index = 0, __TSR_key: key = '' } = location.state;
    const isKnownEntry = index <= firstIndex || known.has(key);
    const isEntered = !isKnownEntry && (cause === 'enter' || location.pathname !== lastPathname);
    lastPathname = location.pathname;
    known.add(key);
    // Whoever went back before the beginning takes a new way from there.
    firstIndex = Math.min(firstIndex, index);
    if (!context.isStarted || !isEntered || search[parameter] !== undefined) return;
    const sort = readSorts()[kind];
    if (typeof sort !== 'string' || !sorts.includes(sort)) return;
    // The cast: any list's address may be here.
    throw redirect({
      to: location.pathname,
      search: { ...search, [parameter]: sort } as never,
      replace: true,
    });
  };
}
