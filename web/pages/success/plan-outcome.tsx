import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { useEffect } from 'react';
import type { PlanTier } from '#contract/billing.ts';
import { TIER_NAMES, type Tier } from '#contract/tiers.ts';
import { useConfirmation } from '#web/features/billing/use-confirmation.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { Spinner } from '#web/ui/spinner.tsx';
import { Stack } from '#web/ui/stack.tsx';
import { toast } from '#web/ui/toast.ts';
import { Countdown } from './countdown.tsx';
import styles from './outcome.module.css';
import { useOutcomeFocus } from './use-outcome-focus.ts';

interface PlanOutcomeProps {
  wanted: Tier | undefined;
  outcome: string | undefined;
}

export function PlanOutcome({ wanted, outcome }: PlanOutcomeProps) {
  const [confirmation, again] = useConfirmation(wanted, outcome);
  switch (confirmation.state) {
    case 'waiting':
      return <Waiting />;
    case 'confirmed':
      return <Welcome plan={confirmation.plan} />;
    case 'unconfirmed':
      return <Unconfirmed isRefused={confirmation.isRefused} onAgain={again} />;
  }
}

export function Waiting() {
  return (
    <>
      <h1>Confirming your payment</h1>
      <Spinner label="Asking the payment provider" />
    </>
  );
}

/** What a plan unlocks. Premium fitness content lies above basic (DECISIONS 10), as advanced prompts do. */
const BENEFITS: readonly { name: string; isAboveBasic: boolean }[] = [
  { name: 'Access to advanced prompts', isAboveBasic: true },
  { name: 'Premium fitness content', isAboveBasic: true },
  { name: 'Priority support', isAboveBasic: false },
  { name: 'Export functionality', isAboveBasic: false },
];

function Welcome({ plan }: { plan: PlanTier }) {
  const heading = useOutcomeFocus();
  useEffect(() => toast({ title: 'Payment Successful', description: 'You are subscribed!' }), []);
  return (
    <Countdown>
      {({ ring, line }) => (
        <>
          {ring}
          <h1 ref={heading} tabIndex={-1}>
            Payment Successful!
          </h1>
          <p className={styles.lead}>Welcome to {TIER_NAMES[plan]}! Your subscription is now active.</p>
          <div className={styles.columns}>
            <Stack tier={plan} className={styles.stack} />
            <ul className={styles.benefits}>
              {BENEFITS.filter(({ isAboveBasic }) => plan !== 'basic' || !isAboveBasic).map(({ name }) => (
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
              {/* Loaded anew, not within this page: what the plan opens is drawn by the server. */}
              <a href={paths.home()} className={buttonClass({ size: 'large' })}>
                Start Exploring Prompts
              </a>
              <Link to="/subscription" className={buttonClass({ variant: 'line', size: 'large' })}>
                Manage Subscription
              </Link>
            </div>
          </div>
        </>
      )}
    </Countdown>
  );
}

function Unconfirmed({ isRefused, onAgain }: { isRefused: boolean; onAgain: () => void }) {
  const heading = useOutcomeFocus();
  return (
    <>
      <CircleAlert size={40} strokeWidth={1.5} aria-hidden className={styles.icon} />
      <h1 ref={heading} tabIndex={-1}>
        {isRefused ? 'The payment did not go through' : 'Your payment is not confirmed yet'}
      </h1>
      <p className={styles.lead}>
        {isRefused
          ? 'Your bank did not agree, so nothing was charged. You can try again, with another card if you like.'
          : 'If you have just paid, it may take another minute; nothing is lost. Your subscription’s page always shows how it stands.'}
      </p>
      <div className={styles.buttons}>
        {isRefused ? (
          <Link to="/subscribe" className={buttonClass({ size: 'large' })}>
            Back to plans
          </Link>
        ) : (
          <Button size="large" onClick={onAgain}>
            Check again
          </Button>
        )}
        <Link to="/subscription" className={buttonClass({ variant: 'line', size: 'large' })}>
          Manage Subscription
        </Link>
      </div>
    </>
  );
}
