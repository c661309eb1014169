import { useElementScrollRestoration, useLocation, useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** How many pages of the list had been loaded. */
    loadedPages?: number;
  }
}

/** Bounds the work of coming back, whatever an entry of the history says. */
const MAX_PAGES = 25;

interface LoadedList {
  data: { pages: readonly unknown[] } | undefined;
  /** The results shown are those of other filters, until these arrive. */
  isPlaceholderData: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

/**
 * Keeps in the history how much of a list was loaded. After Back or a reload as much of it is loaded
 * again, one page after the other, and then the scroll position is restored.
 */
export function useLoadedPages(list: LoadedList): void {
  const router = useRouter();
  const targetPageCount = pageCount(useLocation({ select: ({ state }) => state.loadedPages }));
  const loaded = list.isPlaceholderData ? 0 : (list.data?.pages.length ?? 0);
  const isShort = loaded > 0 && loaded < targetPageCount && list.hasNextPage && !list.isFetchNextPageError;
  const scroll = useScrollPosition();

  const loadNext = useEffectEvent(() => {
    scroll.expect();
    void list.fetchNextPage();
  });
  const saveCount = useEffectEvent(() => {
    // While navigating away the current entry is no longer the one of this list.
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
  const restoreScroll = useEffectEvent(() => scroll.restore());

  useEffect(() => {
    if (isShort && !list.isFetching) loadNext();
    else if (loaded > targetPageCount) saveCount();
    if (loaded > 0 && !isShort) restoreScroll();
  }, [isShort, list.isFetching, loaded, targetPageCount]);
}

function pageCount(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) ? Math.min(Math.max(value, 1), MAX_PAGES) : 1;
}

/** The router restores the position at once, when the page is still too short. Here: once, and never against the reader. */
function useScrollPosition() {
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
