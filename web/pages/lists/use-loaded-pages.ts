import { useElementScrollRestoration, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many pages of the list had been loaded. */
    loadedPages?: number;
  }
}

/** So that coming back stays a bounded piece of work, whatever an entry of the history says. */
const MOST_PAGES = 25;

interface LoadedList {
  data: { pages: readonly unknown[] } | undefined;
  /** What is shown are other filters' results, until these arrive. */
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Keeps in the history how much of a list was loaded (CONVENTIONS 3.7). Whoever comes back, by Back or by a reload,
 * finds as much of it again, one page after the other, and then the place they had scrolled to.
 */
export function useLoadedPages(list: LoadedList): void {
  const router = useRouter();
  const wanted = pageCount(useLocation({ select: ({ state }) => state.loadedPages }));
  const loaded = list.isPlaceholderData ? 0 : (list.data?.pages.length ?? 0);
  const isShort = loaded > 0 && loaded < wanted && list.hasNextPage && !list.isFetchNextPageError;
  const place = useScrollPlace();

  const loadNext = useEffectEvent(() => {
    place.expect();
    void list.fetchNextPage();
  });
  const note = useEffectEvent(() => {
    // On the way elsewhere: the entry this belongs to is no longer the one that would be written.
    if (router.state.isLoading) return;
    void router.navigate({
      to: '.',
      // The address stays as it is. The cast: any list's address may be here.
      search: ((current: Record<string, unknown>) => current) as never,
      state: (state) => ({ ...state, loadedPages: loaded }),
      replace: true,
      resetScroll: false,
    });
  });
  const settle = useEffectEvent(() => place.restore());

  useEffect(() => {
    if (isShort && !list.isFetching) loadNext();
    else if (loaded > wanted) note();
    if (loaded > 0 && !isShort) settle();
  }, [isShort, list.isFetching, loaded, wanted]);
}

function pageCount(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) ? Math.min(Math.max(value, 1), MOST_PAGES) : 1;
}

/** The router restores the place at once, when the page is still too short for it. Once, and not against the reader. */
function useScrollPlace() {
  const saved = useElementScrollRestoration({ getElement: () => window });
  const first = useRef(saved?.scrollY ?? 0);
  const isExpected = useRef(false);
  useEffect(() => {
    const leave = () => {
      isExpected.current = false;
      first.current = 0;
    };
    const events = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
    for (const name of events) addEventListener(name, leave, { passive: true });
    return () => {
      for (const name of events) removeEventListener(name, leave);
    };
  }, []);
  return {
    expect: () => {
      isExpected.current = true;
    },
    restore: () => {
      if (!isExpected.current) return;
      isExpected.current = false;
      if (first.current > window.scrollY) window.scrollTo(0, first.current);
    },
  };
}
