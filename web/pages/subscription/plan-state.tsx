import type { ReactNode } from 'react';
import type { BillingSettings, SubscriptionStatus } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { resumeSubscription } from '#web/features/billing/billing.queries.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import { planNews } from '#web/features/billing/billing-words.ts';
import { DuePayment } from '#web/features/billing/due-payment.tsx';
import { useBillingAction } from '#web/features/billing/use-billing-action.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { useClock } from '#web/ui/clock.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import styles from './plan-state.module.css';

interface PlanStateProps {
  status: SubscriptionStatus;
  settings: BillingSettings;
  /** What was pressed is gone with the state it belonged to. */
  onDone: () => void;
}

/** What is out of the ordinary with a subscription, each with its way out. */
export function PlanState({ status, settings, onDone }: PlanStateProps) {
  const { plan, endsAt, nextPlan, currentPeriodEnd, isPaymentDue } = status;
  const news = planNews(status, useClock().now / 1000);
  const { isConfigured } = settings;
  const isOverdue = news?.kind === 'overdue';
  if (plan === null) {
    return status.status === 'incomplete' ? (
      <State>A payment was begun and not finished. Choose your plan again to finish it.</State>
    ) : null;
  }
  return (
    <>
      <Trouble status={status} />
      {isPaymentDue && isConfigured ? (
        <div className={styles.due}>
          <DuePayment settings={settings} onPaid={onDone}>
            {isOverdue || endsAt !== null ? null : (
              <Resume words="Take the upgrade back" done="Your plan stays as it was." onDone={onDone} />
            )}
          </DuePayment>
        </div>
      ) : null}
      {endsAt !== null ? (
        <State variant="soft">
          <p>
            Your subscription ends on <BillingDate at={endsAt} />.
            {isOverdue ? null : ' You keep access until then.'}
          </p>
          {isConfigured ? (
            <Resume
              words="Resume Subscription"
              done="Your subscription goes on, and renews as before."
              onDone={onDone}
            />
          ) : null}
        </State>
      ) : null}
      {nextPlan !== null && endsAt === null && currentPeriodEnd !== null ? (
        <State variant="soft">
          <p>
            Your plan changes to {TIER_NAMES[nextPlan]} on <BillingDate at={currentPeriodEnd} />. You keep{' '}
            {TIER_NAMES[plan]} until then.
          </p>
          {isConfigured ? (
            <Resume
              words={`Keep ${TIER_NAMES[plan]}`}
              done={`You stay on ${TIER_NAMES[plan]}.`}
              onDone={onDone}
            />
          ) : null}
        </State>
      ) : null}
    </>
  );
}

/** What is wrong with it. */
function Trouble({ status }: { status: SubscriptionStatus }) {
  const { plan, isPaymentDue } = status;
  const news = planNews(status, useClock().now / 1000);
  if (plan === null) return null;
  if (status.status === 'disputed') {
    return (
      <State variant="danger">
        A payment is disputed at your bank. {TIER_NAMES[plan]} is locked until that is settled.
      </State>
    );
  }
  if (news?.kind === 'overdue') {
    return (
      <State variant="danger">
        Your last payment failed.{' '}
        {news.until === null ? (
          <>{news.plan} is locked until it is paid.</>
        ) : (
          <>
            You keep {news.plan} until <BillingDate at={news.until} />; it stays yours once you pay.
          </>
        )}
      </State>
    );
  }
  return isPaymentDue ? (
    <State>Your upgrade waits for its payment. Until then {TIER_NAMES[plan]} stays as it is.</State>
  ) : null;
}

function State({ variant, children }: { variant?: 'danger' | 'soft'; children: ReactNode }) {
  return (
    <Notice
      {...(variant === 'danger' ? { variant } : {})}
      className={classNames(styles.state, variant === 'soft' && styles.soft)}
    >
      {children}
    </Notice>
  );
}

interface ResumeProps {
  words: string;
  /** What the toast says. */
  done: string;
  onDone: () => void;
}

function Resume({ words, done, onDone }: ResumeProps) {
  const resumption = useBillingAction({
    call: resumeSubscription,
    failure: 'It could not be taken back.',
    onDone: () => {
      toast({ title: 'Subscription updated', description: done });
      onDone();
    },
  });
  return (
    <div className={styles.resume}>
      <Button
        variant="line"
        isPending={resumption.isPending}
        pendingText="Resuming..."
        onClick={resumption.run}
      >
        {words}
      </Button>
      <div role="alert">
        {resumption.failure ? <Notice variant="danger">{resumption.failure}</Notice> : null}
      </div>
    </div>
  );
}
