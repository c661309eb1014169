import type { RetentionOffers, SubscriptionStatus } from '#contract/billing.ts';
import { cancelSubscription } from '#contract/billing.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { BillingDate } from '../billing-date.tsx';
import { monthlyPrice } from '../billing-messages.ts';
import styles from './change-dialog.module.css';
import { CancellationOffers } from './retention-offers.tsx';
import { useBillingAction } from './use-billing-action.ts';

interface CancelDialogProps {
  status: SubscriptionStatus;
  /** Read before the dialog opens, so that its buttons stand still; null where there are none. */
  offers: RetentionOffers | 'unknown' | null;
  onCanceled: () => void;
  /** The member accepted an offer instead. */
  onOfferAccepted: () => void;
  onClosed: () => void;
}

export function CancelDialog({ status, offers, onCanceled, onOfferAccepted, onClosed }: CancelDialogProps) {
  const cancellation = useBillingAction({
    call: () => callWithPaymentTimeout(cancelSubscription, {}),
    failure: 'Failed to cancel subscription',
    onDone: ({ message }) => {
      toast({ title: 'Subscription canceled', description: message, icon: 'info' });
      onCanceled();
    },
    onFailed: (message) => toast({ title: 'Error', description: message, variant: 'destructive' }),
  });
  return (
    <MessageDialog
      title="Cancel your subscription?"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" disabled={cancellation.isPending} onClick={close}>
            Keep it
          </Button>
          <Button
            variant="danger"
            isPending={cancellation.isPending}
            pendingText="Canceling..."
            onClick={cancellation.run}
          >
            Cancel Subscription
          </Button>
        </>
      )}
    >
      <Consequences status={status} />
      <div role="alert">
        {cancellation.failure ? (
          <Callout variant="danger" className={styles.failure}>
            {cancellation.failure}
          </Callout>
        ) : null}
      </div>
      {offers === 'unknown' ? (
        <p className={styles.note}>
          We couldn’t check whether you can pause or pay less instead. To see that, close this and try again
          in a few minutes.
        </p>
      ) : offers ? (
        <CancellationOffers
          offers={offers}
          tax={status.tax}
          isInert={cancellation.isPending}
          onOfferAccepted={onOfferAccepted}
        />
      ) : null}
    </MessageDialog>
  );
}

function Consequences({ status }: { status: SubscriptionStatus }) {
  const { plan, nextPlan, currentPeriodEnd } = status;
  const name = plan === null ? 'Your plan' : `${TIER_NAMES[plan]} (${monthlyPrice(plan, status)})`;
  if (status.status === 'paused') {
    return <p>{name} ends now, and you won’t be charged again. Your favorites, votes and comments stay.</p>;
  }
  if (status.status === 'past_due' || status.status === 'unpaid') {
    return (
      <p>
        {name} ends now. The open invoice is canceled, so you owe nothing and won’t be charged again. Your
        favorites, votes and comments stay.
      </p>
    );
  }
  return (
    <p>
      {name} ends
      {currentPeriodEnd === null ? ' with the current month' : ' on '}
      {currentPeriodEnd === null ? null : <BillingDate at={currentPeriodEnd} />}, and you won’t be charged
      after that.{' '}
      {nextPlan === null ? '' : `The change to ${TIER_NAMES[nextPlan]} comes only if you resume. `}You keep
      access until then and can resume anytime before. Your favorites, votes and comments stay.
    </p>
  );
}
