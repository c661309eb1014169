import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation, useRouter } from '@tanstack/react-router';
import CreditCard from 'lucide-react/icons/credit-card';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Tax } from '#contract/billing.ts';
import type { Order } from '#contract/orders.ts';
import { payOrder } from '#contract/orders.ts';
import { formatPrice } from '#contract/plans.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';
import { problemCode } from '#web/features/billing/billing-failure.ts';
import { formatAmount, taxedFor } from '#web/features/billing/billing-messages.ts';
import { LazyAddressForm } from '#web/features/billing/payment/lazy-address-form.tsx';
import { LazyCardForm } from '#web/features/billing/payment/lazy-card-form.tsx';
import { isOutdated, orderFailureMessage } from '#web/features/orders/order-failure.ts';
import { useOrderActions } from '#web/features/orders/use-order-actions.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './order-payment.module.css';

/** An unpaid order: its payment, opened by a press, or at once behind the brief that was just sent. */
export function OrderPayment({ order }: { order: Order }) {
  const { data: settings } = useQuery(billingSettingsQuery());
  const router = useRouter();
  const isPaying = useLocation({ select: ({ state }) => state.isPaying === true });
  const { sync } = useOrderActions(order.id);
  const [isAddressChanging, setAddressChanging] = useState(false);
  const opening = useMutation({
    mutationFn: () => callWithPaymentTimeout(payOrder, { id: order.id }),
    onError: async (error) => {
      // Paid already, in another tab perhaps: the provider knows.
      if (isOutdated(error)) await sync.run();
    },
  });
  const price = formatPrice(order.amountCents);
  const successPath = paths.subscriptionSuccess({ order: order.id });
  const openAtOnce = useEffectEvent(() => {
    if (isPaying && opening.isIdle) opening.mutate();
  });
  useEffect(() => openAtOnce(), []);

  if (settings && !settings.isConfigured) {
    return <Callout variant="danger">Payment system not configured</Callout>;
  }
  if (isAddressChanging || problemCode(opening.error) === 'address_needed') {
    return (
      <div className={styles.form}>
        <LazyAddressForm
          place={opening.data?.tax?.place}
          onSaved={() => {
            setAddressChanging(false);
            opening.mutate();
          }}
          onCancel={isAddressChanging ? () => setAddressChanging(false) : undefined}
        />
      </div>
    );
  }
  if (opening.data && settings) {
    const { amountCents, currency, tax } = opening.data;
    return (
      <div className={styles.form}>
        {tax ? <TaxOfOrder tax={tax} currency={currency} onChange={() => setAddressChanging(true)} /> : null}
        <LazyCardForm
          payment={opening.data}
          settings={settings}
          returnPath={successPath}
          buttonText={`Pay ${tax ? formatAmount(amountCents, currency) : formatPrice(amountCents)}`}
          onPaid={() => router.history.push(successPath)}
          onReload={() => opening.mutate()}
        >
          <p className={styles.note}>
            Card details go straight to the payment provider. One-time payment, no renewal.
          </p>
        </LazyCardForm>
      </div>
    );
  }
  const failure = opening.error && !isOutdated(opening.error) ? opening.error : null;
  const message =
    (failure && orderFailureMessage(failure, 'The payment could not be opened.')) ?? sync.failure;
  return (
    <div>
      <div className={styles.buttons}>
        <Button
          isPending={opening.isPending}
          pendingText="Opening the payment..."
          onClick={() => opening.mutate()}
        >
          <CreditCard aria-hidden />
          Pay {price}
        </Button>
        <Button
          variant="ghost"
          isPending={sync.isPending}
          pendingText="Checking..."
          onClick={() => void sync.run()}
        >
          I’ve already paid
        </Button>
      </div>
      <div role="alert" className={styles.alert}>
        {message ? <Callout variant="danger">{message}</Callout> : null}
      </div>
      <p role="status" className={styles.status}>
        {sync.hasRun && !sync.isPending && !sync.failure
          ? 'The payment provider has no payment for this order yet. If you just paid, check again in a minute.'
          : ''}
      </p>
    </div>
  );
}

function TaxOfOrder({ tax, currency, onChange }: { tax: Tax; currency: string; onChange: () => void }) {
  const amount = formatAmount(tax.amountCents, currency);
  return (
    <p className={styles.tax}>
      {tax.kind === 'added' ? `${amount} tax is added.` : `${amount} tax is included.`} {taxedFor(tax)}{' '}
      <Button variant="line" size="small" onClick={onChange}>
        Change
      </Button>
    </p>
  );
}
