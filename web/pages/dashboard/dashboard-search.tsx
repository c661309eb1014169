import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { LIMITS } from '#contract/limits.ts';
import popup from '#web/features/search/combobox/search-popup.module.css';
import { useLiveSearch } from '#web/features/search/live/use-live-search.tsx';
import { POPULAR_SEARCHES } from '#web/features/search/popular-searches.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import styles from './dashboard-search.module.css';

/** The ink panel: a search of one's own words, with results while they are typed, or one of five. */
export function DashboardSearch({ memberId }: { memberId: string | null }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const live = useLiveSearch({
    memberId,
    text,
    onChange: setText,
    onSearch: (q) => void navigate({ to: '/search', search: { q } }),
    onOpen: (id) => void navigate({ to: '/prompt/$id', params: { id } }),
  });
  return (
    <section className={styles.panel} aria-labelledby="find-title">
      <h2 id="find-title" className={styles.title}>
        Find the Perfect Prompt
      </h2>
      {/* biome-ignore lint/a11y/useSemanticElements: <search> is not known to assistive technology widely enough */}
      <form
        {...live.form}
        role="search"
        aria-label="Find the perfect prompt"
        action={paths.search()}
        method="get"
        className={styles.form}
      >
        <div className={classNames(popup.box, styles.box)}>
          <SearchField
            {...live.field}
            size="large"
            name="q"
            label="Describe the task"
            placeholder="Describe the task"
            className={styles.field}
            maxLength={LIMITS.searchTextCharacters}
            data-shortcut="search"
          />
          {live.popup}
        </div>
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
