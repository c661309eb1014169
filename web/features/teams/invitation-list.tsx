import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import Link2 from 'lucide-react/icons/link-2';
import { type Team, type TeamInvitation, withdrawInvitation } from '#contract/teams.ts';
import { call } from '#web/api/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { ROLE_TEXTS } from './role-texts.ts';
import styles from './team-list.module.css';
import { teamRefusal } from './team-refusal.ts';
import { refreshTeams } from './teams.queries.ts';

interface InvitationListProps {
  team: Team;
  /** The row that was pressed is gone. */
  onRemoved: () => void;
}

/** Invitations nobody has accepted yet, for the owner. */
export function InvitationList({ team: { id: teamId, invitations }, onRemoved }: InvitationListProps) {
  const queryClient = useQueryClient();
  const withdrawing = useMutation({
    mutationFn: (invitationId: string) => call(withdrawInvitation, { teamId, invitationId }),
    onSuccess: async () => {
      toast({ title: 'Invitation withdrawn', description: 'Its link no longer works.' });
      onRemoved();
      await refreshTeams(queryClient);
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: teamRefusal(error, 'We couldn’t withdraw the invitation.'),
        variant: 'destructive',
      }),
  });
  return (
    <ul className={styles.list} aria-label="Open invitations">
      {invitations.map((invitation) => (
        <InvitationRow
          key={invitation.id}
          invitation={invitation}
          onWithdraw={() => {
            if (!withdrawing.isPending) withdrawing.mutate(invitation.id);
          }}
        />
      ))}
    </ul>
  );
}

function InvitationRow({ invitation, onWithdraw }: { invitation: TeamInvitation; onWithdraw: () => void }) {
  const { origin } = useRouter().options.context.settings;
  const { email, role, expiresAt, path } = invitation;
  const name = email ?? 'Invitation link';
  return (
    <li className={styles.row}>
      <div className={styles.who}>
        <p>{name}</p>
        <p className={styles.note}>
          {ROLE_TEXTS[role].name} · open until <AbsoluteDate date={expiresAt} />
        </p>
      </div>
      <div className={styles.tools}>
        <CopyButton text={`${origin}${path}`} noun="link" icon={Link2} variant="line" size="small" />
        <Button variant="ghost" size="small" aria-label={`Withdraw: ${name}`} onClick={onWithdraw}>
          Withdraw
        </Button>
      </div>
    </li>
  );
}
