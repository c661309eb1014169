import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { categoriesQuery, tiersQuery } from '#web/features/catalog/catalog.queries.ts';
import { FreeRow } from '#web/features/plans/free-row.tsx';
import { PlanOffer } from '#web/features/plans/plan-offer.tsx';
import { LandingHeader } from '#web/layout/header/landing-header.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useInView } from '#web/ui/behavior/use-in-view.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { LandingBlurbs } from './landing-blurbs.tsx';
import { LandingCategories } from './landing-categories.tsx';
import { LandingHero } from './landing-hero.tsx';
import styles from './landing-page.module.css';

/** What a visitor meets at `/`. */
export function LandingPage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const { data: tiers } = useSuspenseQuery(tiersQuery());
  const [search, isSearchInSight] = useInView<HTMLDivElement>();
  return (
    <PageShell
      header={<LandingHeader isSearchHidden={isSearchInSight} />}
      hasVisitorBanner={false}
      width="full"
    >
      <LandingHero categories={categories} search={search} />
      <section
        id="categories"
        className={classNames(styles.band, styles.paper)}
        aria-labelledby="categories-title"
      >
        <div className={styles.wrap}>
          <LandingCategories categories={categories} titleId="categories-title" />
        </div>
      </section>
      <section id="plans" className={styles.band} aria-labelledby="plans-title">
        <div className={styles.wrap}>
          <div className={styles.plansHead}>
            <h2 id="plans-title" className={styles.title}>
              Start free. Upgrade when you need more.
            </h2>
            <p className={styles.plansNote}>
              Each plan includes everything in the one before it. Change or cancel whenever you like.
            </p>
          </div>
          <div className={styles.free}>
            <FreeRow
              promptCount={tiers.find(({ tier }) => tier === 'basic')?.promptCount ?? 0}
              action={
                <Link to="/login" className={buttonClass()}>
                  Start free
                </Link>
              }
            />
          </div>
          <PlanOffer
            counts={tiers}
            renderAction={(plan) => (
              // Signing in first, then on to the plan.
              <Link
                to="/login"
                search={{ returnUrl: paths.subscribe(plan.tier) }}
                className={buttonClass({
                  variant: plan.isMostPopularOnOffer ? 'primary' : 'line',
                  isBlock: plan.interval === 'month',
                })}
              >
                Choose {plan.name}
              </Link>
            )}
          />
        </div>
      </section>
      <div className={classNames(styles.band, styles.last)}>
        <div className={styles.wrap}>
          <LandingBlurbs />
          <section className={styles.panel} aria-labelledby="trial-title">
            <div>
              <h2 id="trial-title" className={styles.panelTitle}>
                The next good answer starts with a better question.
              </h2>
              <p className={styles.panelNote}>
                {LIMITS.trialDays} days of Pro, no card. Sign in with Google and start reading in under a
                minute.
              </p>
            </div>
            <Link
              to="/login"
              search={{ returnUrl: paths.trial() }}
              className={buttonClass({ variant: 'mark', size: 'large' }, styles.panelButton)}
            >
              Start Your Free Trial
            </Link>
          </section>
        </div>
      </div>
    </PageShell>
  );
}
