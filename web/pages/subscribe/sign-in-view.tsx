import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { TrialPanel } from '#web/features/billing/plan/trial-panel.tsx';
import { tiersQuery } from '#web/features/catalog/catalog.queries.ts';
import { FreeRow } from '#web/features/plans/free-row.tsx';
import { PlanDetails } from '#web/features/plans/plan-details.tsx';
import { PlanOffer } from '#web/features/plans/plan-offer.tsx';
import { HomeLink } from '#web/layout/home-link.tsx';
import { GoogleButton } from '#web/pages/login/google-button.tsx';
import { paths } from '#web/paths.ts';
import { CategoryCardSkeletons } from '#web/ui/cards/category-card.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './sign-in-view.module.css';
import { promptIdForPlanUrl, promptIdOpenedByTier, useWantedPrompt } from './use-wanted-prompt.ts';

/** What a visitor meets; signing in leads back to the same choice. */
export function SignInView() {
  const { href } = useLocation();
  const wanted = useWantedPrompt();
  const { data: tiers } = useQuery(tiersQuery());
  return (
    <>
      <HomeLink />
      <section className={styles.card}>
        <h1 className={styles.title}>Sign In Required</h1>
        <p className={styles.text}>Sign in to choose a plan. We’ll bring you back here.</p>
        <GoogleButton href={paths.googleSignIn(href)} text="Sign In with Google" />
        <a href="#plans" className={buttonClass({ variant: 'ghost' })}>
          See plans
        </a>
      </section>
      <section id="plans" className={styles.plans} aria-labelledby="plans-title">
        <h2 id="plans-title">Start free. Upgrade when you need more.</h2>
        <TrialPanel
          level={3}
          action={
            <a
              href={paths.googleSignIn(paths.trial(promptIdOpenedByTier('pro', wanted)))}
              className={buttonClass({ variant: 'line' })}
            >
              Start Your Free Trial
            </a>
          }
        />
        {tiers ? (
          <FreeRow promptCount={tiers.find(({ tier }) => tier === 'basic')?.promptCount ?? 0} />
        ) : null}
        <div className={styles.offer}>
          <PlanOffer
            {...(tiers ? { counts: tiers } : {})}
            renderAction={(plan) => (
              <a
                href={paths.googleSignIn(paths.subscribe(plan.tier, promptIdForPlanUrl(plan, wanted)))}
                className={buttonClass({ variant: 'line', isBlock: plan.interval === 'month' })}
              >
                Choose {plan.name}
              </a>
            )}
          />
        </div>
      </section>
      <PlanDetails />
    </>
  );
}

/** While the viewer is unknown. */
export function SignInWaiting() {
  return (
    <main className={styles.waiting} aria-busy="true">
      <p className="visually-hidden" role="status">
        Checking who is signed in
      </p>
      <CategoryCardSkeletons count={LIMITS.placeholders} />
    </main>
  );
}
