import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { BillingSettings, PlanTier, SubscriptionStatus } from '#contract/billing.ts';
import { removeUnpaidPlan } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import {
  formatAmount,
  isIncluded,
  isOnHold,
  monthlyPrice,
  planAlert,
} from '#web/features/billing/billing-messages.ts';
import { DuePayment } from '#web/features/billing/payment/due-payment.tsx';
import { billsQuery } from '#web/features/billing/plan/bills.queries.ts';
import { ChangeDialog } from '#web/features/billing/plan/change-dialog.tsx';
import { plannedDowngrade } from '#web/features/billing/plan/planned-downgrade.ts';
import { Resume, StateAction, UNDO_UPGRADE } from '#web/features/billing/plan/state-action.tsx';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './plan-state.module.css';

const route = getRouteApi('/subscription');

interface PlanStateProps {
  status: SubscriptionStatus;
  settings: BillingSettings;
  /** What was pressed is gone with the state it belonged to. */
  onDone: () => void;
}

/** What is out of the ordinary with a subscription, each with its way out. */
export function PlanState({ status, settings, onDone }: PlanStateProps) {
  const { plan, endsAt, nextPlan, isPaymentDue } = status;
  const alert = planAlert(status, useClock().now / 1000);
  const { prompt } = route.useSearch();
  const { isConfigured } = settings;
  const isOverdue = alert?.kind === 'overdue';
  if (plan === null) return <Unpaid status={status} settings={settings} onDone={onDone} />;
  return (
    <>
      <PaymentProblem status={status} />
      {isPaymentDue && isConfigured ? (
        <div className={styles.due}>
          <DuePayment
            settings={settings}
            status={status}
            returnPath={paths.subscription(prompt)}
            onPaid={onDone}
          >
            {isOverdue || endsAt !== null ? null : (
              <Resume
                {...(status.status === 'paused'
                  ? { label: 'Stay paused', done: 'Your plan stays paused.' }
                  : UNDO_UPGRADE)}
                onDone={onDone}
              />
            )}
          </DuePayment>
        </div>
      ) : null}
      {endsAt !== null ? (
        <State variant="soft">
          <p>
            Your subscription ends on <BillingDate at={endsAt} />.
            {isOverdue ? null : ' You keep access until then.'}
            {nextPlan === null
              ? null
              : ` If you resume, it changes to ${TIER_NAMES[nextPlan]} then, as planned.`}
          </p>
          {isConfigured ? (
            <Resume
              label="Resume Subscription"
              isPrimary
              done={
                nextPlan === null
                  ? 'Your subscription continues and renews as before.'
                  : `Your subscription continues. It changes to ${TIER_NAMES[nextPlan]} when this month ends, as planned.`
              }
              onDone={onDone}
            />
          ) : null}
        </State>
      ) : null}
      <Pause status={status} settings={settings} onDone={onDone} />
      <Planned status={status} settings={settings} onDone={onDone} />
    </>
  );
}

/** A plan that was chosen: its payment can be made, or the choice removed. */
function Unpaid({ status, settings, onDone }: PlanStateProps) {
  const { unpaid } = status;
  const { prompt } = route.useSearch();
  if (unpaid === null) return null;
  const name = TIER_NAMES[unpaid.plan];
  return (
    <State>
      <p>
        You started to subscribe to {name} ({monthlyPrice(unpaid.plan, unpaid)}) but haven’t paid for it.
        Nothing was charged, and nothing is owed.
      </p>
      {settings.isConfigured ? (
        <div className={styles.choices}>
          {isIncluded(unpaid.plan, status) ? null : (
            <a href={paths.subscribe(unpaid.plan, prompt)} className={buttonClass()}>
              Continue
            </a>
          )}
          <StateAction
            label="Discard"
            pendingText="Discarding..."
            call={() => callWithPaymentTimeout(removeUnpaidPlan, {})}
            failure="We couldn’t discard that."
            done={{ title: 'Choice discarded', description: 'You were not charged.' }}
            onDone={onDone}
          />
        </div>
      ) : null}
    </State>
  );
}

/** A lower plan from the next month on. */
function Planned({ status, settings, onDone }: PlanStateProps) {
  const planned = plannedDowngrade(status);
  if (planned === null) return null;
  const { from, to, at, statusThen } = planned;
  return (
    <State variant="soft">
      <p>
        Your plan changes to {TIER_NAMES[to]} ({monthlyPrice(to, statusThen)}) on <BillingDate at={at} />. You
        keep {TIER_NAMES[from]} until then.
      </p>
      {settings.isConfigured ? (
        <Resume
          label={`Keep ${TIER_NAMES[from]}`}
          done={`You stay on ${TIER_NAMES[from]}.`}
          onDone={onDone}
        />
      ) : null}
    </State>
  );
}

