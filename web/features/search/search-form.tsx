import { LIMITS } from '#contract/limits.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import popup from './combobox/search-popup.module.css';
import { SearchPopup } from './combobox/search-popup.tsx';
import { useCombobox } from './combobox/use-combobox.ts';
import { RECENT_HELP, RecentList } from './recent/recent-list.tsx';
import { useRecentSearches } from './recent/use-recent-searches.ts';
import styles from './search-form.module.css';

interface SearchFormProps {
  /** Whose recent searches are offered; null for a visitor. */
  memberId: string | null;
  text: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
  /** One of the recent searches was chosen. */
  onRecent: (text: string) => void;
}

/** A plain form where no script runs; `q` is all it sends then. */
export function SearchForm({ memberId, text, onChange, onSubmit, onRecent }: SearchFormProps) {
  const isFull = text.length >= LIMITS.searchTextCharacters;
  const recent = useRecentSearches(memberId);
  const combobox = useCombobox();
  const isEmpty = text.trim() === '';
  const list = combobox.listOf({
    count: isEmpty ? recent.rows : 0,
    onChoose: choose,
    onRemove: recent.removeAt,
  });
  function choose(place: number) {
    const chosen = recent.texts[place];
    if (chosen === undefined) return recent.clear();
    combobox.close();
    onRecent(chosen);
  }
  return (
    <search>
      <form
        action={paths.search()}
        method="get"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          combobox.close();
          onSubmit();
        }}
        onBlur={combobox.closeOnLeave}
      >
        <div className={popup.box}>
          <SearchField
            {...list.field}
            size="large"
            name="q"
            label="Search by title or content"
            placeholder="Search prompts by title or content..."
            maxLength={LIMITS.searchTextCharacters}
            value={text}
            onFocus={() => {
              recent.read();
              if (isEmpty) combobox.open();
            }}
            onChange={(event) => {
              onChange(event.target.value);
              combobox.open();
            }}
            aria-describedby="search-limit"
            data-shortcut="search"
          >
            <Button type="submit">Search</Button>
          </SearchField>
          <SearchPopup listId={list.listId} label="Recent searches" isShown={list.isShown}>
            <RecentList
              listId={list.listId}
              texts={recent.texts}
              active={list.active}
              onChoose={choose}
              onRemove={recent.removeAt}
            />
          </SearchPopup>
          <p className="visually-hidden" role="status">
            {list.isShown ? RECENT_HELP : ''}
          </p>
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
