import { LIMITS } from '#contract/limits.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import popup from './combobox/search-popup.module.css';
import { useLiveSearch } from './live/use-live-search.tsx';
import type { SearchFilters } from './search.queries.ts';
import styles from './search-form.module.css';

interface SearchFormProps {
  /** Whose recent searches are offered; null for a visitor. */
  memberId: string | null;
  text: string;
  /** What the search is narrowed by. */
  filters: SearchFilters;
  onChange: (text: string) => void;
  /** Also with blank text: the filters alone. */
  onSearch: (text: string) => void;
  onOpen: (promptId: string) => void;
}

/** A plain form where no script runs; `q` is all it sends then. */
export function SearchForm(search: SearchFormProps) {
  const { text, onSearch } = search;
  const isFull = text.length >= LIMITS.searchTextCharacters;
  const live = useLiveSearch(search);
  return (
    <search>
      <form
        {...live.form}
        action={paths.search()}
        method="get"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          live.close();
          onSearch(text);
        }}
      >
        <div className={popup.box}>
          <SearchField
            {...live.field}
            size="large"
            name="q"
            label="Search by title or content"
            placeholder="Search prompts by title or content..."
            maxLength={LIMITS.searchTextCharacters}
            aria-describedby="search-limit"
            data-shortcut="search"
          >
            <Button type="submit">Search</Button>
          </SearchField>
          {live.popup}
        </div>
        <p id="search-limit" role="status" className={isFull ? styles.limit : 'visually-hidden'}>
          {isFull
            ? `Searches are limited to ${LIMITS.searchTextCharacters} characters. The rest is ignored.`
            : ''}
        </p>
      </form>
    </search>
  );
}
