import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { TEAM_LIMITS, type Team } from '#contract/teams.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FieldProblem } from '#web/ui/forms/field-problem.tsx';
import { useCheckedField } from '#web/ui/forms/use-checked-field.ts';
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

const findProblem = (name: string): string | null =>
  /[\p{L}\p{N}]/u.test(name) ? null : 'Give the team a name.';

/** What a team is called: of a new one, or of one that is there. */
export function TeamNameForm({ label, action, name = '', save, onSaved }: TeamNameFormProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const [text, setText] = useState(name);
  const { check, field } = useCheckedField<HTMLInputElement>(text, setText, findProblem);
  const saving = useMutation({
    mutationFn: () => save(text),
    onSuccess: async (team) => {
      onSaved(team);
      await refreshTeams(queryClient);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending && check()) saving.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.row}>
        <input
          ref={field.ref}
          id={id}
          className={fieldClass()}
          value={text}
          maxLength={TEAM_LIMITS.nameCharacters}
          autoComplete="off"
          dir="auto"
          aria-invalid={field.problem !== null}
          aria-describedby={field.problem === null ? undefined : `${id}-problem`}
          onChange={(event) => field.onChange(event.target.value)}
        />
        <Button type="submit" isPending={saving.isPending} pendingText="Saving...">
          {action}
        </Button>
      </div>
      <FieldProblem id={`${id}-problem`} text={field.problem} />
      <div role="alert" className={styles.failure}>
        {saving.error ? (
          <Callout variant="danger">{teamRefusal(saving.error, 'We couldn’t save the team.')}</Callout>
        ) : null}
      </div>
    </form>
  );
}
