import { refundStaffOrder, type StaffOrder } from '#contract/admin-orders.ts';
import { LIMITS } from '#contract/limits.ts';
import { isTooLateToRefund } from '#contract/refunds.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { useOpenDialog } from '#web/features/admin/use-open-dialog.ts';
import { formatAmount } from '#web/features/billing/billing-messages.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { Button } from '#web/ui/forms/button.tsx';

/** What the buyer can read no longer. */
function closingOf({ deliveries, prompt }: StaffOrder['order']): string {
  const closed = [
    ...(deliveries.length > 0 ? ['what was delivered'] : []),
    ...(prompt ? [`“${prompt.title}”`] : []),
  ];
  return closed.length === 0
    ? ''
    : `, and ${closed.join(' and ')} ${closed.length > 1 ? 'are' : 'is'} locked`;
}

const isRefund = (name: string) => name === 'refund';

/** For admins: gives the money back, and closes what the order opened. */
export function RefundOrder({ order, buyer, hasPayment }: StaffOrder) {
  const { id: orderId, paidAt } = order;
  const [open, setOpen, dialog] = useOpenDialog(isRefund);
  const { now } = useClock();
  const amount = formatAmount(order.paidCents, order.currency);
  const isTooLate = isTooLateToRefund(new Date(paidAt), now);
  const refusal = hasPayment ? (isTooLate ? 'Too late to refund here' : null) : 'Nothing to refund';
  return (
    <div>
      <Button variant="danger" onClick={() => setOpen('refund')}>
        Refund
      </Button>
      {open ? (
        <ActionDialog
          title={refusal ?? `Refund ${amount}${buyer ? ` to ${buyer.email}` : ''}?`}
          action="Refund"
          done="Refunded"
          isDanger
          needsRecentSignIn
          isBlocked={refusal !== null}
          {...dialog}
          perform={({ reason = '' }) =>
            callWithPaymentTimeout(refundStaffOrder, { orderId, body: { reason } })
          }
        >
          <p>
            {!hasPayment
              ? 'This order was opened by hand, without a payment. It stays as it is.'
              : isTooLate
                ? `It was paid on ${paidAt.slice(0, 10)}, more than ${LIMITS.refundDays} days ago, and can’t be refunded here. Refund it at the provider if you decide to.`
                : `Returns the whole payment of ${paidAt.slice(0, 10)}. The order is closed${closingOf(order)}.${buyer ? ' The buyer is told by email.' : ''}`}
          </p>
        </ActionDialog>
      ) : null}
    </div>
  );
}
