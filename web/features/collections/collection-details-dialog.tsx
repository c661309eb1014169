import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { COLLECTION_COLORS, COLLECTION_LIMITS, type Collection } from '#contract/collections.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { collectionColorClass } from './collection-color-class.ts';
import styles from './collection-details-dialog.module.css';
import { CollectionNameField, useCollectionName } from './collection-name-field.tsx';
import { refusalMessage } from './refusal-message.ts';

type CollectionDetails = Pick<Collection, 'name' | 'description' | 'color'>;

interface CollectionDetailsDialogProps {
  title: string;
  action: string;
  /** What it is now; nothing for a new one. */
  details?: CollectionDetails;
  save: (details: CollectionDetails) => Promise<Collection>;
  onSaved: (saved: Collection) => void;
  onClosed: () => void;
}

/** Name, description and color of a collection. */
export function CollectionDetailsDialog({
  title,
  action,
  details,
  save,
  onSaved,
  onClosed,
}: CollectionDetailsDialogProps) {
  const name = useCollectionName(details?.name ?? '');
  const [draft, setDraft] = useState<Omit<CollectionDetails, 'name'>>(
    details ?? { description: '', color: 'blue' },
  );
  const id = useId();
  const saving = useMutation({
    mutationFn: () => save({ ...draft, name: name.field.value }),
    onSuccess: (saved) => {
      onSaved(saved);
      onClosed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!saving.isPending && name.check()) saving.mutate();
  };
  const change = (changed: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...changed }));
  return (
    <MessageDialog
      title={title}
      startRef={name.field.ref}
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={`${id}-form`} isPending={saving.isPending} pendingText="Saving...">
            {action}
          </Button>
        </>
      )}
    >
      <form id={`${id}-form`} className={styles.form} noValidate onSubmit={submit}>
        <CollectionNameField label="Name" {...name.field} />
        <label htmlFor={`${id}-description`}>Description (optional)</label>
        <textarea
          id={`${id}-description`}
          className={fieldClass()}
          rows={3}
          maxLength={COLLECTION_LIMITS.descriptionCharacters}
          dir="auto"
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
        />
        <fieldset className={styles.colors}>
          <legend>
            Color: <span className={styles.colorName}>{draft.color}</span>
          </legend>
          {COLLECTION_COLORS.map((color) => (
            <label key={color} className={styles.color}>
              <input
                type="radio"
                name={`${id}-color`}
                className={styles.native}
                checked={color === draft.color}
                onChange={() => change({ color })}
              />
              <span className={collectionColorClass(color, styles.swatch)} />
              <span className="visually-hidden">{color}</span>
            </label>
          ))}
        </fieldset>
        <div role="alert">
          {saving.error ? (
            <Callout variant="danger">
              {refusalMessage(saving.error, 'We couldn’t save the collection. Please try again.')}
            </Callout>
          ) : null}
        </div>
      </form>
    </MessageDialog>
  );
}
