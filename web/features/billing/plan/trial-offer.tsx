import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { startTrial } from '#contract/billing.ts';
import { LIMITS } from '#contract/limits.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { cacheStatus, statusQuery } from '../billing.queries.ts';
import { billingFailure } from '../billing-failure.ts';
import { givenTier, isTrial } from '../billing-messages.ts';
import styles from './trial-offer.module.css';
import { TrialPanel } from './trial-panel.tsx';

interface TrialOfferProps {
  status: SubscriptionStatus;
  /** Set when the page was opened for the trial: then its absence is explained, if it isn't running. */
  isWanted?: boolean;
  /** Level of its title. */
  level?: 2 | 3 | undefined;
  onStarted?: () => void;
  className?: string | undefined;
}

/** Seven days of Pro without a card. A press starts it: a link alone must not use up what exists once. */
export function TrialOffer(props: TrialOfferProps) {
  const { status, isWanted = false, level, onStarted, className } = props;
  const given = givenTier(status);
  const queryClient = useQueryClient();
  // State updates only after the click: the ref stops the second click of a double click.
  const isStarted = useRef(false);
  const start = useMutation({
    mutationFn: () => callWithPaymentTimeout(startTrial, {}),
    onSuccess: (next) => {
      cacheStatus(queryClient, next);
      toast({ title: 'Trial started', description: `You have Pro for ${LIMITS.trialDays} days.` });
      onStarted?.();
    },
    onError: () => {
      isStarted.current = false;
      void queryClient.invalidateQueries({ queryKey: statusQuery().queryKey });
    },
  });
  function press() {
    if (isStarted.current) return;
    isStarted.current = true;
    start.mutate();
  }
  const failure = start.error && billingFailure(start.error, 'We couldn’t start the trial.');
  const isShown = status.trial.isAvailable || start.isPending;
  if (!isShown && !failure)
    return isWanted && !isTrial(status) ? (
      <Callout className={styles.notice}>{whyNot(status)}</Callout>
    ) : null;
  return (
    <TrialPanel
      level={level}
      after={given && `You have ${TIER_NAMES[given]} again then, at no charge.`}
      className={className}
      action={
        isShown ? (
          <Button isPending={start.isPending} pendingText="Starting..." onClick={press}>
            Start Your Free Trial
          </Button>
        ) : null
      }
    >
      <div role="alert">
        {failure ? (
          <Callout variant="danger" className={styles.failure}>
            {failure}
          </Callout>
        ) : null}
      </div>
    </TrialPanel>
  );
}

function whyNot({ plan, tier }: SubscriptionStatus): string {
  if (plan !== null) return 'The free trial is for members without a plan. You already have one.';
  if (tier === 'pro' || tier === 'engineer') return 'You already have everything the free trial includes.';
  return 'The free trial is available once per Google account, to members who have not had a plan.';
}
