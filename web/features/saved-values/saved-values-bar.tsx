import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import BookmarkPlus from 'lucide-react/icons/bookmark-plus';
import Trash2 from 'lucide-react/icons/trash-2';
import { useId, useState } from 'react';
import { createPortal } from 'react-dom';
import { deleteSavedValues, type SavedValues } from '#contract/saved-values.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { SaveValuesDialog } from './save-values-dialog.tsx';
import { savedValuesQuery } from './saved-values.queries.ts';
import styles from './saved-values-bar.module.css';

interface SavedValuesBarProps {
  promptId: string;
  /** What the fields hold now. */
  values: Readonly<Record<string, string>>;
  /** The teams I may save for. */
  teams: readonly { id: string; name: string }[];
  /** Where the button goes that saves them. */
  below: HTMLElement | null;
  onFill: (values: Readonly<Record<string, string>>) => void;
}

/** Fills the fields of a prompt with values that were saved under a name, and below them saves what they hold. */
export function SavedValuesBar({ promptId, values, teams, below, onFill }: SavedValuesBarProps) {
  const id = useId();
  const { data: sets = [] } = useQuery({ ...savedValuesQuery(promptId), staleTime: 0 });
  const [chosenId, setChosenId] = useState('');
  const [isSaving, setSaving] = useState(false);
  const chosen = sets.find((savedSet) => savedSet.id === chosenId);
  const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''));
  return (
    <>
      {sets.length > 0 ? (
        <div className={styles.bar}>
          <label htmlFor={id} className={styles.label}>
            Saved values
          </label>
          <div className={styles.row}>
            <SelectField
              id={id}
              className={fieldClass()}
              value={chosen?.id ?? ''}
              onChange={(event) => {
                const selected = sets.find((savedSet) => savedSet.id === event.target.value);
                setChosenId(selected?.id ?? '');
                if (selected) onFill(selected.values);
              }}
            >
              <option value="">Choose…</option>
              {sets.map((savedSet) => (
                <option key={savedSet.id} value={savedSet.id}>
                  {savedSet.team ? `${savedSet.team.name}: ${savedSet.name}` : savedSet.name}
                </option>
              ))}
            </SelectField>
            {chosen?.canChange ? (
              <DeleteButton promptId={promptId} saved={chosen} onDeleted={() => setChosenId('')} />
            ) : null}
          </div>
        </div>
      ) : null}
      {below
        ? createPortal(
            <Button
              variant="ghost"
              size="small"
              aria-disabled={Object.keys(filled).length === 0}
              onClick={() => {
                if (Object.keys(filled).length > 0) setSaving(true);
                else toast({ title: 'Nothing to save', description: 'Fill in a field first.', icon: 'info' });
              }}
            >
              <BookmarkPlus aria-hidden />
              Save these values…
            </Button>,
            below,
          )
        : null}
      <p className="visually-hidden" role="status">
        {chosen ? `Filled in: ${chosen.name}` : ''}
      </p>
      {isSaving ? (
        <SaveValuesDialog
          promptId={promptId}
          values={filled}
          teams={teams}
          sets={sets}
          chosen={chosen}
          onSaved={(saved) => setChosenId(saved.id)}
          onClosed={() => setSaving(false)}
        />
      ) : null}
    </>
  );
}

interface DeleteButtonProps {
  promptId: string;
  saved: SavedValues;
  onDeleted: () => void;
}

function DeleteButton({ promptId, saved, onDeleted }: DeleteButtonProps) {
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => call(deleteSavedValues, { savedValuesId: saved.id }),
    onSuccess: async () => {
      toast({
        title: 'Saved values deleted',
        description: saved.team ? `${saved.team.name}: ${saved.name}` : saved.name,
      });
      onDeleted();
      await queryClient.invalidateQueries({ queryKey: savedValuesQuery(promptId).queryKey });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureMessage(error, 'We couldn’t delete the saved values. Please try again.'),
        variant: 'destructive',
      }),
  });
  return (
    <Button
      variant="ghost"
      isIcon
      aria-label={`Delete saved values: ${saved.name}`}
      isPending={deleting.isPending}
      onClick={(event) => {
        // The button goes with what it deletes.
        event.currentTarget.parentElement?.querySelector('select')?.focus();
        deleting.mutate();
      }}
    >
      <Trash2 size={16} strokeWidth={1.75} aria-hidden />
    </Button>
  );
}