/** A month that is skipped: before it begins it can be undone. */
function Pause({ status, settings, onDone }: PlanStateProps) {
  const { plan, pause, endsAt } = status;
  const { isConfigured } = settings;
  if (plan === null || pause === null || endsAt !== null) return null;
  const name = TIER_NAMES[plan];
  const price = monthlyPrice(plan, status);
  if (status.status === 'paused') {
    return (
      <State>
        <p>
          {name} is paused and locked. It starts again on <BillingDate at={pause.until} />, at {price}.
        </p>
        {isConfigured && !status.isPaymentDue ? (
          <Restart plan={plan} status={status} settings={settings} onDone={onDone} />
        ) : null}
      </State>
    );
  }
  return (
    <State variant="soft">
      <p>
        {name} pauses on <BillingDate at={pause.from} />: it is locked from then, and nothing is charged. It
        starts again on <BillingDate at={pause.until} />, at {price}.
      </p>
      {isConfigured ? (
        <Resume label="Don’t pause" done="Your plan continues as before." onDone={onDone} />
      ) : null}
    </State>
  );
}

/** Back before the skipped month is over: for a new month, paid now. */
function Restart({ plan, status, settings, onDone }: PlanStateProps & { plan: PlanTier }) {
  const [isConfirming, setConfirming] = useState(false);
  const priceId = settings.priceIds[plan];
  if (priceId === undefined) return null;
  const done = () => {
    setConfirming(false);
    onDone();
  };
  return (
    <>
      <div className={styles.resume}>
        <Button variant="line" onClick={() => setConfirming(true)}>
          Start again now
        </Button>
      </div>
      {isConfirming ? (
        <ChangeDialog
          plan={plan}
          priceId={priceId}
          status={status}
          onChanged={() => {
            toast({ title: 'Subscription updated', description: `${TIER_NAMES[plan]} is open again.` });
            done();
          }}
          onPayment={done}
          onClosed={() => setConfirming(false)}
        />
      ) : null}
    </>
  );
}

/** What is wrong with it. */
function PaymentProblem({ status }: { status: SubscriptionStatus }) {
  const { plan, isPaymentDue } = status;
  const alert = planAlert(status, useClock().now / 1000);
  if (plan === null) return null;
  if (status.status === 'disputed') {
    return (
      <State variant="danger">
        A payment is disputed at your bank. {TIER_NAMES[plan]} is locked until that is settled.
      </State>
    );
  }
  if (isOnHold(status)) {
    return <State>{TIER_NAMES[plan]} is on hold and locked. Write to us if you don’t know why.</State>;
  }
  if (alert?.kind === 'overdue') {
    return (
      <State variant="danger">
        {status.isAuthenticationNeeded
          ? 'Your bank needs you to confirm your last payment.'
          : 'Your last payment failed.'}{' '}
        {alert.until === null ? (
          <>{alert.plan} is locked until you pay.</>
        ) : (
          <>
            You keep {alert.plan} until <BillingDate at={alert.until} />; it stays yours once you pay.
          </>
        )}
      </State>
    );
  }
  return isPaymentDue ? <WaitingChange plan={plan} status={status} /> : null;
}

/** An upgrade, or a start after a pause, that is not paid; its bill says which and how much. */
function WaitingChange({ plan, status }: { plan: PlanTier; status: SubscriptionStatus }) {
  const { data } = useQuery(billsQuery(status.asOf ?? ''));
  const bill = data?.bills.find((each) => each.status === 'open' && !each.isOrder);
  const target = bill?.isChange && bill.plan !== null ? ` to ${TIER_NAMES[bill.plan]}` : '';
  const amount = bill ? ` (${formatAmount(bill.amountCents, bill.currency)})` : '';
  const isPaused = status.status === 'paused';
  return (
    <State>
      {isPaused ? 'Starting again' : `Your upgrade${target}`}
      {amount} is waiting for {status.isAuthenticationNeeded ? 'your bank' : 'payment'}.{' '}
      {isPaused ? `${TIER_NAMES[plan]} stays paused` : `You stay on ${TIER_NAMES[plan]}`} until then.
    </State>
  );
}

function State({ variant, children }: { variant?: 'danger' | 'soft'; children: ReactNode }) {
  return (
    <Callout
      {...(variant === 'danger' ? { variant } : {})}
      className={classNames(styles.state, variant === 'soft' && styles.soft)}
    >
      {children}
    </Callout>
  );
}
