import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCleanAddress } from '#web/features/billing/use-clean-address.ts';
import { MAIN_ID, SkipLink } from '#web/layout/skip-link.tsx';
import styles from './subscription-success-page.module.css';
import { OrderOutcome } from './success/order-outcome.tsx';
import { PlanOutcome } from './success/plan-outcome.tsx';

const route = getRouteApi('/subscription-success');

/** Where payments lead. It claims nothing before the server has asked the provider (DECISIONS 42). */
export function SubscriptionSuccessPage() {
  const search = route.useSearch();
  // As the page was opened: the address is cleaned at once.
  const [{ tier, order, redirect_status: outcome }] = useState(search);
  useCleanAddress();
  return (
    <div className={styles.page}>
      <SkipLink />
      <main id={MAIN_ID} tabIndex={-1} className={styles.main}>
        {order ? (
          <OrderOutcome orderId={order} outcome={outcome} />
        ) : (
          <PlanOutcome wanted={tier} outcome={outcome} />
        )}
      </main>
    </div>
  );
}
