import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SubscriptionStatus } from '#contract/billing.ts';
import { LIMITS } from '#contract/limits.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { toast } from '#web/ui/toast.ts';
import { keepStatus, startTrial, statusQuery } from './billing.queries.ts';
import { billingFailure } from './billing-failure.ts';
import styles from './trial-offer.module.css';

interface TrialOfferProps {
  status: SubscriptionStatus;
  /** Whoever came for the trial is told when there is none. */
  isWanted: boolean;
  onStarted: () => void;
}

/** Seven days of Pro without a card. A press starts it: a link alone must not use up what exists once. */
export function TrialOffer({ status, isWanted, onStarted }: TrialOfferProps) {
  const queryClient = useQueryClient();
  // The button goes a moment after the press: of two clicks at once the second must find it.
  const isStarted = useRef(false);
  const start = useMutation({
    mutationFn: startTrial,
    onSuccess: (next) => {
      keepStatus(queryClient, next);
      toast({ title: 'Trial started', description: `Pro is open to you for ${LIMITS.trialDays} days.` });
      onStarted();
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
  const failure = start.error && billingFailure(start.error, 'The trial could not be started.');
  const isShown = status.trial.isAvailable || start.isPending;
  if (!isShown && !failure)
    return isWanted ? <Notice className={styles.notice}>{whyNot(status)}</Notice> : null;
  return (
    <section className={styles.offer} aria-labelledby="trial-offer">
      <div className={styles.words}>
        <h2 id="trial-offer" className={styles.title}>
          Try Pro free for {LIMITS.trialDays} days
        </h2>
        <p>No card, no charge. It ends by itself, once per Google account.</p>
        <div role="alert">
          {failure ? (
            <Notice variant="danger" className={styles.failure}>
              {failure}
            </Notice>
          ) : null}
        </div>
      </div>
      {isShown ? (
        <Button isPending={start.isPending} pendingText="Starting..." onClick={press}>
          Start Your Free Trial
        </Button>
      ) : null}
    </section>
  );
}

function whyNot({ trial, plan, tier }: SubscriptionStatus): string {
  if (trial.endsAt !== null) return 'Your free trial is running: Pro is open to you.';
  if (plan !== null) return 'The free trial is for members without a plan; you have one.';
  if (tier === 'pro' || tier === 'engineer') return 'Everything the free trial opens is open to you already.';
  return 'The free trial is there once per Google account, for who has not had a plan.';
}
