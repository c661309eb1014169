import { useMutation, useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactNode, useState } from 'react';
import { removeFromTeam, setTeamRole, type Team, type TeamMember, type TeamRole } from '#contract/teams.ts';
import { call } from '#web/api/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Menu, type MenuItemProps } from '#web/ui/overlays/menu.tsx';
import { ROLE_TEXTS } from './role-texts.ts';
import { TeamConfirmDialog } from './team-confirm-dialog.tsx';
import styles from './team-list.module.css';
import { teamRefusal } from './team-refusal.ts';
import { refreshTeams } from './teams.queries.ts';

interface TeamMembersProps {
  team: Team;
  /** The row that was pressed is gone. */
  onRemoved: () => void;
}

/** Who is in a team; its owner gives roles, hands it over and removes people. */
export function TeamMembers({ team, onRemoved }: TeamMembersProps) {
  const { id: teamId, members, role } = team;
  const queryClient = useQueryClient();
  const [pendingChange, setPendingChange] = useState<{
    action: 'owner' | 'remove';
    member: TeamMember;
  } | null>(null);
  const roleChange = useMutation({
    mutationFn: ({ member, role: newRole }: { member: TeamMember; role: TeamRole }) =>
      call(setTeamRole, { teamId, membershipId: member.id, body: { role: newRole } }),
    onSuccess: async (_, { member, role: newRole }) => {
      toast({ title: 'Role changed', description: `${member.name}: ${ROLE_TEXTS[newRole].name}` });
      await refreshTeams(queryClient);
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: teamRefusal(error, 'We couldn’t change the role.'),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <ul className={styles.list} aria-label="Members">
        {members.map((member) => (
          <li key={member.id} className={styles.row}>
            <div className={styles.who}>
              <p>
                <bdi>{member.name}</bdi>
                {member.isMe ? ' (you)' : ''}
              </p>
              <p className={styles.note}>{ROLE_TEXTS[member.role].name}</p>
            </div>
            {role === 'owner' && !member.isMe ? (
              <MemberMenu
                member={member}
                onRole={(newRole) => roleChange.mutate({ member, role: newRole })}
                onAsk={(action) => setPendingChange({ action, member })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {pendingChange?.action === 'owner' ? (
        <TeamConfirmDialog
          title={`Make ${pendingChange.member.name} the owner?`}
          action="Hand over"
          pendingText="Handing over..."
          variant="primary"
          work={() =>
            call(setTeamRole, { teamId, membershipId: pendingChange.member.id, body: { role: 'owner' } })
          }
          onDone={() => {
            setPendingChange(null);
            toast({ title: 'Team handed over', description: 'You’re an editor now.' });
            // The dialog gives the focus back to a button that is about to go.
            void refreshTeams(queryClient).then(onRemoved);
          }}
          onClosed={() => setPendingChange(null)}
        >
          <p>
            You become an editor. The team then depends on their plan: without Pro, it’s paused until they
            upgrade. Nothing is deleted.
          </p>
        </TeamConfirmDialog>
      ) : null}
      {pendingChange?.action === 'remove' ? (
        <TeamConfirmDialog
          title={`Remove ${pendingChange.member.name}?`}
          action="Remove"
          pendingText="Removing..."
          work={() => call(removeFromTeam, { teamId, membershipId: pendingChange.member.id })}
          onDone={() => {
            setPendingChange(null);
            toast({ title: 'Removed from the team' });
            // The dialog gives the focus back to a button that is about to go.
            void refreshTeams(queryClient).then(onRemoved);
          }}
          onClosed={() => setPendingChange(null)}
        >
          <p>
            They no longer see what the team shares. What they shared stays with the team as your copies, and
            they keep their own.
          </p>
        </TeamConfirmDialog>
      ) : null}
    </>
  );
}

interface MemberMenuProps {
  member: TeamMember;
  onRole: (role: TeamRole) => void;
  onAsk: (action: 'owner' | 'remove') => void;
}

function MemberMenu({ member, onRole, onAsk }: MemberMenuProps) {
  return (
    <Menu
      label={`More for ${member.name}`}
      button={<Ellipsis size={16} strokeWidth={1.75} aria-hidden />}
      triggerClass={buttonClass({ variant: 'ghost', size: 'small', isIcon: true })}
    >
      {(menu) => (
        <>
          {member.role === 'editor' ? (
            <Entry menu={menu} onChoose={() => onRole('reader')}>
              Make reader
            </Entry>
          ) : (
            <Entry menu={menu} onChoose={() => onRole('editor')}>
              Make editor
            </Entry>
          )}
          <Entry menu={menu} onChoose={() => onAsk('owner')}>
            Make owner…
          </Entry>
          <Entry menu={menu} onChoose={() => onAsk('remove')}>
            Remove…
          </Entry>
        </>
      )}
    </Menu>
  );
}

function Entry({
  menu,
  onChoose,
  children,
}: {
  menu: MenuItemProps;
  onChoose: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      {...menu}
      onClick={(event) => {
        // The entry goes with its menu: the focus is the menu's button's again.
        event.currentTarget.closest('li')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
        menu.onClick();
        onChoose();
      }}
    >
      {children}
    </button>
  );
}
