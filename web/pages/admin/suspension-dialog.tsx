import { type MemberRow, suspendMember } from '#contract/admin-members.ts';
import { call } from '#web/api/call.ts';
import { ActDialog } from '#web/features/admin/act-dialog.tsx';

interface SuspensionDialogProps {
  member: Pick<MemberRow, 'id' | 'isSuspended'>;
  onClosed: () => void;
}

/** Suspends a member, or ends that. */
export function SuspensionDialog({ member: { id: memberId, isSuspended }, onClosed }: SuspensionDialogProps) {
  return (
    <ActDialog
      title={isSuspended ? 'End the suspension?' : 'Suspend this member?'}
      action={isSuspended ? 'End the suspension' : 'Suspend'}
      done={isSuspended ? 'The suspension is over' : 'Suspended'}
      isDanger={!isSuspended}
      onClosed={onClosed}
      act={({ reason = '' }) =>
        call(suspendMember, { memberId, body: { isSuspended: !isSuspended, reason } })
      }
    >
      {isSuspended ? (
        <p>They are told so by mail.</p>
      ) : (
        <p>
          They become a visitor at once and are told so by mail. Comments stay; a plan they pay goes on until
          it is ended.
        </p>
      )}
    </ActDialog>
  );
}
