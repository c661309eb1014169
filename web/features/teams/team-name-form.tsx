import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { TEAM_LIMITS, type Team } from '#contract/teams.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import styles from './team-form.module.css';
import { teamRefusal } from './team-refusal.ts';
import { refreshTeams } from './teams.queries.ts';

interface TeamNameFormProps {
  label: string;
  action: string;
  /** What it is called now; nothing for a new one. */
  name?: string;
  save: (name: string) => Promise<Team>;
  onSaved: (team: Team) => void;
}

/** What a team is called: of a new one, or of one that is there. */
export function TeamNameForm({ label, action, name = '', save, onSaved }: TeamNameFormProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const [text, setText] = useState(name);
  const [isBlank, setBlank] = useState(false);
  const saving = useMutation({
    mutationFn: () => save(text),
    onSuccess: async (team) => {
      onSaved(team);
      await refreshTeams(queryClient);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const says = /[\p{L}\p{N}]/u.test(text);
    setBlank(!says);
    if (says && !saving.isPending) saving.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          id={id}
          className={fieldClass()}
          value={text}
          maxLength={TEAM_LIMITS.nameCharacters}
          autoComplete="off"
          dir="auto"
          aria-invalid={isBlank}
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            setText(event.target.value);
            setBlank(false);
          }}
        />
        <Button type="submit" isPending={saving.isPending} pendingText="Saving...">
          {action}
        </Button>
      </div>
      <div id={`${id}-problem`} role="alert">
        {isBlank ? <Callout variant="danger">Give the team a name.</Callout> : null}
        {saving.error ? (
          <Callout variant="danger">{teamRefusal(saving.error, 'We couldn’t save the team.')}</Callout>
        ) : null}
      </div>
    </form>
  );
}
