import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { COLLECTION_LIMITS, type CollectionItem, setCollectionNote } from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './collection-details-dialog.module.css';

interface CollectionItemDialogProps {
  collectionId: string;
  item: CollectionItem;
  onSaved: (note: string | null) => void;
  onClosed: () => void;
}

/** What its owner writes beside a prompt of a collection. */
export function CollectionItemDialog({ collectionId, item, onSaved, onClosed }: CollectionItemDialogProps) {
  const [note, setNote] = useState(item.note ?? '');
  const id = useId();
  const saving = useMutation({
    mutationFn: () => call(setCollectionNote, { collectionId, promptId: item.prompt.id, body: { note } }),
    onSuccess: (saved) => {
      onSaved(saved.note);
      onClosed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending) saving.mutate();
  };
  return (
    <MessageDialog
      title="Note"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={`${id}-form`} isPending={saving.isPending} pendingText="Saving...">
            Save note
          </Button>
        </>
      )}
    >
      <form id={`${id}-form`} className={styles.form} onSubmit={submit}>
        <label htmlFor={`${id}-note`}>Your note on “{item.prompt.title}”</label>
        <textarea
          id={`${id}-note`}
          className={fieldClass()}
          rows={4}
          maxLength={COLLECTION_LIMITS.noteCharacters}
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <div role="alert">
          {saving.error ? (
            <Callout variant="danger">
              {failureMessage(saving.error, 'We couldn’t save the note. Please try again.')}
            </Callout>
          ) : null}
        </div>
      </form>
    </MessageDialog>
  );
}
