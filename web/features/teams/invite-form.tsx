import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import {
  INVITED_ROLES,
  type InvitedRole,
  inviteToTeam,
  TEAM_LIMITS,
  type TeamInvitation,
} from '#contract/teams.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SegmentedControl } from '#web/ui/forms/segmented-control.tsx';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { ROLE_TEXTS } from './role-texts.ts';
import styles from './team-form.module.css';
import { teamRefusal } from './team-refusal.ts';
import { refreshTeams } from './teams.queries.ts';

const DELIVERY_METHODS = [
  { value: 'email', name: 'By email' },
  { value: 'link', name: 'By link' },
] as const;

/** Invites one person: by mail, or with a link that goes where the member sends it. */
export function InviteForm({
  teamId,
  onInvited,
}: {
  teamId: string;
  onInvited: (invitation: TeamInvitation) => void;
}) {
  const id = useId();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const [deliveryMethod, setDeliveryMethod] = useState<(typeof DELIVERY_METHODS)[number]['value']>('email');
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<InvitedRole>('editor');
  const [isWrong, setWrong] = useState(false);
  const inviting = useMutation({
    mutationFn: () =>
      call(inviteToTeam, { teamId, body: { email: deliveryMethod === 'email' ? email.trim() : null, role } }),
    onSuccess: async (invitation) => {
      setEmail('');
      await refreshTeams(queryClient);
      onInvited(invitation);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (inviting.isPending) return;
    const isAddress = deliveryMethod === 'link' || /^\S+@\S+\.\S+$/.test(email.trim());
    setWrong(!isAddress);
    if (isAddress) inviting.mutate();
    else field.current?.focus();
  };
  const isRefusedAddress = inviting.error instanceof ApiError && inviting.error.status === 400;
  return (
    <form className={styles.form} onSubmit={submit} noValidate aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={styles.label}>
        Invite somebody
      </h3>
      <SegmentedControl
        label="How to invite"
        value={deliveryMethod}
        options={DELIVERY_METHODS}
        onChange={setDeliveryMethod}
      />
      <div className={styles.fields}>
        {deliveryMethod === 'email' ? (
          <div>
            <label htmlFor={`${id}-email`} className={styles.label}>
              Email address
            </label>
            <input
              ref={field}
              id={`${id}-email`}
              type="email"
              className={fieldClass()}
              value={email}
              maxLength={TEAM_LIMITS.emailCharacters}
              autoComplete="off"
              aria-invalid={isWrong || isRefusedAddress}
              aria-describedby={`${id}-hint ${id}-problem`}
              onChange={(event) => {
                setEmail(event.target.value);
                setWrong(false);
              }}
            />
          </div>
        ) : null}
        <div>
          <label htmlFor={`${id}-role`} className={styles.label}>
            Role
          </label>
          <SelectField
            id={`${id}-role`}
            className={fieldClass()}
            value={role}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setRole(event.target.value === 'reader' ? 'reader' : 'editor')}
          >
            {INVITED_ROLES.map((each) => (
              <option key={each} value={each}>
                {ROLE_TEXTS[each].name}
              </option>
            ))}
          </SelectField>
        </div>
      </div>
      <p id={`${id}-hint`} className={styles.hint}>
        {ROLE_TEXTS[role].name}s can {ROLE_TEXTS[role].can}.{' '}
        {deliveryMethod === 'email'
          ? 'Only a Google account with this address can join.'
          : 'The first person who opens the link can join.'}{' '}
        The invitation ends after {TEAM_LIMITS.invitationDays} days.
      </p>
      <div id={`${id}-problem`} role="alert">
        {isWrong || isRefusedAddress ? (
          <Callout variant="danger">Enter an email address, such as name@example.com.</Callout>
        ) : inviting.error ? (
          <Callout variant="danger">
            {teamRefusal(inviting.error, 'We couldn’t make the invitation.')}
          </Callout>
        ) : null}
      </div>
      <Button type="submit" isPending={inviting.isPending} pendingText="Inviting...">
        {deliveryMethod === 'email' ? 'Send invitation' : 'Create link'}
      </Button>
    </form>
  );
}
