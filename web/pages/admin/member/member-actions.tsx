import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { User } from '#contract/account.ts';
import {
  endMemberSessions,
  eraseMember,
  grantMemberPrompt,
  type MemberDetail,
  setMemberRole,
  setMemberTier,
} from '#contract/admin-members.ts';
import { isId } from '#contract/ids.ts';
import { ROLES, type Role } from '#contract/roles.ts';
import { TIER_NAMES, TIERS, type Tier, tierRank } from '#contract/tiers.ts';
import { call, callWithPaymentTimeout } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { ActionField } from '#web/features/admin/action-field.tsx';
import { type OpenDialogProps, useOpenDialog } from '#web/features/admin/use-open-dialog.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Section } from '../details-list.tsx';
import { SuspensionDialog } from '../suspension-dialog.tsx';
import styles from './member-actions.module.css';
import { RefundDialog } from './refund-dialog.tsx';

type MemberAction = 'tier' | 'prompt' | 'role' | 'sessions' | 'suspension' | 'refund' | 'erasure';

interface ActionProps extends OpenDialogProps {
  member: MemberDetail;
}

/** What this viewer may do to this member. Each action is confirmed and logged. */
export function MemberActions({ member, viewer }: { member: MemberDetail; viewer: User }) {
  const isAdmin = viewer.role === 'admin';
  const isOtherMember = viewer.id !== member.id;
  const hasLowerRole = isAdmin || member.role === 'member';
  const actions: readonly (readonly [
    action: MemberAction,
    name: string,
    isAllowed: boolean,
    isDanger?: true,
  ])[] = [
    ['tier', 'Grant or remove a tier', isAdmin],
    ['prompt', 'Grant or revoke a prompt', isAdmin],
    ['role', 'Change the role', isAdmin && isOtherMember],
    ['sessions', 'Sign out everywhere', hasLowerRole],
    ['suspension', 'End the suspension', hasLowerRole && isOtherMember && member.isSuspended],
    ['suspension', 'Suspend', hasLowerRole && isOtherMember && !member.isSuspended, true],
    ['refund', 'Refund the plan', isAdmin && member.subscription !== null, true],
    ['erasure', 'Erase', isAdmin && isOtherMember, true],
  ];
  const [open, setOpen, dialog] = useOpenDialog((name): name is MemberAction =>
    actions.some(([act, , isAllowed]) => act === name && isAllowed),
  );
  const Dialog = open === null ? null : DIALOGS[open];
  return (
    <Section title="Actions">
      {[false, true].map((isDangerous) => (
        <div key={String(isDangerous)} className={styles.acts}>
          {actions
            .filter(([, , isAllowed, isDanger = false]) => isAllowed && isDanger === isDangerous)
            .map(([act, name]) => (
              <Button
                key={act}
                variant={isDangerous ? 'danger' : 'line'}
                size="small"
                onClick={() => setOpen(act)}
              >
                {name}
              </Button>
            ))}
        </div>
      ))}
      {Dialog ? <Dialog member={member} {...dialog} /> : null}
    </Section>
  );
}

const DIALOGS: Readonly<Record<MemberAction, (props: ActionProps) => ReactNode>> = {
  tier: TierDialog,
  prompt: PromptDialog,
  role: RoleDialog,
  sessions: SessionsDialog,
  suspension: SuspensionDialog,
  refund: RefundDialog,
  erasure: ErasureDialog,
};

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** What is granted, or the next tier above what they have: never what takes something away. */
const proposedTier = ({ tier, grantedTier }: MemberDetail): Tier =>
  grantedTier === 'basic' ? (TIERS[tierRank(tier) + 1] ?? tier) : grantedTier;

function TierDialog({ member, ...dialog }: ActionProps) {
  const { id: memberId, grantedTier, grantedUntil } = member;
  const today = dayOf(useClock().now);
  // It ends with the day before.
  const lastDay = grantedUntil === null ? '' : dayOf(Date.parse(grantedUntil) - 1);
  return (
    <ActionDialog
      title="Grant or remove a tier"
      needsRecentSignIn
      action="Set the tier"
      done="Tier set"
      {...dialog}
      perform={({ tier, until, reason = '' }) =>
        // The cast: the select offers nothing else.
        call(setMemberTier, { memberId, body: { tier: tier as Tier, until: until || null, reason } })
      }
    >
      <p>If the member also pays for a plan, the higher tier applies.</p>
      <ActionField
        label="Tier"
        name="tier"
        options={TIERS}
        names={{ ...TIER_NAMES, basic: 'Basic (removes the grant)' }}
        defaultValue={proposedTier(member)}
      />
      <ActionField
        label="Until the end of this day (UTC); empty for no end"
        name="until"
        type="date"
        min={today}
        // One that is over would be refused, and an endless tier is nothing to give by oversight.
        defaultValue={grantedTier === 'basic' ? '' : lastDay}
      />
    </ActionDialog>
  );
}

