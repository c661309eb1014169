import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/account.ts';
import { CustomOrder } from '#web/pages/orders/custom-order.tsx';
import { BackLink } from '#web/ui/back-link.tsx';
import styles from './brief-order.module.css';

/** `?tier=engineer`: a prompt written to order is no plan, so it has a form instead of a card to pay. */
export function BriefOrder({ user, promptId }: { user: User; promptId: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // As in the checkout: the card that was pressed is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <BackLink>
        {(className) => (
          <Link to="/subscribe" className={className}>
            Back to plans
          </Link>
        )}
      </BackLink>
      <h1 ref={heading} tabIndex={-1}>
        Order a custom prompt
      </h1>
      <p className={styles.lead}>
        Tell a prompt engineer what you need. What they write is yours alone, and they change it until it
        fits.
      </p>
      <CustomOrder key={promptId} user={user} promptId={promptId} />
    </>
  );
}
