import { Link } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import type { Order } from '#contract/orders.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { expectedDay } from '#web/features/orders/order-messages.ts';
import { useOrderConfirmation } from '#web/features/orders/use-order-confirmation.ts';
import { paths } from '#web/paths.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Day } from '#web/ui/text/day.tsx';
import styles from './outcome.module.css';
import { Waiting } from './plan-outcome.tsx';
import { useOutcomeFocus } from './use-outcome-focus.ts';

/** What came of the payment of an order; the order's own page shows the rest of its way. */
export function OrderOutcome({ orderId, outcome }: { orderId: string; outcome: string | undefined }) {
  const confirmation = useOrderConfirmation(orderId, outcome);
  switch (confirmation.state) {
    case 'waiting':
      return <Waiting />;
    case 'paid':
      return <Paid order={confirmation.order} />;
    case 'unconfirmed':
      return <Unconfirmed orderId={orderId} isRefused={confirmation.isRefused} />;
  }
}

function Paid({ order }: { order: Order }) {
  const heading = useOutcomeFocus();
  const expected = expectedDay(order);
  return (
    <>
      <Check size={40} strokeWidth={1.5} aria-hidden className={styles.icon} />
      <h1 ref={heading} tabIndex={-1}>
        Payment Successful!
      </h1>
      <p className={styles.lead}>
        Your brief is with us. A prompt engineer will start on it next.
        {expected === null ? null : (
          <>
            {' '}
            Expect it around <Day day={expected} />.
          </>
        )}
        {order.prompt ? ` “${order.prompt.title}” is open to you.` : ''}
      </p>
      <p className={styles.paid}>You paid {formatAmount(order.paidCents, order.currency)}.</p>
      <div className={styles.buttons}>
        {order.prompt ? (
          <a href={paths.prompt(order.prompt.id)} className={buttonClass({ size: 'large' })}>
            Open your prompt
          </a>
        ) : null}
        <Link
          to="/orders"
          search={{ order: order.id }}
          className={buttonClass({ variant: order.prompt ? 'line' : 'primary', size: 'large' })}
        >
          See your order
        </Link>
        <Link to="/" className={buttonClass({ variant: 'line', size: 'large' })}>
          Start Exploring Prompts
        </Link>
      </div>
    </>
  );
}

function Unconfirmed({ orderId, isRefused }: { orderId: string; isRefused: boolean }) {
  const heading = useOutcomeFocus();
  return (
    <>
      <CircleAlert size={40} strokeWidth={1.5} aria-hidden className={styles.icon} />
      <h1 ref={heading} tabIndex={-1}>
        {isRefused ? 'Your payment didn’t go through' : 'Your payment isn’t confirmed yet'}
      </h1>
      <p className={styles.lead}>
        {isRefused
          ? 'Your bank declined the payment, so nothing was charged. We saved your brief. You can pay on your order page, with another card if you like.'
          : 'If you just paid, this can take another minute. Your order page always shows the current status.'}
      </p>
      <div className={styles.buttons}>
        <Link to="/orders" search={{ order: orderId }} className={buttonClass({ size: 'large' })}>
          See your order
        </Link>
      </div>
    </>
  );
}
