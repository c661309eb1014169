import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type RefObject, useRef, useState } from 'react';
import { dissolveTeam, removeFromTeam, renameTeam, TEAM_LIMITS, type Team } from '#contract/teams.ts';
import { call } from '#web/api/call.ts';
import { collectionsQuery } from '#web/features/collections/collections.queries.ts';
import { InvitationList } from '#web/features/teams/invitation-list.tsx';
import { InviteForm } from '#web/features/teams/invite-form.tsx';
import { ROLE_TEXTS } from '#web/features/teams/role-texts.ts';
import { TeamConfirmDialog } from '#web/features/teams/team-confirm-dialog.tsx';
import { TeamMembers } from '#web/features/teams/team-members.tsx';
import { TeamNameForm } from '#web/features/teams/team-name-form.tsx';
import { refreshTeams } from '#web/features/teams/teams.queries.ts';
import { plansWith } from '#web/plan-features.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './teams-page.module.css';

/** One team: who is in it and what I can do. */
export function TeamSection({ team }: { team: Team }) {
  const { id, name, role, isPaused, members, invitations } = team;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  const openSeats = TEAM_LIMITS.invited - (members.length - 1) - invitations.length;
  return (
    <section className={styles.section} aria-labelledby={`team-${id}`}>
      <h2 id={`team-${id}`} ref={heading} tabIndex={-1} className={styles.title} dir="auto">
        {name}
      </h2>
      <p className={styles.note}>
        {role === 'owner' ? 'It’s yours' : `You’re ${role === 'editor' ? 'an editor' : 'a reader'}`}: you can{' '}
        {ROLE_TEXTS[role].can}.
      </p>
      <TeamCollections teamId={id} canShare={role !== 'reader' && !isPaused} />
      {isPaused ? <Paused role={role} /> : null}
      <TeamMembers team={team} onRemoved={focusHeading} />
      {role === 'owner' ? (
        <>
          {invitations.length > 0 ? (
            <>
              <h3 className={styles.subtitle}>Open invitations</h3>
              <InvitationList team={team} onRemoved={focusHeading} />
            </>
          ) : null}
          <div className={styles.invite}>
            {isPaused ? null : openSeats > 0 ? (
              <InviteForm
                teamId={id}
                onInvited={({ email }) =>
                  toast(
                    email === null
                      ? { title: 'Link created', description: 'Copy it from the list of open invitations.' }
                      : { title: 'Invitation sent', description: email },
                  )
                }
              />
            ) : (
              <p className={styles.note}>
                The team is full: {TEAM_LIMITS.invited} people besides you, open invitations included.
              </p>
            )}
          </div>
        </>
      ) : null}
      <TeamActions team={team} heading={heading} />
    </section>
  );
}

/** What is shared with the team, each with a link. */
function TeamCollections({ teamId, canShare }: { teamId: string; canShare: boolean }) {
  const { data: collections } = useSuspenseQuery(collectionsQuery());
  const shared = collections.filter(({ team }) => team?.id === teamId);
  return (
    <>
      <h3 className={styles.subtitle}>Collections</h3>
      {shared.length === 0 ? (
        <p className={styles.note}>
          None yet.
          {canShare ? (
            <>
              {' '}
              Open one of <Link to="/collections">your collections</Link> and share it with the team.
            </>
          ) : null}
        </p>
      ) : (
        <ul className={styles.collections}>
          {shared.map(({ id, name, promptCount }) => (
            <li key={id}>
              <Link to="/collections/$collectionId" params={{ collectionId: id }} dir="auto">
                {name}
              </Link>
              , {countWithNoun(promptCount, 'prompt')}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Paused({ role }: Pick<Team, 'role'>) {
  return (
    <Callout className={styles.paused}>
      {role === 'owner' ? (
        <>
          This team is paused, because your plan has no teams now. Everybody can still see what is shared;
          nothing new can be shared, changed or joined. It resumes <a href={plansWith('teams')}>with Pro</a>,
          as it was.
        </>
      ) : (
        'This team is paused until its owner has Pro again. You can still see what is shared.'
      )}
    </Callout>
  );
}

interface TeamActionsProps {
  team: Team;
  heading: RefObject<HTMLHeadingElement | null>;
}

/** Renaming and dissolving for the owner, leaving for everybody else. */
function TeamActions({ team: { id: teamId, name, role, members }, heading }: TeamActionsProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState<'rename' | 'end' | null>(null);
  const close = () => setOpen(null);
  const own = members.find(({ isMe }) => isMe);
  const isOwner = role === 'owner';
  if (isOpen === 'rename') {
    return (
      <div className={styles.acts}>
        <TeamNameForm
          label="New name"
          action="Rename"
          name={name}
          save={(changed) => call(renameTeam, { teamId, body: { name: changed } })}
          onSaved={() => {
            close();
            heading.current?.focus();
          }}
        />
        <Button variant="ghost" size="small" onClick={close}>
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <div className={styles.acts}>
      {isOwner ? (
        <Button variant="line" size="small" onClick={() => setOpen('rename')}>
          Rename
        </Button>
      ) : null}
      <Button variant={isOwner ? 'danger' : 'line'} size="small" onClick={() => setOpen('end')}>
        {isOwner ? 'Dissolve team' : 'Leave team'}
      </Button>
      {isOpen === 'end' ? (
        <TeamConfirmDialog
          title={isOwner ? `Dissolve “${name}”?` : `Leave “${name}”?`}
          action={isOwner ? 'Dissolve' : 'Leave'}
          pendingText={isOwner ? 'Dissolving...' : 'Leaving...'}
          work={() =>
            isOwner
              ? call(dissolveTeam, { teamId })
              : call(removeFromTeam, { teamId, membershipId: own?.id ?? '' })
          }
          onDone={() => {
            close();
            toast({ title: isOwner ? 'Team dissolved' : 'You left the team' });
            // The dialog gives the focus back to a button that is about to go.
            void refreshTeams(queryClient).then(() => document.querySelector('h1')?.focus());
          }}
          onClosed={close}
        >
          <p>
            {isOwner
              ? 'Nothing is deleted: everybody keeps the collections and values they made, for themselves. To keep a collection somebody else made, copy it first. To leave without ending the team, make another member its owner.'
              : 'You keep everything you made. What you shared stays with the team as copies, which the owner keeps. To keep a collection somebody else made, copy it first.'}
          </p>
        </TeamConfirmDialog>
      ) : null}
    </div>
  );
}
