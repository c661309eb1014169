import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useStripPaymentParams } from '#web/features/billing/payment/use-strip-payment-params.ts';
import { MAIN_ID } from '#web/layout/shell/skip-link.tsx';
import { OrderOutcome } from './order-outcome.tsx';
import { PlanOutcome } from './plan-outcome.tsx';
import styles from './subscription-success-page.module.css';

const route = getRouteApi('/subscription-success');

/** Where payments lead. It claims nothing before the server has asked the provider. */
export function SubscriptionSuccessPage() {
  const search = route.useSearch();
  // As the page was opened: the address is cleaned at once.
  const [{ tier, order, prompt, redirect_status: outcome }] = useState(search);
  useStripPaymentParams();
  return (
    <div className={styles.page}>
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {order ? (
          <OrderOutcome orderId={order} outcome={outcome} />
        ) : (
          <PlanOutcome expectedTier={tier} promptId={prompt} outcome={outcome} />
        )}
      </main>
    </div>
  );
}
