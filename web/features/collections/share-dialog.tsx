import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import { type ReactNode, type Ref, useId, useRef, useState } from 'react';
import {
  type Collection,
  renewCollectionLink,
  shareCollection,
  VISIBILITIES,
  type Visibility,
} from '#contract/collections.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { CopyButton } from '#web/ui/forms/copy-button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { refreshCollections, showCollection } from './collections.queries.ts';
import { refusalMessage } from './refusal-message.ts';
import styles from './share-dialog.module.css';

const CHOICES: Record<Visibility, { name: string; text: string; action: string }> = {
  private: { name: 'Private', text: 'Only you can see it.', action: 'Make private' },
  link: {
    name: 'Anyone with the link',
    text: 'Search engines don’t list it. You can replace the link.',
    action: 'Share by link',
  },
  public: {
    name: 'Public',
    text: 'Anyone can find it, including in search engines.',
    action: 'Make public',
  },
};

interface ShareDialogProps {
  collection: Collection;
  /** The name that others see, if the member wants. */
  memberName: string;
  /** Which team has it. */
  team: ReactNode;
  onClosed: () => void;
}

/** Who sees a collection, and under which address. What is chosen counts once its button is pressed. */
export function ShareDialog({ collection, memberName, team, onClosed }: ShareDialogProps) {
  const { id: collectionId, showsName, share } = collection;
  const queryClient = useQueryClient();
  const choices = useRef<HTMLFieldSetElement>(null);
  const saved = { visibility: collection.visibility, showsName };
  const [chosen, setChosen] = useState<Partial<typeof saved>>({});
  const choice = { ...saved, ...chosen };
  const isShared = choice.visibility !== 'private';
  const isChanged =
    choice.visibility !== saved.visibility || (isShared && choice.showsName !== saved.showsName);
  // One after the other, and what is shown then is the last response.
  const common = {
    scope: { id: `sharing ${collectionId}` },
    onSuccess: (changed: Collection) => showCollection(queryClient, changed),
    onError: () => refreshCollections(queryClient, collectionId),
  };
  const renewing = useMutation({
    ...common,
    mutationFn: () => call(renewCollectionLink, { collectionId }),
  });
  const sharing = useMutation({
    ...common,
    mutationFn: (body: typeof saved) => call(shareCollection, { collectionId, body }),
    // What was said of the last change.
    onMutate: () => renewing.reset(),
    onSuccess(changed) {
      common.onSuccess(changed);
      setChosen({});
      // The button is about to go.
      choices.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    },
  });
  const error = sharing.error ?? renewing.error;
  return (
    <MessageDialog
      title="Share this collection"
      onClosed={onClosed}
      actions={(close) =>
        isChanged ? (
          <>
            <Button variant="line" onClick={close}>
              Cancel
            </Button>
            <Button
              isPending={sharing.isPending}
              pendingText="Saving..."
              onClick={() => sharing.mutate(choice)}
            >
              {choice.visibility === saved.visibility ? 'Save' : CHOICES[choice.visibility].action}
            </Button>
          </>
        ) : (
          <Button onClick={close}>Done</Button>
        )
      }
    >
      {team}
      <Choices
        ref={choices}
        chosen={choice.visibility}
        team={collection.team}
        onChosen={(visibility) => setChosen({ ...chosen, visibility })}
      />
      {share === null || choice.visibility !== saved.visibility ? null : <Address share={share} />}
      {saved.visibility === 'link' && choice.visibility === 'link' ? (
        <Button variant="ghost" size="small" isPending={renewing.isPending} onClick={() => renewing.mutate()}>
          Make a new link
        </Button>
      ) : null}
      {isShared ? (
        <>
          <Checkbox
            className={styles.showsName}
            label={`Show my name: ${memberName}`}
            isChecked={choice.showsName}
            onChange={(isShown) => setChosen({ ...chosen, showsName: isShown })}
          />
          <p className={styles.hint}>
            Others can see the name, description, titles and your notes. They can read a prompt only if their
            plan includes it.
          </p>
        </>
      ) : null}
      <p className={styles.outcome} role="status">
        {renewing.isSuccess
          ? 'You have a new link. The old one no longer works.'
          : sharing.isSuccess && !isChanged
            ? 'Saved'
            : ''}
      </p>
      <div role="alert">
        {error ? (
          <Callout variant="danger">
            {refusalMessage(error, 'We couldn’t save that. Please try again.')}
          </Callout>
        ) : null}
      </div>
    </MessageDialog>
  );
}

interface ChoicesProps {
  ref: Ref<HTMLFieldSetElement>;
  chosen: Visibility;
  team: Collection['team'];
  onChosen: (visibility: Visibility) => void;
}

function Choices({ ref, chosen, team, onChosen }: ChoicesProps) {
  const name = useId();
  const texts = {
    private: team ? `Only you and ${team.name} can see it.` : CHOICES.private.text,
    link: CHOICES.link.text,
    public: CHOICES.public.text,
  };
  return (
    <fieldset ref={ref} className={styles.choices}>
      <legend className="visually-hidden">Who can see it</legend>
      {VISIBILITIES.map((each) => (
        <label key={each} className={styles.choice}>
          <input type="radio" name={name} checked={each === chosen} onChange={() => onChosen(each)} />
          <span>
            <strong className={styles.name}>{CHOICES[each].name}</strong>
            <span className={styles.text}>{texts[each]}</span>
          </span>
        </label>
      ))}
      {team && chosen === 'public' ? (
        <p className={styles.hint}>Editors of {team.name} can change what the public page shows.</p>
      ) : null}
    </fieldset>
  );
}

function Address({ share }: { share: string }) {
  const address = `${window.location.origin}${paths.sharedCollection(share)}`;
  return (
    <div className={styles.address}>
      <input
        aria-label="Address of the collection"
        className={fieldClass()}
        readOnly
        value={address}
        onFocus={(event) => event.target.select()}
      />
      <CopyButton text={address} noun="link" icon={Link2} variant="line" />
    </div>
  );
}
