import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { CategoryCard, CategoryCardGrid, CategoryCardSkeletons } from '#web/ui/cards/category-card.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { DashboardActions } from './dashboard-actions.tsx';
import styles from './dashboard-page.module.css';
import { DashboardPrompts, DashboardStart } from './dashboard-prompts.tsx';
import { DashboardSearch } from './dashboard-search.tsx';

/** What a member meets at `/`. */
export function DashboardPage() {
  const user = useUser();
  const { data: categories, isPending } = useQuery(categoriesQuery());
  const name = user?.firstName?.trim();
  return (
    <PageShell>
      <h1>{name ? `Welcome back, ${name}` : 'Welcome back'}</h1>
      <DashboardSearch memberId={user?.id ?? null} />
      {user ? <DashboardStart memberId={user.id} /> : null}
      <section id="categories" className={styles.section} aria-labelledby="categories-title">
        <h2 id="categories-title" className={styles.title}>
          Explore Categories
        </h2>
        {isPending ? (
          <div aria-busy="true">
            <p className="visually-hidden" role="status">
              Loading categories
            </p>
            <CategoryCardSkeletons count={LIMITS.placeholders} />
          </div>
        ) : null}
        {!isPending && !categories?.length ? <p className={styles.none}>No categories available.</p> : null}
        {categories?.length ? (
          <CategoryCardGrid>
            {categories.map((category) => (
              <CategoryCard
                key={category.id}
                category={category.slug}
                name={category.name}
                count={countWithNoun(category.promptCount, 'prompt')}
                renderLink={(text, className) => (
                  <Link to="/category/$slug" params={{ slug: category.slug }} className={className}>
                    {text}
                  </Link>
                )}
              />
            ))}
          </CategoryCardGrid>
        ) : null}
      </section>
      <DashboardPrompts />
      <section className={styles.section} aria-labelledby="actions-title">
        <h2 id="actions-title" className={styles.title}>
          Quick Actions
        </h2>
        <DashboardActions tier={user?.subscriptionTier ?? 'basic'} />
      </section>
    </PageShell>
  );
}
