import { useQuery } from '@tanstack/react-query';
import { type MemberDetail, refundMember } from '#contract/admin-members.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { memberPaymentsQuery } from '#web/features/admin/admin.queries.ts';
import type { OpenDialogProps } from '#web/features/admin/use-open-dialog.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { hasEnded, planRefund } from './plan-refund.ts';

interface RefundDialogProps extends OpenDialogProps {
  member: MemberDetail;
}

/** Gives the last payment back and ends the plan: where the server would refuse that, it says so before. */
export function RefundDialog({ member: { id: memberId, name, subscription }, ...dialog }: RefundDialogProps) {
  const { data, isPending } = useQuery(memberPaymentsQuery(memberId));
  const { now } = useClock();
  if (subscription === null) return null;
  const { text, refusal, isEndOnly } = planRefund(subscription, data?.planPayment, now);
  const ending = isEndOnly
    ? { title: `End ${name}’s plan?`, action: 'End the plan', done: 'Plan ended' }
    : {
        title: `Refund ${name}’s plan?`,
        action: hasEnded(subscription) ? 'Refund' : 'Refund and end the plan',
        done: 'Refunded',
      };
  return (
    <ActionDialog
      {...ending}
      needsRecentSignIn
      isDanger
      isWaiting={isPending}
      {...(!isPending && refusal ? { title: refusal, isBlocked: true } : {})}
      {...dialog}
      perform={({ reason = '' }) => callWithPaymentTimeout(refundMember, { memberId, body: { reason } })}
    >
      <p>{isPending ? 'Reading the last payment...' : text}</p>
    </ActionDialog>
  );
}
