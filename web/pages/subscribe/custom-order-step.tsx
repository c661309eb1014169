import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { User } from '#contract/account.ts';
import { PageTitle } from '#web/layout/page-title.tsx';
import { CustomOrderForm } from '#web/pages/orders/custom-order-form.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import styles from './custom-order-step.module.css';

/** `?tier=engineer`: a prompt written to order is no plan, so it has a form instead of a card to pay. */
export function CustomOrderStep({ user, promptId }: { user: User; promptId: string | undefined }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // As in the checkout: the card that was pressed is gone.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <>
      <PageTitle>Order a custom prompt</PageTitle>
      <BackLink>
        {(className) => (
          <Link to="/subscribe" search={promptId ? { prompt: promptId } : {}} className={className}>
            Back to plans
          </Link>
        )}
      </BackLink>
      <h1 ref={heading} tabIndex={-1}>
        Order a custom prompt
      </h1>
      <p className={styles.lead}>
        Tell a prompt engineer what you need. Only you get the result, with changes until it fits.
      </p>
      <CustomOrderForm key={promptId} user={user} promptId={promptId} />
    </>
  );
}
