import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { paths } from '#web/paths.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';

interface CategorySearchProps {
  slug: string;
  name: string;
  /** Receives the trimmed text; blank text goes nowhere. */
  onSearch: (text: string) => void;
}

/** Leads to the search page with this category chosen; a plain form where no script runs. */
export function CategorySearch({ slug, name, onSearch }: CategorySearchProps) {
  const [text, setText] = useState('');
  return (
    <form
      action={paths.search()}
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim()) onSearch(text.trim());
      }}
    >
      <SearchField
        name="q"
        label={`Search in ${name}`}
        placeholder={`Search in ${name}`}
        maxLength={LIMITS.searchTextCharacters}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <input type="hidden" name="category" value={slug} />
    </form>
  );
}
