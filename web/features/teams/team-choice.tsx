import { useMutation, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Collection, shareWithTeam } from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import styles from './team-choice.module.css';
import { teamRefusal } from './team-refusal.ts';
import { teamsQuery } from './teams.queries.ts';

interface TeamChoiceProps {
  collection: Collection;
  onChanged: (team: Collection['team']) => void;
}

/** Which of my teams has a collection of mine; nothing for whoever is in none. The choice counts at once. */
export function TeamChoice({ collection: { id: collectionId, team }, onChanged }: TeamChoiceProps) {
  const id = useId();
  const { data: teams = [] } = useQuery({ ...teamsQuery(), staleTime: 0 });
  const choices = teams.filter(({ role, isPaused }) => role !== 'reader' && !isPaused);
  const sharing = useMutation({
    scope: { id: `team of ${collectionId}` },
    mutationFn: (teamId: string | null) => call(shareWithTeam, { collectionId, body: { teamId } }),
    onSuccess: ({ teamId }) => onChanged(teams.find((each) => each.id === teamId) ?? null),
  });
  if (choices.length === 0 && team === null) return null;
  const shown = sharing.isPending ? sharing.variables : (team?.id ?? null);
  const isKnown = choices.some((each) => each.id === team?.id);
  return (
    <div className={styles.choice}>
      <label htmlFor={id} className={styles.label}>
        Team
      </label>
      <SelectField
        id={id}
        className={fieldClass()}
        value={shown ?? ''}
        aria-describedby={`${id}-hint`}
        onChange={(event) => sharing.mutate(event.target.value || null)}
      >
        <option value="">No team</option>
        {team && !isKnown ? <option value={team.id}>{team.name}</option> : null}
        {choices.map(({ id: teamId, name }) => (
          <option key={teamId} value={teamId}>
            {name}
          </option>
        ))}
      </SelectField>
      <p id={`${id}-hint`} className={styles.hint}>
        Its editors can add, remove and order prompts. Everybody reads what their own plan includes.
      </p>
      <p className="visually-hidden" role="status">
        {sharing.isSuccess ? (team ? `Shared with ${team.name}` : 'No longer shared with a team') : ''}
      </p>
      <div role="alert">
        {sharing.error ? (
          <Callout variant="danger">{teamRefusal(sharing.error, 'We couldn’t save that.')}</Callout>
        ) : null}
      </div>
    </div>
  );
}
