import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#contract/account.ts';
import type { ChangePreview, Payment, PlanTier } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { changeObstacle, isPlanTier } from '#web/features/billing/billing-words.ts';
import { ChangeDialog } from '#web/features/billing/change-dialog.tsx';
import { useGivenUp } from '#web/features/billing/use-given-up.ts';
import { usePurchase } from '#web/features/billing/use-purchase.ts';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/toast.ts';
import { Checkout } from './checkout.tsx';
import { PlanOverview } from './plan-overview.tsx';

const route = getRouteApi('/subscribe');

/**
 * The plans, and paying for the one chosen. The choice is in the address (`?tier=`): Back leads to the plans, and a
 * link can choose. Whoever has a plan changes it instead of buying another.
 */
export function PlanChoice({ user, isReturn }: { user: User; isReturn: boolean }) {
  const { tier } = route.useSearch();
  const navigate = route.useNavigate();
  const router = useRouter();
  const { data: status } = useSuspenseQuery(statusQuery());
  const { data: settings } = useSuspenseQuery(billingSettingsQuery());
  // A change its bank wants to be asked about.
  const [change, setChange] = useState<{ plan: PlanTier; payment: Payment } | null>(null);
  const wanted = settings.isConfigured && isPlanTier(tier) ? tier : undefined;
  const bought = status.plan === null ? wanted : undefined;
  const givenUp = useGivenUp({
    chosen: wanted,
    onSubscribed: () => void navigate({ to: '/subscription' }),
    onUnsubscribed: toPlans,
  });
  const isChangeable = status.plan !== null && changeObstacle(status) === null && !givenUp.isLeaving;
  const changeTo = isChangeable && wanted !== status.plan ? wanted : undefined;
  const changePrice = changeTo && settings.priceIds[changeTo];

  const unchoose = () => void navigate({ search: {}, replace: true, resetScroll: false });
  const purchase = usePurchase({
    plan: bought,
    priceIds: settings.priceIds,
    onNothingDue: toSuccess,
    onFailed: (plan) => {
      // With Back the choice may be another by now, or none.
      if (router.latestLocation.search.tier === plan) unchoose();
    },
  });

  // The page that follows is loaded anew: with the plan, everything this tab knows is another.
  function toSuccess(plan: PlanTier) {
    window.location.assign(paths.subscriptionSuccess({ tier: plan }));
  }

  function toPlans() {
    purchase.reset();
    setChange(null);
    void navigate({ search: {} });
  }

  function changed({ kind, plan }: ChangePreview) {
    toast(
      kind === 'upgrade'
        ? { title: 'Plan updated', description: `You are on ${TIER_NAMES[plan]} now.` }
        : { title: 'Change planned', description: `${TIER_NAMES[plan]} begins when this month ends.` },
    );
    void navigate({ to: '/subscription' });
  }

  const [hasBeenPaying, setBeenPaying] = useState(isReturn);
  const paying = change ?? (bought && !purchase.failure ? { plan: bought, payment: purchase.payment } : null);
  if (paying && !hasBeenPaying) setBeenPaying(true);
  if (paying) {
    return (
      <Checkout
        plan={paying.plan}
        payment={paying.payment}
        settings={settings}
        renewsAt={status.plan === null ? undefined : (status.currentPeriodEnd ?? undefined)}
        isUpgrade={change !== null}
        onPaid={() => toSuccess(paying.plan)}
        onReload={() => (change ? toPlans() : purchase.restart())}
        onVoid={givenUp.leave}
        onBack={toPlans}
      />
    );
  }
  return (
    <>
      <PlanOverview
        user={user}
        status={status}
        settings={settings}
        failure={purchase.failure ?? givenUp.words}
        isReturn={hasBeenPaying}
      />
      {changeTo && changePrice ? (
        <ChangeDialog
          key={changeTo}
          plan={changeTo}
          priceId={changePrice}
          status={status}
          onChanged={changed}
          onPayment={(payment) => setChange({ plan: changeTo, payment })}
          onClosed={() => {
            // Closed by going on elsewhere: then the address is no longer ours to change.
            if (router.latestLocation.pathname === paths.subscribe()) unchoose();
          }}
        />
      ) : null}
    </>
  );
}
