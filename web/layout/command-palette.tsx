import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PromptCard } from '#contract/prompts.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { favoritesQuery, shownFavorites } from '#web/features/favorites/favorites.queries.ts';
import { filterItems, withoutRepeats } from '#web/features/palette/filter-items.ts';
import { Palette } from '#web/features/palette/palette.tsx';
import type { PaletteItem } from '#web/features/palette/palette-item.ts';
import { contentOf } from '#web/features/prompts/copy-formats.ts';
import { countCopy } from '#web/features/prompts/count-copy.ts';
import { promptQuery } from '#web/features/prompts/prompt.queries.ts';
import { recentsQuery } from '#web/features/recents/recents.queries.ts';
import { isLiveSearch, liveSearchQuery } from '#web/features/search/live-search.queries.ts';
import { CategoryIcon } from '#web/ui/category-icon.tsx';
import { copyText } from '#web/ui/copy-text.ts';
import { TierBadge } from '#web/ui/tier-badge.tsx';
import { toast } from '#web/ui/toast.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { usePaletteActions } from './palette-actions.tsx';

const DEBOUNCE_MILLISECONDS = 250;
/** How many of a kind there are before anything is typed, and after. */
const FEW = 5;
const MANY = 8;

interface CommandPaletteProps {
  onSheet: () => void;
  onClosed: () => void;
}

/** What the palette offers: prompts found, what I used and kept, categories and actions. */
export function CommandPalette({ onSheet, onClosed }: CommandPaletteProps) {
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const user = useUser();
  const navigate = useNavigate();
  const copy = useCopyById();
  const isLive = isLiveSearch(text) && isLiveSearch(settled);
  const search = useQuery({
    ...liveSearchQuery(settled),
    enabled: isLive,
    placeholderData: keepPreviousData,
  });
  const { data: categories = [] } = useQuery(categoriesQuery());
  const favorites = useInfiniteQuery({ ...favoritesQuery(), enabled: Boolean(user) });
  const kept = shownFavorites(favorites.data);
  const { data: recents } = useQuery({ ...recentsQuery(), enabled: Boolean(user) });
  const actions = usePaletteActions(text.trim(), onSheet);

  const toItem = (prompt: PromptCard): PaletteItem => ({
    id: prompt.id,
    label: prompt.title,
    icon: <CategoryIcon slug={prompt.category.slug} />,
    note: <TierBadge tier={prompt.tier} />,
    onOpen: () => void navigate({ to: '/prompt/$id', params: { id: prompt.id } }),
    ...(user && !prompt.isLocked ? { onCopy: () => copy(prompt.id) } : {}),
  });
  const shelves = categories.map(
    ({ id, name, slug }): PaletteItem => ({
      id,
      label: name,
      icon: <CategoryIcon slug={slug} />,
      onOpen: () => void navigate({ to: '/category/$slug', params: { slug } }),
    }),
  );
  const groups = withoutRepeats([
    { name: 'Prompts', items: isLive ? (search.data?.results ?? []).map(toItem) : [] },
    { name: 'Recent prompts', items: filterItems((recents?.prompts ?? []).map(toItem), text, FEW) },
    {
      // Who keeps more has the page; a name that is not among these may still be kept.
      name: favorites.hasNextPage
        ? `My Favorites, the latest ${kept.prompts.length} of ${kept.total}`
        : 'My Favorites',
      items: filterItems(kept.prompts.map(toItem), text, FEW),
    },
    { name: 'Categories', items: filterItems(shelves, text, MANY) },
    { name: 'Actions', items: actions },
  ]);
  const isWaiting = isLiveSearch(text) && (settled !== text.trim() || search.isFetching);
  return <Palette groups={groups} text={text} onText={setText} isBusy={isWaiting} onClosed={onClosed} />;
}

/** Copies a prompt that may not be here yet: the press opens the clipboard, the text follows. */
function useCopyById(): (id: string) => void {
  const queryClient = useQueryClient();
  return (id) => {
    const text = queryClient.ensureQueryData(promptQuery(id)).then((answer) => {
      if (answer?.kind !== 'open') throw new Error('This prompt has no text for this member.');
      return contentOf(answer.prompt);
    });
    void copyText(text).then((isCopied) => {
      if (!isCopied) {
        toast({ title: 'Error', description: 'Failed to copy prompt', variant: 'destructive' });
        return;
      }
      toast({ title: 'Copied!', description: 'Prompt copied to clipboard' });
      void countCopy(queryClient, id);
    });
  };
}
