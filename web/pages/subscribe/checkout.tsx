import { useEffect, useRef, useState } from 'react';
import type {
  BillingSettings,
  ChangePreview,
  Payment,
  PlanTier,
  SubscriptionStatus,
} from '#contract/billing.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import {
  changeAgreement,
  laterPrice,
  nextMonth,
  planOf,
  priceAfterCode,
} from '#web/features/billing/billing-messages.ts';
import { CardFormSkeleton } from '#web/features/billing/payment/card-form-skeleton.tsx';
import { LazyAddressForm } from '#web/features/billing/payment/lazy-address-form.tsx';
import { LazyCardForm } from '#web/features/billing/payment/lazy-card-form.tsx';
import { PaymentSummary } from '#web/features/billing/payment/payment-summary.tsx';
import { PromotionCode } from '#web/features/billing/payment/promotion-code.tsx';
import type { Purchase } from '#web/features/billing/payment/use-purchase.ts';
import { Resume, UNDO_UPGRADE } from '#web/features/billing/plan/state-action.tsx';
import { PageTitle } from '#web/layout/page-title.tsx';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import styles from './checkout.module.css';
import { promptIdOpenedByTier } from './use-wanted-prompt.ts';

interface CheckoutProps {
  plan: PlanTier;
  /** Undefined while it is being prepared. */
  payment: Payment | undefined;
  monthlyCents: number | undefined;
  /** An upgrade is none, and takes no code. */
  purchase: Purchase;
  settings: BillingSettings;
  /** What they have before this. */
  status: SubscriptionStatus;
  /** An upgrade: the server has tried the kept card. */
  upgrade: ChangePreview | null;
  /** The prompt it is bought for. */
  wanted: PromptCard | undefined;
  /** Where a bank's own page leads back to. */
  successPath: string;
  onPaid: () => void;
  onReload: () => void;
  onVoid: () => void;
  onBack: () => void;
}

export function Checkout(props: CheckoutProps) {
  const {
    plan,
    payment,
    monthlyCents,
    purchase,
    settings,
    status,
    upgrade,
    wanted,
    successPath,
    onPaid,
    onReload,
    onVoid,
    onBack,
  } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { now } = useClock();
  const trialEndsAt = status.plan === null ? status.trial.endsAt : null;
  const discount = purchase.payment?.discount ?? null;
  const renewsAt = (status.plan === null ? null : status.currentPeriodEnd) ?? nextMonth(now);
  const [isAddressChanging, setAddressChanging] = useState(false);
  const isAddressAsked = isAddressChanging || purchase.isAddressNeeded;
  // The same address with another query: the router leaves the focus where it was, on a card that is gone.
  useEffect(() => {
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <PageTitle>Complete Your Subscription</PageTitle>
      <BackLink>
        {(className) => (
          <button type="button" className={className} onClick={onBack}>
            Back to plans
          </button>
        )}
      </BackLink>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        Complete Your Subscription
      </h1>
      {wanted ? <WantedNote plan={plan} wanted={wanted} /> : null}
      <div className={styles.columns}>
        {/* First in reading order, before the form; next to it where there is room. */}
        <PaymentSummary
          plan={plan}
          payment={payment}
          isAddressNeeded={purchase.isAddressNeeded}
          monthlyCents={monthlyCents}
          discount={discount}
          taxKind={upgrade === null ? settings.tax : upgrade.tax}
          tax={purchase.payment?.tax}
          onAddressChange={() => setAddressChanging(true)}
          renewsAt={renewsAt}
          later={
            upgrade
              ? laterPrice(upgrade, renewsAt)
              : priceAfterCode(discount, monthlyCents ?? planOf(plan).priceCents, now)
          }
        />
        <div className={styles.panel}>
          {trialEndsAt === null ? null : (
            <Callout className={styles.trial}>
              Your free trial, until <BillingDate at={trialEndsAt} />, ends with the payment: your paid month
              starts today.
            </Callout>
          )}
          {upgrade === null && settings.takesPromotionCodes && !isAddressAsked ? (
            <PromotionCode
              applied={discount?.code}
              isPending={purchase.isEntering}
              failure={purchase.codeFailure}
              onEnter={purchase.enterCode}
            />
          ) : null}
          {isAddressAsked ? (
            <LazyAddressForm
              place={purchase.payment?.tax?.place}
              onSaved={() => {
                setAddressChanging(false);
                purchase.restartWithAddress();
              }}
              onCancel={isAddressChanging ? () => setAddressChanging(false) : undefined}
            />
          ) : payment ? (
            // While a code is checked, what was typed stays: one that is refused leaves this payment as it is.
            <div inert={purchase.isEntering} className={purchase.isEntering ? styles.waiting : undefined}>
              <LazyCardForm
                payment={payment}
                settings={settings}
                returnPath={successPath}
                buttonText={buttonText(upgrade)}
                onPaid={onPaid}
                onReload={onReload}
                onVoid={onVoid}
                isSavedCardTried={upgrade !== null}
              >
                <p className={styles.note}>
                  Card details go straight to the payment provider. Cancel anytime.
                </p>
              </LazyCardForm>
            </div>
          ) : (
            <CardFormSkeleton />
          )}
          <UnpaidUpgrade upgrade={upgrade} plan={status.plan} onUndone={onBack} />
        </div>
      </div>
    </>
  );
}

const buttonText = (upgrade: ChangePreview | null) =>
  upgrade === null ? 'Subscribe Now' : changeAgreement(upgrade);

function WantedNote({ plan, wanted }: { plan: PlanTier; wanted: PromptCard }) {
  const opener = wanted.tier === 'engineer' ? 'a custom prompt order' : TIER_NAMES[wanted.tier];
  return (
    <p className={styles.lead}>
      {promptIdOpenedByTier(plan, wanted) === undefined
        ? `${TIER_NAMES[plan]} doesn’t open “${wanted.title}”: it needs ${opener}.`
        : `“${wanted.title}” opens as soon as you’ve paid.`}
    </p>
  );
}

/** The same debt as on the subscription page, and the same way out. */
function UnpaidUpgrade({
  upgrade,
  plan,
  onUndone,
}: {
  upgrade: ChangePreview | null;
  plan: PlanTier | null;
  onUndone: () => void;
}) {
  if (upgrade === null || plan === null) return null;
  return (
    <div className={styles.undo}>
      <p>You stay on {TIER_NAMES[plan]} until the upgrade is paid.</p>
      <Resume {...UNDO_UPGRADE} onDone={onUndone} />
    </div>
  );
}
