import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useLocation } from '@tanstack/react-router';
import { LIMITS } from '#contract/limits.ts';
import { PLANS } from '#contract/plans.ts';
import { TrialPanel } from '#web/features/billing/plan/trial-panel.tsx';
import { tiersQuery } from '#web/features/catalog/catalog.queries.ts';
import { PlanDetails } from '#web/features/plans/plan-details.tsx';
import { PlanOffer } from '#web/features/plans/plan-offer.tsx';
import { HomeLink } from '#web/layout/home-link.tsx';
import { GoogleButton } from '#web/pages/login/google-button.tsx';
import { signInReason } from '#web/pages/login/sign-in-reason.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { ActionPanel } from '#web/ui/cards/action-panel.tsx';
import { CategoryCardSkeletons } from '#web/ui/cards/category-card.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { PlansHeading } from './plans-heading.tsx';
import styles from './sign-in-view.module.css';
import {
  promptIdForPlanUrl,
  promptIdOpenedByTier,
  tierThatOpens,
  useWantedFeature,
  useWantedPrompt,
} from './use-wanted-prompt.ts';

const route = getRouteApi('/subscribe');

/** What a visitor meets; signing in leads back to the same choice. */
export function SignInView() {
  const { href } = useLocation();
  const { tier, trial } = route.useSearch();
  const wanted = useWantedPrompt();
  const feature = useWantedFeature();
  const chosen = PLANS.find((plan) => plan.tier === tier);
  const opening = tierThatOpens(wanted);
  const suggested = chosen?.tier ?? feature?.plan ?? opening;
  const { data: tiers } = useQuery(tiersQuery());
  const basicCount = tiers?.find((count) => count.tier === 'basic')?.promptCount;
  return (
    <>
      <HomeLink />
      <PlansHeading />
      <ActionPanel
        title="Sign In Required"
        className={classNames(styles.panel, styles.free)}
        action={<GoogleButton href={paths.googleSignIn(href)} text="Sign In with Google" />}
      >
        <p>
          {chosen || trial !== undefined ? signInReason(href) : 'Sign in to choose a plan.'} We’ll bring you
          back here.
        </p>
        {/* Here and not in a row of its own: one banner says what signing in brings. */}
        <p className={styles.freeOffer}>
          <strong>Free with your Google account: every basic prompt.</strong>{' '}
          {basicCount === undefined
            ? null
            : `${countWithNoun(basicCount, 'prompt')} to read, fill in and copy. `}
          No card needed. <a href={paths.googleSignIn(paths.home())}>Start free</a>
        </p>
      </ActionPanel>
      <TrialPanel
        className={styles.panel}
        action={
          <a
            href={paths.googleSignIn(paths.trial(promptIdOpenedByTier('pro', wanted)))}
            className={buttonClass({ variant: 'line' })}
          >
            Start Your Free Trial
          </a>
        }
      />
      <div className={styles.offer}>
        <PlanOffer
          level={2}
          marks={chosen ? [{ tier: chosen.tier, label: 'Your choice' }] : []}
          opening={opening}
          featured={feature}
          {...(tiers ? { counts: tiers } : {})}
          renderAction={(plan) => (
            <a
              href={paths.googleSignIn(paths.subscribe(plan.tier, promptIdForPlanUrl(plan, wanted)))}
              className={buttonClass({
                variant: (suggested ? plan.tier === suggested : plan.isMostPopularOnOffer)
                  ? 'primary'
                  : 'line',
                isBlock: plan.interval === 'month',
              })}
            >
              Choose {plan.name}
            </a>
          )}
        />
      </div>
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
