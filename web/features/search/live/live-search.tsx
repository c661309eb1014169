import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useDebounced } from '#web/ui/behavior/use-debounced.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { SearchPopup } from '../combobox/search-popup.tsx';
import { useCombobox } from '../combobox/use-combobox.ts';
import { RECENT_HELP, RecentList } from '../recent/recent-list.tsx';
import { useRecentSearches } from '../recent/use-recent-searches.ts';
import { type BestMatches, SEARCH_FAILURE } from '../search.queries.ts';
import { LiveResults } from './live-results.tsx';
import { isLiveSearch, liveSearchQuery } from './live-search.queries.ts';
import { SearchFrame, type SearchLook } from './search-frame.tsx';

const DEBOUNCE_MILLISECONDS = 250;

export interface LiveSearchProps {
  /** Whose recent searches are offered; null for a visitor. */
  memberId: string | null;
  look?: SearchLook | undefined;
  /** What was typed before this took over, and the selection when the field had the focus. */
  typed?: Typed;
  /** Receives trimmed text; blank text goes nowhere. */
  onSearch: (text: string) => void;
  onOpen: (promptId: string) => void;
}

export interface Typed {
  text: string;
  selection: readonly [number, number] | null;
}

/**
 * The top bar's search: a combobox whose list has recent searches while it is empty, and results from the third character
 * on. A plain form where no script runs.
 */
export function LiveSearch({ memberId, look, typed, onSearch, onOpen }: LiveSearchProps) {
  const [text, setText] = useState(typed?.text ?? '');
  const input = useRef<HTMLInputElement>(null);
  const recent = useRecentSearches(memberId);
  const combobox = useCombobox();
  const settled = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const isLive = isLiveSearch(text) && isLiveSearch(settled);
  const search = useQuery({
    ...liveSearchQuery(settled),
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

  function submit(wanted: string) {
    if (!wanted) return;
    combobox.close();
    onSearch(wanted);
  }
  function chooseRecent(place: number) {
    const chosen = recent.texts[place];
    if (chosen === undefined) recent.clear();
    else submit(chosen);
  }
  function choose(place: number) {
    if (isFailed) return void search.refetch();
    const result = found?.results[place];
    if (!result) return submit(text.trim());
    combobox.close();
    onOpen(result.id);
  }

  const takeOver = useEffectEvent(() => {
    if (!typed?.selection) return;
    input.current?.focus();
    input.current?.setSelectionRange(...typed.selection);
    combobox.open();
  });
  // Before the browser draws: nobody sees that the field is another one.
  useLayoutEffect(() => takeOver(), []);

  return (
    <SearchFrame
      look={look}
      onSubmit={(event) => {
        event.preventDefault();
        submit(text.trim());
      }}
      onBlur={combobox.closeOnLeave}
      field={{
        ...list.field,
        ref: input,
        value: text,
        onFocus: () => {
          recent.read();
          if (isEmpty) combobox.open();
        },
        onChange: (event) => {
          setText(event.target.value);
          combobox.open();
        },
      }}
    >
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
    </SearchFrame>
  );
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
