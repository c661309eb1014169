import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { User } from '#contract/account.ts';
import type { ChangePreview, Payment, PlanTier } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { billingSettingsQuery, statusQuery } from '#web/features/billing/billing.queries.ts';
import { isIncluded, isPlanTier, planChangeBlocker } from '#web/features/billing/billing-messages.ts';
import { useAbandonedPayment } from '#web/features/billing/payment/use-abandoned-payment.ts';
import { usePurchase } from '#web/features/billing/payment/use-purchase.ts';
import { ChangeDialog } from '#web/features/billing/plan/change-dialog.tsx';
import { PlannedChangeDialog } from '#web/features/billing/plan/planned-change-dialog.tsx';
import { paths } from '#web/paths.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Checkout } from './checkout.tsx';
import { PlanOverview } from './plan-overview.tsx';
import { promptIdOpenedByTier, useWantedPrompt } from './use-wanted-prompt.ts';

const route = getRouteApi('/subscribe');

/**
 * The plans, and paying for the one chosen. The choice is in the address (`?tier=`): Back leads to the plans, and a
 * link can choose. Anyone who has a plan changes it instead of buying another.
 */
export function PlanChoice({ user, isReturn }: { user: User; isReturn: boolean }) {
  const { tier, prompt, feature } = route.useSearch();
  const wantedPrompt = useWantedPrompt();
  const navigate = route.useNavigate();
  const router = useRouter();
  const { data: status } = useSuspenseQuery(statusQuery());
  const { data: settings } = useSuspenseQuery(billingSettingsQuery());
  // A change its bank wants to be asked about.
  const [change, setChange] = useState<(ChangePreview & { payment: Payment }) | null>(null);
  const isForSale = settings.isConfigured && isPlanTier(tier) && !isIncluded(tier, status);
  const wanted = isForSale ? tier : undefined;
  const bought = status.plan === null ? wanted : undefined;
  const returning = prompt === undefined ? {} : { prompt };
  const searchWithoutTier = feature === undefined ? returning : { ...returning, feature };
  const givenUp = useAbandonedPayment({
    chosen: wanted,
    onSubscribed: () => void navigate({ to: '/subscription', search: returning }),
    onUnsubscribed: showPlans,
  });
  const isChangeable = status.plan !== null && planChangeBlocker(status) === null && !givenUp.isLeaving;
  const changeTo = isChangeable && wanted !== status.plan ? wanted : undefined;
  const changePrice = changeTo && settings.priceIds[changeTo];

  const clearChoice = () => void navigate({ search: searchWithoutTier, replace: true, resetScroll: false });
  // A dialog is also closed by going on elsewhere: then the address is no longer ours to change.
  const clearChoiceHere = () => {
    if (router.latestLocation.pathname === paths.subscribe()) clearChoice();
  };
  const purchase = usePurchase({
    plan: bought,
    priceIds: settings.priceIds,
    onNothingDue: showSuccess,
    onFailed: (plan) => {
      // With Back the choice may be another by now, or none.
      if (router.latestLocation.search.tier === plan) clearChoice();
    },
  });

  const successPath = (plan: PlanTier) =>
    paths.subscriptionSuccess({ tier: plan, prompt: promptIdOpenedByTier(plan, wantedPrompt) });

  // A full page load: everything cached in this tab depends on the plan.
  function showSuccess(plan: PlanTier) {
    window.location.assign(successPath(plan));
  }

  function showPlans() {
    purchase.reset();
    setChange(null);
    void navigate({ search: searchWithoutTier });
  }

  function upgraded({ plan }: ChangePreview) {
    toast({ title: 'Plan updated', description: `You’re on ${TIER_NAMES[plan]} now.` });
    const id = promptIdOpenedByTier(plan, wantedPrompt);
    if (id === undefined) void navigate({ to: '/subscription' });
    else void navigate({ to: '/prompt/$id', params: { id } });
  }

  const [hasBeenPaying, setBeenPaying] = useState(isReturn);
  const paying =
    change ??
    (bought && !purchase.failure
      ? { plan: bought, payment: purchase.payment, monthlyCents: purchase.payment?.monthlyCents }
      : null);
  if (paying && !hasBeenPaying) setBeenPaying(true);
  if (paying) {
    return (
      <Checkout
        plan={paying.plan}
        payment={paying.payment}
        monthlyCents={paying.monthlyCents}
        purchase={purchase}
        settings={settings}
        status={status}
        upgrade={change}
        wanted={wantedPrompt}
        successPath={successPath(paying.plan)}
        onPaid={() => {
          // Here, because the next page says it itself.
          toast({ title: 'Payment Successful', description: 'You are subscribed!' });
          showSuccess(paying.plan);
        }}
        onReload={() => (change ? showPlans() : purchase.restart())}
        onVoid={givenUp.leave}
        onBack={showPlans}
      />
    );
  }
  return (
    <>
      <PlanOverview
        user={user}
        status={status}
        settings={settings}
        failure={purchase.failure ?? givenUp.message}
        isReturn={hasBeenPaying}
      />
      {changeTo && changePrice ? (
        <ChangeDialog
          key={changeTo}
          plan={changeTo}
          priceId={changePrice}
          status={status}
          onChanged={upgraded}
          onPayment={(payment, preview) => setChange({ ...preview, payment })}
          onClosed={clearChoiceHere}
        />
      ) : settings.isConfigured ? (
        <PlannedChangeDialog
          chosen={tier}
          status={status}
          onUndone={clearChoice}
          onClosed={clearChoiceHere}
        />
      ) : null}
    </>
  );
}
