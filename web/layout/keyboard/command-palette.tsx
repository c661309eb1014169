import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import RotateCw from 'lucide-react/icons/rotate-cw';
import { useState } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { favoritesQuery } from '#web/features/favorites/favorites.queries.ts';
import { filterItems, namedItems, withoutDuplicates } from '#web/features/palette/filter-items.ts';
import { Palette } from '#web/features/palette/palette.tsx';
import type { PaletteItem } from '#web/features/palette/palette-item.ts';
import { useCopyById } from '#web/features/prompts/copy/use-copy-by-id.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { isLiveSearch, liveSearchQuery } from '#web/features/search/live/live-search.queries.ts';
import { SEARCH_FAILURE } from '#web/features/search/search.queries.ts';
import { useDebounced } from '#web/ui/behavior/use-debounced.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { LockIcon } from '#web/ui/graphics/lock-icon.tsx';
import { TierBadge } from '#web/ui/graphics/tier-badge.tsx';
import { isPage, usePaletteActions } from './palette-actions.tsx';

const DEBOUNCE_MILLISECONDS = 250;
/** How many of a kind there are before anything is typed, and after. */
const MAX_OWN_PROMPTS = 5;
const MAX_CATEGORIES = 8;

interface CommandPaletteProps {
  /** Gives what was typed before the field was there. */
  takeTyped: () => string;
  onShortcuts: () => void;
  onCollect: (() => void) | undefined;
  onClosed: () => void;
}

/** What the palette offers: prompts found, what I used and kept, categories and actions. */
export function CommandPalette({ takeTyped, onShortcuts, onCollect, onClosed }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const user = useUser();
  const navigate = useNavigate();
  const copy = useCopyById(user?.id);
  const isLive = isLiveSearch(text) && isLiveSearch(settled);
  const search = useQuery({
    ...liveSearchQuery(settled),
    enabled: isLive,
    placeholderData: keepPreviousData,
  });
  const { data: categories = [] } = useQuery(categoriesQuery());
  const favorites = useInfiniteQuery({
    ...favoritesQuery(isLive ? { q: settled } : {}),
    enabled: Boolean(user),
    placeholderData: keepPreviousData,
  });
  const kept = favorites.data?.pages.flatMap(({ prompts }) => prompts) ?? [];
  const recents = useInfiniteQuery({ ...recentsQuery(), enabled: Boolean(user) });
  const used = recents.data?.pages.flatMap(({ prompts }) => prompts) ?? [];
  const found = isLive ? search.data : undefined;
  const isNothingFound = found?.results.length === 0 && !search.isPlaceholderData;
  const typed = text.trim();
  const actions = usePaletteActions(typed, {
    onShortcuts,
    onCollect,
    // The search page helps on where nothing is found, and says itself which word it took instead.
    results: isNothingFound ? 'See suggestions' : `See all results for “${found?.corrected ?? typed}”`,
  });

  const toItem = (prompt: PromptCard): PaletteItem => ({
    id: prompt.id,
    label: prompt.title,
    icon: <CategoryIcon slug={prompt.category.slug} />,
    note: (
      <>
        {prompt.isLocked ? <LockIcon /> : null}
        <TierBadge tier={prompt.tier} />
      </>
    ),
    onOpen: () => void navigate({ to: '/prompt/$id', params: { id: prompt.id } }),
    ...(user && !prompt.isLocked ? { onCopy: () => copy(prompt.id) } : {}),
  });
  const categoryItems = categories.map(
    ({ id, name, slug }): PaletteItem => ({
      id,
      label: name,
      icon: <CategoryIcon slug={slug} />,
      onOpen: () => void navigate({ to: '/category/$slug', params: { slug } }),
    }),
  );
  const foundItems = (isPartial: boolean) =>
    (found?.results ?? [])
      .filter((result) => result.isPartial === isPartial)
      .map((result) => ({ ...toItem(result), matchRanges: result.titleMarks }));
  const tryAgain: PaletteItem = {
    id: 'search-again',
    label: `${SEARCH_FAILURE} Try again.`,
    icon: <RotateCw size={16} strokeWidth={1.75} aria-hidden />,
    onOpen: () => void search.refetch(),
    isStaying: true,
  };
  const actionGroup = { name: 'Actions', items: actions };
  const groups = withoutDuplicates([
    // Whoever types the name of a page wants that page; prompts that have the word are many.
    { name: 'Go to', items: namedItems([...actions.filter(isPage), ...categoryItems], text) },
    {
      name: found?.corrected ? `Prompts for “${found.corrected}”` : 'Prompts',
      items: isLive && !found && search.isError ? [tryAgain] : foundItems(false),
    },
    { name: 'Close matches', items: foundItems(true) },
    // What is typed may mean an action; what is kept of a member's own is found among the prompts as well.
    ...(typed ? [actionGroup] : []),
    {
      name: 'Recent prompts',
      items: filterItems(used.map(toItem), text, MAX_OWN_PROMPTS),
    },
    {
      name: 'My Favorites',
      items: filterItems(kept.map(toItem), isLive ? '' : text, MAX_OWN_PROMPTS),
    },
    { name: 'Categories', items: filterItems(categoryItems, text, MAX_CATEGORIES) },
    ...(typed ? [] : [actionGroup]),
  ]);
  const isWaiting = isLiveSearch(text) && (settled !== typed || search.isFetching);
  function takeOver() {
    const before = takeTyped();
    if (before) setText(before);
  }
  return (
    <Palette
      groups={groups}
      text={text}
      onText={setText}
      // Before, nothing but the collector hears the keys.
      onFocus={takeOver}
      isBusy={isWaiting}
      isNothingFound={isNothingFound}
      onClosed={onClosed}
    />
  );
}