const GRANT_NAMES = { open: 'Open it to this member', close: 'Take it back' };

/** Of an address, the part that names the prompt; anything else is taken for an ID. */
const promptIdOf = (text: string): string => /\/prompt\/([^/?#\s]+)/.exec(text)?.[1] ?? text;

function PromptDialog({ member: { id: memberId }, ...dialog }: ActionProps) {
  const [isPromptMissing, setPromptMissing] = useState(false);
  return (
    <ActionDialog
      title="Grant or revoke a prompt"
      needsRecentSignIn
      action="Save"
      done="Saved"
      {...dialog}
      check={({ promptId = '' }) => {
        const isGiven = isId(promptIdOf(promptId));
        setPromptMissing(!isGiven);
        return isGiven;
      }}
      perform={({ promptId = '', grant, reason = '' }) =>
        call(grantMemberPrompt, {
          memberId,
          promptId: promptIdOf(promptId),
          body: { isGranted: grant === 'open', reason },
        })
      }
    >
      <p>
        The address is in the browser’s bar on the prompt’s page; the ID is its last part. The{' '}
        <Link to="/admin/library">library</Link> finds prompts by title.
      </p>
      <ActionField
        label="The prompt’s address or ID"
        name="promptId"
        required
        problem={isPromptMissing ? 'Enter the prompt’s address or ID.' : null}
      />
      <ActionField label="What to do" name="grant" options={['open', 'close']} names={GRANT_NAMES} />
    </ActionDialog>
  );
}

function RoleDialog({ member: { id: memberId, role }, ...dialog }: ActionProps) {
  return (
    <ActionDialog
      title="Change the role"
      needsRecentSignIn
      action="Change the role"
      done="Role changed"
      isDanger
      {...dialog}
      perform={({ role: newRole, reason = '' }) =>
        // The cast: the select offers nothing else.
        call(setMemberRole, { memberId, body: { role: newRole as Role, reason } })
      }
    >
      <ActionField label="Role" name="role" options={ROLES} defaultValue={role} />
    </ActionDialog>
  );
}

function SessionsDialog({ member: { id: memberId }, ...dialog }: ActionProps) {
  return (
    <ActionDialog
      title="Sign out everywhere?"
      action="Sign out"
      done="Signed out everywhere"
      {...dialog}
      perform={({ reason = '' }) => call(endMemberSessions, { memberId, body: { reason } })}
    >
      <p>Ends all their sessions, revokes all their tokens and disconnects all their apps.</p>
    </ActionDialog>
  );
}

const CONFIRMATION = 'DELETE';

function ErasureDialog({ member: { id: memberId, name }, ...dialog }: ActionProps) {
  const navigate = useNavigate();
  const [isUnconfirmed, setUnconfirmed] = useState(false);
  return (
    <ActionDialog
      title={`Erase ${name}?`}
      needsRecentSignIn
      action="Erase"
      done="Erased"
      isDanger
      {...dialog}
      onDone={() => void navigate({ to: '/admin/members' })}
      check={({ word }) => {
        setUnconfirmed(word !== CONFIRMATION);
        return word === CONFIRMATION;
      }}
      perform={({ comments, reason = '' }) =>
        callWithPaymentTimeout(eraseMember, {
          memberId,
          body: {
            confirmation: CONFIRMATION,
            comments: comments === 'remove' ? 'remove' : 'keep',
            reason,
          },
        })
      }
    >
      <p>Same as deleting their own account: any plan ends immediately, and this can’t be undone.</p>
      <ActionField label="Their comments" name="comments" options={['keep', 'remove']} />
      <ActionField
        label="Type DELETE to confirm"
        name="word"
        autoComplete="off"
        problem={isUnconfirmed ? 'Type DELETE, in capitals.' : null}
      />
    </ActionDialog>
  );
}
