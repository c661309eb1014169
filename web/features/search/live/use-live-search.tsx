import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ChangeEvent, SyntheticEvent } from 'react';
import { useDebounced } from '#web/ui/behavior/use-debounced.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { SearchPopup } from '../combobox/search-popup.tsx';
import { useCombobox } from '../combobox/use-combobox.ts';
import { RECENT_HELP, RecentList } from '../recent/recent-list.tsx';
import { useRecentSearches } from '../recent/use-recent-searches.ts';
import { type BestMatches, SEARCH_FAILURE, type SearchFilters } from '../search.queries.ts';
import { LiveResults } from './live-results.tsx';
import { isLiveSearch, liveSearchQuery } from './live-search.queries.ts';

const DEBOUNCE_MILLISECONDS = 250;

interface LiveSearchOptions {
  /** Whose recent searches are offered; null for a visitor. */
  memberId: string | null;
  text: string;
  /** What the results are narrowed by. */
  filters?: SearchFilters;
  onChange: (text: string) => void;
  /** Receives trimmed text that is not empty: one of the recent searches, or what was typed. */
  onSearch: (text: string) => void;
  onOpen: (promptId: string) => void;
}

/**
 * A combobox whose list has recent searches while it is empty, and results from the third character on: what its field
 * and the form around it need, and what stands under the field.
 */
export function useLiveSearch({ memberId, text, filters, onChange, onSearch, onOpen }: LiveSearchOptions) {
  const recent = useRecentSearches(memberId);
  const combobox = useCombobox();
  const settled = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const isLive = isLiveSearch(text) && isLiveSearch(settled);
  const search = useQuery({
    ...liveSearchQuery(settled, filters),
    enabled: isLive && combobox.isOpen,
    placeholderData: keepPreviousData,
  });
  const isEmpty = text.trim() === '';
  const found = isLive ? search.data : undefined;
  const isFailed = isLive && !found && search.isError;
  const list = combobox.listOf(
    isEmpty
      ? { count: recent.rows, onChoose: chooseRecent, onRemove: recent.removeAt }
      : { count: found ? found.results.length + 1 : isFailed ? 1 : 0, onChoose: choose },
  );
  const { listId, active } = list;
  const isStale = !isEmpty && search.isFetching;

  function submit(searchText: string) {
    combobox.close();
    onSearch(searchText);
  }
  function chooseRecent(index: number) {
    const chosen = recent.texts[index];
    if (chosen === undefined) recent.clear();
    else submit(chosen);
  }
  function choose(index: number) {
    if (isFailed) return void search.refetch();
    const result = found?.results[index];
    if (!result) return submit(text.trim());
    combobox.close();
    onOpen(result.id);
  }

  return {
    open: combobox.open,
    close: combobox.close,
    form: {
      onBlur: combobox.closeOnLeave,
      onSubmit: (event: SyntheticEvent) => {
        event.preventDefault();
        const searchText = text.trim();
        if (searchText) submit(searchText);
      },
    },
    field: {
      ...list.field,
      value: text,
      onFocus: () => {
        recent.read();
        if (isEmpty) combobox.open();
      },
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        onChange(event.target.value);
        combobox.open();
      },
    },
    popup: (
      <>
        <SearchPopup
          listId={listId}
          label={isEmpty ? 'Recent searches' : 'Search results'}
          isShown={list.isShown}
          isStale={isStale}
          note={isEmpty ? undefined : noteOn(found)}
        >
          {isEmpty ? (
            <RecentList
              listId={listId}
              texts={recent.texts}
              active={active}
              onChoose={chooseRecent}
              onRemove={recent.removeAt}
            />
          ) : (
            <LiveResults listId={listId} found={found} active={active} onChoose={choose} />
          )}
        </SearchPopup>
        <p className="visually-hidden" role="status">
          {list.isShown && !isStale ? (isEmpty ? RECENT_HELP : statusOf(found)) : ''}
        </p>
      </>
    ),
  };
}

function noteOn(found: BestMatches | undefined): string | undefined {
  if (found?.results.length === 0) return 'No results found';
  return found?.corrected ? `Showing results for “${found.corrected}”` : undefined;
}

function statusOf(found: BestMatches | undefined): string {
  if (!found) return SEARCH_FAILURE;
  const { total, corrected } = found;
  return `${countWithNoun(total, 'result')}${corrected ? ` for “${corrected}”` : ''}`;
}
