import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { LIMITS } from '#contract/limits.ts';
import type { Order } from '#contract/orders.ts';
import { formatPrice } from '#contract/plans.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { DeliveredActions } from '#web/features/orders/delivery/delivered-actions.tsx';
import { expectedDay, stateMessage } from '#web/features/orders/order-messages.ts';
import { OrderStateBadge } from '#web/features/orders/order-state-badge.tsx';
import { OrderSteps } from '#web/features/orders/order-steps.tsx';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { Day } from '#web/ui/text/day.tsx';
import { OrderBill } from './order-bill.tsx';
import styles from './order-detail.module.css';
import { OrderPayment } from './order-payment.tsx';
import stateStyles from './order-state.module.css';

interface OrderStateProps {
  order: Order;
  memberId: string;
  /** Paid, and neither refunded nor disputed. */
  isOpen: boolean;
}

/** How far an order is, what it costs, when it comes, and what can be done now. */
export function OrderState({ order, memberId, isOpen }: OrderStateProps) {
  const { state } = order;
  return (
    <section className={styles.panel} aria-labelledby="state-title">
      <h2 id="state-title" className="visually-hidden">
        State of the order
      </h2>
      <OrderSteps order={order} />
      <div className={stateStyles.state} role="status">
        {/* The other states are steps. */}
        {state === 'refunded' ? <OrderStateBadge state={state} /> : null}
        <p className={stateStyles.message}>{stateMessage(order)}</p>
        <ExpectedDay order={order} />
        {state === 'refunded' ? <Returned order={order} /> : null}
      </div>
      {state === 'awaiting_payment' ? <OrderPayment order={order} /> : null}
      {state === 'delivered' && isOpen ? <DeliveredActions orderId={order.id} memberId={memberId} /> : null}
      <Facts order={order} isOpen={isOpen} />
    </section>
  );
}

/** A day that has passed is owned up to: silence would be worse. */
function ExpectedDay({ order }: { order: Order }) {
  const expected = expectedDay(order);
  const today = new Date(useClock().now).toISOString().slice(0, 10);
  if (expected === null) return null;
  const day = <Day day={expected} />;
  return (
    <p className={stateStyles.expected}>
      {expected < today ? (
        <>It was expected around {day}. We’re sorry for the delay.</>
      ) : (
        <>Expected around {day}.</>
      )}
    </p>
  );
}

/** Where the money is: our side of it is done before the card shows it. */
function Returned({ order: { refundedAt, paidCents, currency, isDisputed, deliveries } }: { order: Order }) {
  return (
    <p className={stateStyles.expected}>
      {isDisputed ? 'Your bank returned' : 'We sent back'} {formatAmount(paidCents, currency)}
      {refundedAt ? (
        <>
          {' '}
          on <AbsoluteDate date={refundedAt} />
        </>
      ) : null}
      {isDisputed ? '.' : ', to the card it was paid with. It can take up to 10 days to arrive there.'}
      {deliveries.length > 0 ? ' The prompt we delivered is closed.' : ''}
    </p>
  );
}

function Facts({ order, isOpen }: { order: Order; isOpen: boolean }) {
  const { state, prompt, paidAt, refundedAt, amountCents } = order;
  return (
    <dl className={stateStyles.facts}>
      <Fact name="Price">
        {formatPrice(amountCents)}
        {paidAt ? (
          <>
            , paid <AbsoluteDate date={paidAt} />
          </>
        ) : (
          ', paid once'
        )}
        {refundedAt ? (
          <>
            , returned <AbsoluteDate date={refundedAt} />
          </>
        ) : null}
      </Fact>
      {order.hasBill ? (
        <Fact name="Invoice">
          <OrderBill orderId={order.id} />
        </Fact>
      ) : null}
      {state === 'awaiting_payment' ? (
        <Fact name="Delivery">About {LIMITS.deliveryBusinessDays} business days after you’ve paid</Fact>
      ) : null}
      {prompt && isOpen ? (
        <Fact name="Also opened to you">
          <Link to="/prompt/$id" params={{ id: prompt.id }}>
            {prompt.title}
          </Link>
        </Fact>
      ) : null}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={stateStyles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
