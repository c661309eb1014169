import { LIMITS } from '#contract/limits.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import styles from './search-form.module.css';

interface SearchFormProps {
  text: string;
  onChange: (text: string) => void;
  onSubmit: () => void;
}

/** A plain form where no script runs; `q` is all it sends then. */
export function SearchForm({ text, onChange, onSubmit }: SearchFormProps) {
  const isFull = text.length >= LIMITS.searchTextCharacters;
  return (
    <search>
      <form
        action={paths.search()}
        method="get"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        <SearchField
          size="large"
          name="q"
          label="Search prompts"
          placeholder="Search prompts by title or content..."
          maxLength={LIMITS.searchTextCharacters}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby="search-limit"
          data-shortcut="search"
        >
          <Button type="submit">Search</Button>
        </SearchField>
        <p id="search-limit" role="status" className={isFull ? styles.limit : 'visually-hidden'}>
          {isFull
            ? `A search has at most ${LIMITS.searchTextCharacters} characters; the rest is left out.`
            : ''}
        </p>
      </form>
    </search>
  );
}
