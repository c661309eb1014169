import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { categoryListQuery, topicsQuery } from '#web/features/catalog/catalog.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import shared from './test-data.module.css';
import styles from './test-fitness-page.module.css';

const SLUG = 'fitness';

// One file for the browser to fetch.
export { loadTestFitness } from './load-test-fitness.ts';

/** Raw data of one category, for developers. */
export function TestFitnessPage() {
  const { data: list } = useSuspenseInfiniteQuery(categoryListQuery(SLUG, { sort: 'popular' }));
  const { data: topics } = useSuspenseQuery(topicsQuery(SLUG));
  const category = list.pages[0]?.category;
  return (
    <PageShell hasVisitorBanner={false}>
      <h1>Fitness data test</h1>
      {category ? (
        <dl className={shared.data}>
          <dt>name</dt>
          <dd>{category.name}</dd>
          <dt>description</dt>
          <dd>{category.description}</dd>
          <dt>promptCount</dt>
          <dd>{category.promptCount}</dd>
        </dl>
      ) : (
        <p>No category has the slug “{SLUG}”.</p>
      )}
      <h2 className={shared.heading}>Topics ({topics.length})</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself on narrow screens; without the focus no key could scroll it */}
      <section className={styles.scroll} tabIndex={0} aria-label="Topics">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">description</th>
              <th scope="col">promptCount</th>
            </tr>
          </thead>
          <tbody>
            {topics.map((topic) => (
              <tr key={topic.id}>
                <th scope="row">{topic.name}</th>
                <td>{topic.description}</td>
                <td>{topic.promptCount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </PageShell>
  );
}
