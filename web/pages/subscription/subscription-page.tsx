import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { tierRank } from '#contract/tiers.ts';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { useStripPaymentParams } from '#web/features/billing/payment/use-strip-payment-params.ts';
import { Bills } from '#web/features/billing/plan/bills.tsx';
import { planMarks } from '#web/features/billing/plan/plan-marks.ts';
import { PortalButtons } from '#web/features/billing/plan/portal-buttons.tsx';
import { TrialOffer } from '#web/features/billing/plan/trial-offer.tsx';
import { useFreshStatus } from '#web/features/billing/plan/use-fresh-status.ts';
import { PlanComparison } from '#web/features/plans/plan-comparison.tsx';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { HomeLink } from '#web/layout/home-link.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { CurrentPlan, focusOn } from './current-plan.tsx';
import { LowerPlans } from './lower-plans.tsx';
import styles from './subscription-page.module.css';

// One file for the browser to fetch.
export { loadSubscription } from './load-subscription.ts';

const route = getRouteApi('/subscription');

/** Managing a subscription. Its route lets members in only. */
export function SubscriptionPage() {
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <Subscription />
    </PageShell>
  );
}

function Subscription() {
  const { data: status } = useSuspenseQuery(statusQuery());
  const { data: settings } = useSuspenseQuery(billingSettingsQuery());
  const search = route.useSearch();
  // As the page was opened: the address is cleaned at once.
  const [isFromPayment] = useState(search.redirect_status !== undefined);
  useStripPaymentParams();
  const panel = useRef<HTMLElement>(null);
  const isAway = useFreshStatus(status, { isConfigured: settings.isConfigured, isFromPayment });
  return (
    <>
      <HomeLink />
      <h1>Manage Subscription</h1>
      <WantedPrompt id={search.prompt} status={status} />
      <CurrentPlan ref={panel} status={status} settings={settings} />
      <TrialOffer status={status} className={styles.trial} onStarted={() => focusOn(panel)} />
      <p role="status" className={styles.asOf}>
        {isAway && status.asOf !== null ? (
          <>
            As of <AbsoluteDate date={status.asOf} />: we can’t reach the payment provider right now. You keep
            what you paid for.
          </>
        ) : null}
      </p>
      {status.asOf === null ? null : (
        <p className={styles.asOf}>
          Something wrong with a payment? The <Link to="/help">help page</Link> has answers, or{' '}
          <Link to="/contact" search={{ topic: 'payment' }}>
            write to us
          </Link>
          .
        </p>
      )}
      <LowerPlans status={status} settings={settings} onPlanned={() => focusOn(panel)} />
      {settings.isConfigured && status.asOf !== null ? (
        <section className={styles.section} aria-labelledby="payments-title">
          <h2 id="payments-title" className={styles.title}>
            Card and invoices
          </h2>
          <Bills asOf={status.asOf} />
          <p className={styles.hint}>
            Opens Stripe’s secure page; you’ll return here.
            {status.unpaid === null
              ? null
              : ' The plan you chose is listed there as an open invoice, which closes by itself if you don’t pay it.'}
          </p>
          <PortalButtons asOf={status.asOf} hasPlan={status.plan !== null} />
        </section>
      ) : null}
      <section className={styles.section} aria-labelledby="compare-title">
        <h2 id="compare-title" className={styles.title}>
          Compare plans
        </h2>
        <PlanComparison
          label="Compare plans"
          marks={planMarks(status)}
          hasDiscount={status.regularCents !== null}
          hasPopular
        />
      </section>
      <section className={styles.section} aria-labelledby="orders-title">
        <h2 id="orders-title" className={styles.title}>
          Custom prompts
        </h2>
        <p className={styles.note}>
          Prompts written for your brief are paid for one at a time. <Link to="/orders">See your orders</Link>
        </p>
      </section>
    </>
  );
}

/** What the plan was paid for, once it opens it. */
function WantedPrompt({ id, status }: { id: string | undefined; status: SubscriptionStatus }) {
  const { data: prompt } = useQuery({ ...promptCardQuery(id ?? ''), enabled: id !== undefined });
  const isOpen = prompt && (!prompt.isLocked || tierRank(prompt.tier) <= tierRank(status.tier));
  return (
    <div role="status" className={styles.wanted}>
      {isOpen ? (
        <Callout>
          “{prompt.title}” is open to you.{' '}
          <Link to="/prompt/$id" params={{ id: prompt.id }}>
            Open your prompt
          </Link>
        </Callout>
      ) : null}
    </div>
  );
}
