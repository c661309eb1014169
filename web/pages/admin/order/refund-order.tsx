import { useState } from 'react';
import { refundStaffOrder } from '#contract/admin-orders.ts';
import { LIMITS } from '#contract/limits.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';

/** For admins: gives the money back, and closes what the order opened. */
export function RefundOrder({ orderId }: { orderId: string }) {
  const [isOpen, setOpen] = useState(false);
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
          onClosed={() => setOpen(false)}
          perform={({ reason = '' }) =>
            callWithPaymentTimeout(refundStaffOrder, { orderId, body: { reason } })
          }
        >
          <p>
            Refunds the payment in full if it was made within the last {LIMITS.refundDays} days. The buyer can
            no longer read what it opened.
          </p>
        </ActionDialog>
      ) : null}
    </div>
  );
}
