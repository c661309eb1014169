import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import { type ReactNode, useId, useState } from 'react';
import {
  type Collection,
  renewCollectionLink,
  shareCollection,
  VISIBILITIES,
  type Visibility,
} from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { showCollection } from './collections.queries.ts';
import { refusalMessage } from './refusal-message.ts';
import styles from './share-dialog.module.css';

const CHOICES: Record<Visibility, { name: string; text: string }> = {
  private: { name: 'Private', text: 'Only you can see it.' },
  link: { name: 'Anyone with the link', text: 'Search engines don’t list it. You can replace the link.' },
  public: { name: 'Public', text: 'Anyone can find it, including in search engines.' },
};

interface ShareDialogProps {
  collection: Collection;
  /** The name that others see, if the member wants. */
  memberName: string;
  /** Which team has it. */
  team: ReactNode;
  onClosed: () => void;
}

/** Who sees a collection, and under which address. Every choice counts at once. */
export function ShareDialog({ collection, memberName, team, onClosed }: ShareDialogProps) {
  const { id: collectionId, visibility, showsName, share } = collection;
  const queryClient = useQueryClient();
  const name = useId();
  const privateText = collection.team
    ? `Only you and ${collection.team.name} can see it.`
    : CHOICES.private.text;
  // Shown as chosen while it is being saved.
  const [choice, setChoice] = useState({ visibility, showsName });
  const sharing = useMutation({
    mutationFn: (body: typeof choice) => call(shareCollection, { collectionId, body }),
    onSuccess: (changed) => showCollection(queryClient, changed),
    onError: () => setChoice({ visibility, showsName }),
  });
  function choose(changed: Partial<typeof choice>) {
    const body = { ...choice, ...changed };
    setChoice(body);
    sharing.mutate(body);
  }
  const renewing = useMutation({
    mutationFn: () => call(renewCollectionLink, { collectionId }),
    onSuccess: (changed) => showCollection(queryClient, changed),
  });
  const error = sharing.error ?? renewing.error;
  return (
    <MessageDialog
      title="Share this collection"
      onClosed={onClosed}
      actions={(close) => <Button onClick={close}>Done</Button>}
    >
      {team}
      <fieldset className={styles.choices}>
        <legend className="visually-hidden">Who can see it</legend>
        {VISIBILITIES.map((each) => (
          <label key={each} className={styles.choice}>
            <input
              type="radio"
              name={name}
              checked={each === choice.visibility}
              onChange={() => choose({ visibility: each })}
            />
            <span>
              <strong className={styles.name}>{CHOICES[each].name}</strong>
              <span className={styles.text}>{each === 'private' ? privateText : CHOICES[each].text}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {share === null ? null : (
        <div className={styles.address}>
          <input
            aria-label="Address of the collection"
            className={fieldClass()}
            readOnly
            value={`${window.location.origin}${paths.sharedCollection(share)}`}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton
            text={`${window.location.origin}${paths.sharedCollection(share)}`}
            what="link"
            icon={Link2}
            variant="line"
          />
        </div>
      )}
      {visibility === 'link' ? (
        <Button variant="ghost" size="small" isPending={renewing.isPending} onClick={() => renewing.mutate()}>
          Make a new link
        </Button>
      ) : null}
      {visibility === 'private' ? null : (
        <>
          <Checkbox
            label={`Show my name: ${memberName}`}
            isChecked={choice.showsName}
            onChange={(isShown) => choose({ showsName: isShown })}
          />
          <p className={styles.hint}>
            Others can see the name, description, titles and your notes. They can read a prompt only if their
            plan includes it.
          </p>
        </>
      )}
      <p className="visually-hidden" role="status">
        {renewing.isSuccess ? 'You have a new link. The old one no longer works.' : ''}
      </p>
      <div role="alert">
        {error ? (
          <Notice variant="danger">
            {refusalMessage(error, 'We couldn’t save that. Please try again.')}
          </Notice>
        ) : null}
      </div>
    </MessageDialog>
  );
}
