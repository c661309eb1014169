import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { countWords } from '#web/ui/format-count.ts';
import { SearchField } from '#web/ui/search-field.tsx';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { LiveResults } from './live-results.tsx';
import styles from './live-search.module.css';
import { isLiveSearch, liveSearchQuery } from './live-search.queries.ts';
import { nextPlace } from './next-place.ts';

const DEBOUNCE_MILLISECONDS = 250;

interface LiveSearchProps {
  /** Receives trimmed text; blank text goes nowhere (SPEC section 5). */
  onSearch: (text: string) => void;
  onOpen: (promptId: string) => void;
}

/**
 * The top bar's search: a combobox by the ARIA pattern, whose list opens from the third character on and leaves the
 * focus in the field. A plain form where no script runs.
 */
export function LiveSearch({ onSearch, onOpen }: LiveSearchProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  /** Place in the list; one past the results is "See all results". */
  const [active, setActive] = useState<number | null>(null);
  const id = useId();
  const settled = useDebounced(text.trim(), DEBOUNCE_MILLISECONDS);
  const isLive = isLiveSearch(text) && isLiveSearch(settled);
  const search = useQuery({
    ...liveSearchQuery(settled),
    enabled: isLive && isOpen,
    placeholderData: keepPreviousData,
  });
  const found = isLive ? search.data : undefined;
  const isShown = isOpen && found !== undefined;
  const count = found ? found.results.length + 1 : 0;

  function close() {
    setOpen(false);
    setActive(null);
  }
  function submit() {
    const trimmed = text.trim();
    if (!trimmed) return;
    close();
    onSearch(trimmed);
  }
  function choose(place: number) {
    const result = found?.results[place];
    if (!result) return submit();
    close();
    onOpen(result.id);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      return close();
    }
    if (event.key === 'Enter' && isShown && active !== null) {
      event.preventDefault();
      return choose(active);
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    if (!isShown) return setOpen(true);
    setActive(nextPlace(active, event.key === 'ArrowDown' ? 1 : -1, count));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: <search> is not known to assistive technology widely enough
    <form
      role="search"
      aria-label="Library"
      action={paths.search()}
      method="get"
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      onBlur={(event: FocusEvent<HTMLFormElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <div className={styles.box}>
        <SearchField
          name="q"
          label="Search prompts"
          placeholder="Search prompts"
          maxLength={LIMITS.searchTextCharacters}
          value={text}
          data-shortcut="search"
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}list`}
          aria-autocomplete="list"
          {...(isShown && active !== null ? { 'aria-activedescendant': `${id}${active}` } : {})}
          onChange={(event) => {
            setText(event.target.value);
            setActive(null);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
        />
        <LiveResults
          id={id}
          found={isShown ? found : undefined}
          words={settled}
          active={active}
          isStale={search.isPlaceholderData}
          onChoose={choose}
        />
        <p className="visually-hidden" role="status">
          {isShown && !search.isPlaceholderData ? countWords(found.total, 'result') : ''}
        </p>
      </div>
      <Button type="submit" variant="line">
        Search
      </Button>
    </form>
  );
}
