import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect, useState } from 'react';
import type { PlanTier } from '#contract/billing.ts';
import { PRO_EXTRAS } from '#contract/plans.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import { useSubscriptionStatus } from '#web/features/billing/billing.queries.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { useConfirmation } from '#web/features/billing/payment/use-confirmation.ts';
import { billsQuery } from '#web/features/billing/plan/bills.queries.ts';
import { promptCardQuery } from '#web/features/prompts/prompt.queries.ts';
import { paths } from '#web/paths.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { TierLadder } from '#web/ui/graphics/tier-ladder.tsx';
import { Countdown } from './countdown.tsx';
import styles from './outcome.module.css';
import { useOutcomeFocus } from './use-outcome-focus.ts';

interface PlanOutcomeProps {
  expectedTier: Tier | undefined;
  /** The prompt it was bought for. */
  promptId: string | undefined;
  outcome: string | undefined;
}

export function PlanOutcome({ expectedTier, promptId, outcome }: PlanOutcomeProps) {
  const [confirmation, again] = useConfirmation(expectedTier, outcome);
  switch (confirmation.state) {
    case 'waiting':
      return <Waiting />;
    case 'confirmed':
      return <Welcome plan={confirmation.plan} promptId={promptId} />;
    case 'unconfirmed':
      return <Unconfirmed isRefused={confirmation.isRefused} promptId={promptId} onCheckAgain={again} />;
  }
}

const LONG_MILLISECONDS = 3000;

export function Waiting() {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MILLISECONDS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <h1>Confirming your payment</h1>
      <div className={styles.waiting}>
        <Spinner label="Asking the payment provider" />
      </div>
      {/* Its place is kept: nothing moves once it shows. */}
      <div role="status">
        <p className={classNames(styles.long, isLong && styles.shown)}>
          The payment provider hasn’t confirmed it yet, which can take a minute. You can close this page: what
          you paid for opens as soon as it’s confirmed, and you won’t be charged twice.
        </p>
      </div>
    </>
  );
}

/** What a plan unlocks, and from which on. Premium fitness content lies above basic, as advanced prompts do. */
const BENEFITS: readonly { name: string; from: PlanTier }[] = [
  { name: 'Access to advanced prompts', from: 'advanced' },
  { name: 'Premium fitness content', from: 'advanced' },
  { name: 'Priority support', from: 'basic' },
  { name: 'Export functionality', from: 'basic' },
  { name: 'Access to pro prompts', from: 'pro' },
  ...PRO_EXTRAS.map((name) => ({ name, from: 'pro' as const })),
];

function Welcome({ plan, promptId }: { plan: PlanTier; promptId: string | undefined }) {
  const heading = useOutcomeFocus();
  const { data: wanted } = useQuery({ ...promptCardQuery(promptId ?? ''), enabled: promptId !== undefined });
  const prompt = wanted && (!wanted.isLocked || tierRank(wanted.tier) <= tierRank(plan)) ? wanted : undefined;
  return (
    <Countdown
      target={
        prompt
          ? { path: paths.prompt(prompt.id), name: 'your prompt' }
          : { path: paths.home(), name: 'homepage' }
      }
    >
      {({ ring, line }) => (
        <>
          {ring}
          <h1 ref={heading} tabIndex={-1}>
            Payment Successful!
          </h1>
          <p className={styles.lead}>Welcome to {TIER_NAMES[plan]}! Your subscription is now active.</p>
          <p className={styles.paid}>
            <Paid plan={plan} />
          </p>
          {prompt ? <p className={styles.prompt}>“{prompt.title}” is open to you.</p> : null}
          <div className={styles.columns}>
            <TierLadder tier={plan} className={styles.stack} />
            <ul className={styles.benefits}>
              {BENEFITS.filter(({ from }) => tierRank(from) <= tierRank(plan)).map(({ name }) => (
                <li key={name} className={styles.benefit}>
                  <Check size={16} aria-hidden />
                  {name}
                </li>
              ))}
            </ul>
          </div>
          <div className={styles.foot}>
            {/* What runs out comes first. */}
            {line}
            <div className={styles.buttons}>
              {/* Full page loads: the server renders what the plan opens. */}
              {prompt ? (
                <a href={paths.prompt(prompt.id)} className={buttonClass({ size: 'large' })}>
                  Open your prompt
                </a>
              ) : null}
              <a
                href={paths.home()}
                className={buttonClass({ variant: prompt ? 'line' : 'primary', size: 'large' })}
              >
                Start Exploring Prompts
              </a>
              {prompt ? null : (
                <Link to="/subscription" className={buttonClass({ variant: 'line', size: 'large' })}>
                  Manage Subscription
                </Link>
              )}
            </div>
            {/* Of three buttons the last would stand alone in a second row. */}
            {prompt ? (
              <p className={styles.manage}>
                <Link to="/subscription">Manage Subscription</Link>
              </p>
            ) : null}
          </div>
        </>
      )}
    </Countdown>
  );
}

/** The latest payment, once the provider has said it. */
function Paid({ plan: paidFor }: { plan: PlanTier }) {
  const asOf = useSubscriptionStatus()?.asOf ?? '';
  const { data } = useQuery({ ...billsQuery(asOf), enabled: asOf !== '' });
  const bill = data?.bills.find(({ plan, status }) => plan === paidFor && status === 'paid');
  return bill ? `You paid ${formatAmount(bill.amountCents, bill.currency)}.` : null;
}

interface UnconfirmedProps {
  isRefused: boolean;
  promptId: string | undefined;
  onCheckAgain: () => void;
}

function Unconfirmed({ isRefused, promptId, onCheckAgain }: UnconfirmedProps) {
  const heading = useOutcomeFocus();
  return (
    <>
      <CircleAlert size={40} strokeWidth={1.5} aria-hidden className={styles.icon} />
      <h1 ref={heading} tabIndex={-1}>
        {isRefused ? 'Your payment didn’t go through' : 'Your payment isn’t confirmed yet'}
      </h1>
      <p className={styles.lead}>
        {isRefused
          ? 'Your bank declined the payment, so nothing was charged. You can try again, with another card if you like.'
          : 'If you just paid, this can take another minute. Your subscription page always shows the current status.'}
      </p>
      <div className={styles.buttons}>
        {isRefused ? (
          <Link
            to="/subscribe"
            search={promptId ? { prompt: promptId } : {}}
            className={buttonClass({ size: 'large' })}
          >
            Back to plans
          </Link>
        ) : (
          <Button size="large" onClick={onCheckAgain}>
            Check again
          </Button>
        )}
        <Link
          to="/subscription"
          search={promptId ? { prompt: promptId } : {}}
          className={buttonClass({ variant: 'line', size: 'large' })}
        >
          Manage Subscription
        </Link>
      </div>
    </>
  );
}
