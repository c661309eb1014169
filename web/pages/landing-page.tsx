import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { categoriesQuery } from '#web/features/catalog/catalog.queries.ts';
import { PlanOffer } from '#web/features/plans/plan-offer.tsx';
import { LandingHeader } from '#web/layout/landing-header.tsx';
import { PageShell } from '#web/layout/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/button-class.ts';
import { classNames } from '#web/ui/class-names.ts';
import { LandingBlurbs } from './landing/landing-blurbs.tsx';
import { LandingCategories } from './landing/landing-categories.tsx';
import { LandingHero } from './landing/landing-hero.tsx';
import styles from './landing-page.module.css';

/** What a visitor meets at `/`. */
export function LandingPage() {
  const { data: categories } = useSuspenseQuery(categoriesQuery());
  const promptCount = categories.reduce((sum, category) => sum + category.promptCount, 0);
  return (
    <PageShell header={<LandingHeader />} hasNotice={false} width="full">
      <LandingHero promptCount={promptCount} />
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
              Four tiers, stacked
            </h2>
            <p className={styles.plansNote}>
              Each plan opens its own shelf and every shelf below it. Change or cancel whenever you like.
            </p>
          </div>
          <PlanOffer
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
              <p className={styles.panelNote}>Sign in with Google and start reading in under a minute.</p>
            </div>
            <Link
              to="/login"
              search={{ returnUrl: '/subscribe?trial=1' }}
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
