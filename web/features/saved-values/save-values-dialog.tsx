import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { SAVED_VALUES_LIMITS, type SavedValues, saveValues } from '#contract/saved-values.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { savedValuesQuery } from './saved-values.queries.ts';
import styles from './saved-values-bar.module.css';

interface SaveValuesDialogProps {
  promptId: string;
  values: Readonly<Record<string, string>>;
  teams: readonly { id: string; name: string }[];
  /** What is saved already. */
  sets: readonly SavedValues[];
  /** What the fields were filled with: saved again under its name, unless another is typed. */
  chosen: SavedValues | undefined;
  onSaved: (saved: SavedValues) => void;
  onClosed: () => void;
}

/** Under which name and for whom. It stands in the form that is filled in, so its fields keep out of that. */
export function SaveValuesDialog(props: SaveValuesDialogProps) {
  const { promptId, values, teams, sets, chosen, onSaved, onClosed } = props;
  const id = useId();
  const queryClient = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const isTeamKnown = teams.some((team) => team.id === chosen?.team?.id);
  const [name, setName] = useState(chosen?.name ?? '');
  const [teamId, setTeamId] = useState(isTeamKnown ? (chosen?.team?.id ?? '') : '');
  const [isBlank, setBlank] = useState(false);
  const team = teams.find((each) => each.id === teamId);
  const nameExists = sets.some(
    (savedSet) => savedSet.name === name.trim() && (savedSet.team?.id ?? '') === teamId,
  );
  const saving = useMutation({
    mutationFn: () =>
      call(saveValues, { id: promptId, body: { name, values: { ...values }, teamId: teamId || null } }),
    onSuccess: async (saved) => {
      toast({
        title: 'Values saved',
        description: saved.team ? `${saved.team.name}: ${saved.name}` : saved.name,
      });
      await queryClient.invalidateQueries({ queryKey: savedValuesQuery(promptId).queryKey });
      onSaved(saved);
      onClosed();
    },
  });
  function save() {
    if (saving.isPending) return;
    setBlank(name.trim() === '');
    if (name.trim() === '') field.current?.focus();
    else saving.mutate();
  }
  function onKeyDown(event: KeyboardEvent) {
    // The keys of the form around it are not for this.
    event.stopPropagation();
    if (event.key !== 'Enter' || event.target !== field.current || event.nativeEvent.isComposing) return;
    event.preventDefault();
    save();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps the keys of its fields to itself
    <div onKeyDown={onKeyDown}>
      <MessageDialog
        title="Save these values"
        onClosed={onClosed}
        actions={(close) => (
          <>
            <Button variant="line" onClick={close}>
              Cancel
            </Button>
            <Button isPending={saving.isPending} pendingText="Saving..." onClick={save}>
              {nameExists ? 'Replace' : 'Save'}
            </Button>
          </>
        )}
      >
        <div className={styles.fields}>
          <label htmlFor={`${id}-name`}>Name</label>
          <input
            ref={field}
            id={`${id}-name`}
            form={`${id}-none`}
            className={fieldClass()}
            value={name}
            maxLength={SAVED_VALUES_LIMITS.nameCharacters}
            autoComplete="off"
            dir="auto"
            aria-invalid={isBlank}
            aria-describedby={`${id}-problem`}
            onChange={(event) => {
              setName(event.target.value);
              setBlank(false);
            }}
          />
          {teams.length > 0 ? (
            <>
              <label htmlFor={`${id}-team`}>For</label>
              <SelectField
                id={`${id}-team`}
                form={`${id}-none`}
                className={fieldClass()}
                value={teamId}
                onChange={(event) => setTeamId(event.target.value)}
              >
                <option value="">Only me</option>
                {teams.map((each) => (
                  <option key={each.id} value={each.id}>
                    Team: {each.name}
                  </option>
                ))}
              </SelectField>
            </>
          ) : null}
        </div>
        <p className={styles.hint}>
          {team
            ? `What the fields hold now is stored in your account and shared with everybody in ${team.name}.`
            : 'What the fields hold now is stored in your account, for you alone.'}
        </p>
        <div id={`${id}-problem`} role="alert">
          {isBlank ? <Callout variant="danger">Give the values a name.</Callout> : null}
          {saving.error ? <Callout variant="danger">{refusal(saving.error)}</Callout> : null}
        </div>
      </MessageDialog>
    </div>
  );
}

function refusal(error: unknown): string {
  const isForPeople = error instanceof ApiError && (error.status === 409 || error.status === 403);
  if (isForPeople && error.problem) return error.problem.message;
  return failureMessage(error, 'We couldn’t save the values. Please try again.');
}
