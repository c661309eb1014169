import { Link } from '@tanstack/react-router';
import Search from 'lucide-react/icons/search';
import type { Category } from '#contract/catalog.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { CategoryIcon } from '#web/ui/graphics/category-icon.tsx';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { POPULAR_SEARCHES } from '../popular-searches.ts';
import styles from './nothing-asked.module.css';

/** Before anything is searched for: what others look for, and the categories. */
export function NothingAsked({ categories }: { categories: readonly Category[] }) {
  return (
    <>
      <EmptyState
        icon={Search}
        title="Start searching to find prompts"
        actions={POPULAR_SEARCHES.map((word) => (
          <Link
            key={word}
            to="/search"
            search={{ q: word }}
            className={buttonClass({ variant: 'line', size: 'small' })}
          >
            {word}
          </Link>
        ))}
      >
        <p>Describe your task in a few words, pick a filter, or try a popular search:</p>
      </EmptyState>
      <h2 id="browse-categories" className={styles.heading}>
        Or browse a category
      </h2>
      <ul className={styles.categories} aria-labelledby="browse-categories">
        {categories.map(({ id, slug, name, promptCount }) => (
          <li key={id} data-category={slug}>
            <Link to="/category/$slug" params={{ slug }} className={styles.category}>
              <CategoryIcon slug={slug} className={styles.icon} />
              {name}
              <span className={styles.count}>
                {wholeNumber(promptCount)}
                <span className="visually-hidden"> prompts</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
