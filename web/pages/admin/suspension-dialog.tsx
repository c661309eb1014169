import { type MemberRow, suspendMember } from '#contract/admin-members.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog, type ActionDialogProps } from '#web/features/admin/action-dialog.tsx';

type SuspensionDialogProps = Pick<ActionDialogProps, 'onClosed' | 'onSignIn'> & {
  member: Pick<MemberRow, 'id' | 'isSuspended'>;
};

/** Suspends a member, or ends that. */
export function SuspensionDialog({
  member: { id: memberId, isSuspended },
  ...dialog
}: SuspensionDialogProps) {
  return (
    <ActionDialog
      about={memberId}
      needsRecentSignIn
      title={isSuspended ? 'End the suspension?' : 'Suspend this member?'}
      action={isSuspended ? 'End the suspension' : 'Suspend'}
      done={isSuspended ? 'Suspension ended' : 'Suspended'}
      isDanger={!isSuspended}
      {...dialog}
      perform={({ reason = '' }) =>
        call(suspendMember, { memberId, body: { isSuspended: !isSuspended, reason } })
      }
    >
      {isSuspended ? (
        <p>They’re notified by email.</p>
      ) : (
        <p>
          They’re signed out immediately and notified by email. Their comments stay. A paid plan ends at the
          end of its paid month, an overdue plan immediately.
        </p>
      )}
    </ActionDialog>
  );
}
