import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { POPULAR_SEARCHES } from '#web/features/search/popular-searches.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import styles from './dashboard-search.module.css';

/** The ink panel: a search of one's own words, or one of five. */
export function DashboardSearch() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <section className={styles.panel} aria-labelledby="find-title">
      <h2 id="find-title" className={styles.title}>
        Find the Perfect Prompt
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not known to assistive technology widely enough */}
      <form
        role="search"
        aria-label="Find the perfect prompt"
        action={paths.search()}
        method="get"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim()) void navigate({ to: '/search', search: { q: text.trim() } });
        }}
      >
        <SearchField
          size="large"
          name="q"
          label="Describe the task"
          placeholder="Describe the task"
          className={styles.field}
          maxLength={LIMITS.searchTextCharacters}
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-shortcut="search"
        />
        <Button type="submit" variant="mark" size="large">
          Search
        </Button>
      </form>
      <div className={styles.popular}>
        <p id="popular-searches" className={styles.label}>
          Popular:
        </p>
        <ul className={styles.chips} aria-labelledby="popular-searches">
          {POPULAR_SEARCHES.map((word) => (
            <li key={word}>
              <Link to="/search" search={{ q: word }} className={styles.chip}>
                {word}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
