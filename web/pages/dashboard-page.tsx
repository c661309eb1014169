import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { countWords } from '#web/ui/format-count.ts';
import { Volume, VolumeShelf, VolumeSkeletons } from '#web/ui/volume.tsx';
import { DashboardActions } from './dashboard/dashboard-actions.tsx';
import { DashboardSearch } from './dashboard/dashboard-search.tsx';
import styles from './dashboard-page.module.css';

/** What a member meets at `/`. */
export function DashboardPage() {
  const user = useUser();
  const { data: categories, isPending } = useQuery(categoriesQuery());
  const name = user?.firstName?.trim();
  return (
    <PageShell>
      <h1>{name ? `Welcome back, ${name}` : 'Welcome back'}</h1>
      <DashboardSearch />
      <section id="categories" className={styles.section} aria-labelledby="categories-title">
        <h2 id="categories-title" className={styles.title}>
          Explore Categories
        </h2>
        {isPending ? (
          <div aria-busy="true">
            <p className="visually-hidden" role="status">
              Loading categories
            </p>
            <VolumeSkeletons count={LIMITS.placeholders} />
          </div>
        ) : null}
        {!isPending && !categories?.length ? <p className={styles.none}>No categories available.</p> : null}
        {categories?.length ? (
          <VolumeShelf>
            {categories.map((category) => (
              <Volume
                key={category.id}
                category={category.slug}
                name={category.name}
                count={countWords(category.promptCount, 'prompt')}
                renderLink={(text, className) => (
                  <Link to="/category/$slug" params={{ slug: category.slug }} className={className}>
                    {text}
                  </Link>
                )}
              />
            ))}
          </VolumeShelf>
        ) : null}
      </section>
      <section className={styles.section} aria-labelledby="actions-title">
        <h2 id="actions-title" className={styles.title}>
          Quick Actions
        </h2>
        <DashboardActions tier={user?.subscriptionTier ?? 'basic'} />
      </section>
    </PageShell>
  );
}
