import { useState } from 'react';
import { refundStaffOrder, type StaffOrder } from '#contract/admin-orders.ts';
import { LIMITS } from '#contract/limits.ts';
import { isTooLateToRefund } from '#contract/refunds.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { Button } from '#web/ui/forms/button.tsx';

/** For admins: gives the money back, and closes what the order opened. */
export function RefundOrder({ order: { id: orderId, paidAt }, hasPayment }: StaffOrder) {
  const [isOpen, setOpen] = useState(false);
  const { now } = useClock();
  const isTooLate = isTooLateToRefund(new Date(paidAt), now);
  return (
    <div>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Refund
      </Button>
      {isOpen ? (
        <ActionDialog
          title="Refund this order?"
          action="Refund"
          done="Refunded"
          isDanger
          isBlocked={!hasPayment || isTooLate}
          onClosed={() => setOpen(false)}
          perform={({ reason = '' }) =>
            callWithPaymentTimeout(refundStaffOrder, { orderId, body: { reason } })
          }
        >
          <p>
            {!hasPayment
              ? 'There is nothing to refund: this order was opened by hand, without a payment. It stays as it is.'
              : isTooLate
                ? `It was paid on ${paidAt.slice(0, 10)}, more than ${LIMITS.refundDays} days ago, and can’t be refunded here. Refund it at the provider if you decide to.`
                : 'Refunds the payment in full. The buyer can no longer read what it opened.'}
          </p>
        </ActionDialog>
      ) : null}
    </div>
  );
}
