import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { setOwnName } from '#contract/account-settings.ts';
import { LIMITS } from '#contract/limits.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { userQuery } from '#web/features/account/account.queries.ts';
import { accountQuery } from '#web/features/account/account-settings.queries.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { useCheckedField } from '#web/ui/forms/use-checked-field.ts';
import { Avatar } from '#web/ui/graphics/avatar.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import { AccountSection } from './account-section.tsx';
import styles from './profile-section.module.css';

/** Who the member is, and the name others see. */
export function ProfileSection() {
  const { data: account } = useSuspenseQuery(accountQuery());
  const { email, googleName, ownName, profileImageUrl, memberSince } = account;
  const shown = ownName ?? (googleName === '' ? email : googleName);
  return (
    <AccountSection id="profile" title="Profile">
      <div className={styles.person}>
        <Avatar initial={[...shown][0]?.toUpperCase() ?? 'U'} picture={profileImageUrl} />
        <div>
          <p>
            <strong>{shown}</strong>
          </p>
          <p>{email}</p>
        </div>
      </div>
      <NameForm key={ownName} ownName={ownName} googleName={googleName} />
      <p className={styles.note}>
        Your email address and picture come from Google. Member since <AbsoluteDate date={memberSince} />.
      </p>
    </AccountSection>
  );
}

const findProblem = (name: string): string | null =>
  name.length > LIMITS.ownNameCharacters ? `Shorten it to ${LIMITS.ownNameCharacters} characters.` : null;

function NameForm({ ownName, googleName }: { ownName: string | null; googleName: string }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState(ownName ?? '');
  const { check, field } = useCheckedField<HTMLInputElement>(name, setName, findProblem);
  const fieldId = useId();
  const saving = useMutation({
    mutationFn: (newName: string | null) => call(setOwnName, { body: { name: newName } }),
    onSuccess: async () => {
      toast({ title: 'Name saved', description: 'Your comments now show it.' });
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: accountQuery().queryKey }),
        // Nobody asks for it by itself.
        queryClient.fetchQuery({ ...userQuery(), staleTime: 0 }),
      ]);
    },
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    const newName = name.trim();
    if (!saving.isPending && check() && newName !== (ownName ?? ''))
      saving.mutate(newName === '' ? null : newName);
  };
  return (
    <form className={styles.form} onSubmit={save}>
      <label htmlFor={fieldId} className={styles.label}>
        Name shown to others
      </label>
      <div className={styles.row}>
        <input
          ref={field.ref}
          id={fieldId}
          className={fieldClass()}
          value={name}
          placeholder={googleName}
          autoComplete="nickname"
          aria-invalid={field.problem !== null}
          aria-describedby={`${field.problem === null ? '' : `${fieldId}-problem `}${fieldId}-hint`}
          onChange={(event) => field.onChange(event.target.value)}
        />
        <Button variant="line" type="submit" isPending={saving.isPending} pendingText="Saving...">
          Save
        </Button>
      </div>
      <FieldProblem id={`${fieldId}-problem`} text={field.problem} />
      <p id={`${fieldId}-hint`} className={styles.note}>
        Leave empty to use your Google account’s name.
      </p>
      <div role="alert">
        {saving.error ? (
          <Callout variant="danger">{failureMessage(saving.error, 'We couldn’t save the name.')}</Callout>
        ) : null}
      </div>
    </form>
  );
}
