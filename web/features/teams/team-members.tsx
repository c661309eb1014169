import { useMutation, useQueryClient } from '@tanstack/react-query';
import Ellipsis from 'lucide-react/icons/ellipsis';
import { type ReactNode, useState } from 'react';
import { removeFromTeam, setTeamRole, type Team, type TeamMember, type TeamRole } from '#contract/teams.ts';
import { call } from '#web/api/call.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Menu, type MenuItemProps } from '#web/ui/overlays/menu.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ROLE_TEXTS } from './role-texts.ts';
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
  const [asked, setAsked] = useState<{ what: 'owner' | 'remove'; member: TeamMember } | null>(null);
  const giving = useMutation({
    mutationFn: ({ member, role: given }: { member: TeamMember; role: TeamRole }) =>
      call(setTeamRole, { teamId, membershipId: member.id, body: { role: given } }),
    onSuccess: async (_, { member, role: given }) => {
      toast({ title: 'Role changed', description: `${member.name}: ${ROLE_TEXTS[given].name}` });
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
                onRole={(given) => giving.mutate({ member, role: given })}
                onAsk={(what) => setAsked({ what, member })}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {asked?.what === 'owner' ? (
        <ConfirmDialog
          title={`Make ${asked.member.name} the owner?`}
          action="Hand over"
          pendingText="Handing over..."
          work={() => call(setTeamRole, { teamId, membershipId: asked.member.id, body: { role: 'owner' } })}
          onDone={() => {
            setAsked(null);
            toast({ title: 'Team handed over', description: 'You’re an editor now.' });
            // The dialog gives the focus back to a button that is about to go.
            void refreshTeams(queryClient).then(onRemoved);
          }}
          onClosed={() => setAsked(null)}
        >
          <p>
            You become an editor. The team goes on with their plan: without Pro it is paused until they have
            it. Nothing is deleted.
          </p>
        </ConfirmDialog>
      ) : null}
      {asked?.what === 'remove' ? (
        <ConfirmDialog
          title={`Remove ${asked.member.name}?`}
          action="Remove"
          pendingText="Removing..."
          variant="danger"
          work={() => call(removeFromTeam, { teamId, membershipId: asked.member.id })}
          onDone={() => {
            setAsked(null);
            toast({ title: 'Removed from the team' });
            // The dialog gives the focus back to a button that is about to go.
            void refreshTeams(queryClient).then(onRemoved);
          }}
          onClosed={() => setAsked(null)}
        >
          <p>
            They no longer see what the team shares. What they shared stays with the team as your copies, and
            they keep their own.
          </p>
        </ConfirmDialog>
      ) : null}
    </>
  );
}

interface MemberMenuProps {
  member: TeamMember;
  onRole: (role: TeamRole) => void;
  onAsk: (what: 'owner' | 'remove') => void;
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
            <Entry menu={menu} act={() => onRole('reader')}>
              Make reader
            </Entry>
          ) : (
            <Entry menu={menu} act={() => onRole('editor')}>
              Make editor
            </Entry>
          )}
          <Entry menu={menu} act={() => onAsk('owner')}>
            Make owner…
          </Entry>
          <Entry menu={menu} act={() => onAsk('remove')}>
            Remove…
          </Entry>
        </>
      )}
    </Menu>
  );
}

function Entry({ menu, act, children }: { menu: MenuItemProps; act: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      {...menu}
      onClick={(event) => {
        // The entry goes with its menu: the focus is the menu's button's again.
        event.currentTarget.closest('li')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
        menu.onClick();
        act();
      }}
    >
      {children}
    </button>
  );
}
