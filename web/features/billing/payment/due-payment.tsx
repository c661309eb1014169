import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BillingSettings, SubscriptionStatus } from '#contract/billing.ts';
import { payOpenInvoice, syncSubscription } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { cacheStatus, statusQuery } from '../billing.queries.ts';
import { billingFailure } from '../billing-failure.ts';
import { formatAmount } from '../billing-messages.ts';
import styles from './due-payment.module.css';
import { LazyCardForm } from './lazy-card-form.tsx';

const ATTEMPTS = 6;
const RETRY_MILLISECONDS = 1500;

interface DuePaymentProps {
  settings: BillingSettings;
  status: SubscriptionStatus;
  /** Where a bank's own page leads back to. */
  returnPath: string;
  onPaid: () => void;
  /** Other buttons next to "Pay now", and below the form. */
  children?: ReactNode;
}

/**
 * Pays the open invoice here: the bank's page for the kept card where the bank asks for it, else the form. Either opens
 * by a press, and the plan follows the provider's word.
 */
export function DuePayment({ settings, status, returnPath, onPaid, children }: DuePaymentProps) {
  const queryClient = useQueryClient();
  const opening = useMutation({
    mutationFn: () => callWithPaymentTimeout(payOpenInvoice, {}),
    onError: (error) => {
      // Nothing is due any more: paid in another tab, or given up.
      if (error instanceof ApiError && error.status < 500) {
        void queryClient.invalidateQueries({ queryKey: statusQuery().queryKey });
      }
    },
  });
  const settling = useMutation({
    mutationFn: settle,
    onSuccess: (settled) => {
      cacheStatus(queryClient, settled);
      opening.reset();
      if (settled.isPaymentDue) return;
      toast({ title: 'Payment Successful', description: 'You are subscribed!' });
      onPaid();
    },
  });
  const forgetting = useMutation({
    mutationFn: () => callWithPaymentTimeout(syncSubscription, {}),
    onSuccess: (fresh) => cacheStatus(queryClient, fresh),
  });
  if (settling.isPending) return <Spinner label="Confirming your payment" />;
  const payment = opening.data;
  if (payment && settling.isIdle) {
    return (
      <div className={styles.form}>
        <LazyCardForm
          payment={payment}
          settings={settings}
          returnPath={returnPath}
          buttonText={`Pay ${formatAmount(payment.amountCents, payment.currency)}`}
          isSavedCardTried={payment.isAuthenticationNeeded}
          onPaid={() => settling.mutate()}
          onReload={() => opening.mutate()}
          onVoid={() => {
            // Paid or withdrawn in another tab: this page shows the current state.
            opening.reset();
            forgetting.mutate();
          }}
        >
          <p className={styles.note}>
            Your card details go straight to the payment provider. This card will be charged in later months.
          </p>
        </LazyCardForm>
        {/* As before the form opened: it is no trap. */}
        <div className={styles.ways}>
          <Button variant="line" onClick={() => opening.reset()}>
            Not now
          </Button>
          {children}
        </div>
      </div>
    );
  }
  const failure = opening.error && billingFailure(opening.error, 'The payment could not be opened.');
  return (
    <>
      <div className={styles.buttons}>
        <Button
          isPending={opening.isPending}
          pendingText="Opening..."
          onClick={() => {
            settling.reset();
            opening.mutate();
          }}
        >
          {status.isAuthenticationNeeded ? 'Continue with your bank' : 'Pay now'}
        </Button>
        {children}
      </div>
      <div role="alert" className={styles.alert}>
        {failure ? <Callout variant="danger">{failure}</Callout> : null}
      </div>
      <p role="status" className={styles.status}>
        {settling.isIdle ? '' : 'Your payment is still being confirmed. Check again in a minute.'}
      </p>
    </>
  );
}

/** The provider took the payment; until it says so of the invoice too, a few moments may pass. */
async function settle(): Promise<SubscriptionStatus> {
  let status = await callWithPaymentTimeout(syncSubscription, {});
  for (let attempt = 1; attempt < ATTEMPTS && status.isPaymentDue; attempt += 1) {
    await new Promise((done) => setTimeout(done, RETRY_MILLISECONDS));
    status = await callWithPaymentTimeout(syncSubscription, {});
  }
  return status;
}
