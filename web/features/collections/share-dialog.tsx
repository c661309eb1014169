import { useMutation, useQueryClient } from '@tanstack/react-query';
import Link2 from 'lucide-react/icons/link-2';
import { Fragment, type ReactNode, type Ref, useId, useRef, useState } from 'react';
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
    text: 'Search engines don’t list it.',
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
  const hasNewVisibility = choice.visibility !== saved.visibility;
  const isChanged = hasNewVisibility || (isShared && choice.showsName !== showsName);
  const sharing = useMutation({
    mutationFn: (body: typeof saved) => call(shareCollection, { collectionId, body }),
    onMutate: (): void => renewing.reset(),
    onSuccess(changed) {
      showCollection(queryClient, changed);
      setChosen({});
      // The button is about to go.
      choices.current?.querySelector<HTMLInputElement>('input:checked')?.focus();
    },
    onError: () => refreshCollections(queryClient, collectionId),
  });
  const renewing = useMutation({
    mutationFn: () => call(renewCollectionLink, { collectionId }),
    onMutate: (): void => sharing.reset(),
    onSuccess(changed) {
      showCollection(queryClient, changed);
      // The button is about to go; here is the new link.
      choices.current?.querySelector<HTMLInputElement>('input[readonly]')?.focus();
    },
    onError: () => refreshCollections(queryClient, collectionId),
  });
  const error = sharing.error ?? renewing.error;
  return (
    <MessageDialog
      title="Share this collection"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <p className={styles.outcome} role="status">
            {isChanged
              ? ''
              : sharing.isSuccess
                ? 'Saved'
                : renewing.isSuccess
                  ? 'The old link no longer works.'
                  : ''}
          </p>
          {isChanged ? (
            <>
              <Button variant="line" onClick={close}>
                Cancel
              </Button>
              <Button
                isPending={sharing.isPending}
                pendingText="Saving..."
                onClick={() => sharing.mutate(choice)}
              >
                {hasNewVisibility ? CHOICES[choice.visibility].action : 'Save'}
              </Button>
            </>
          ) : (
            // With a link there, that is what one came for.
            <Button variant={share === null ? 'primary' : 'line'} onClick={close}>
              Done
            </Button>
          )}
        </>
      )}
    >
      {team}
      <Choices
        ref={choices}
        chosen={choice.visibility}
        team={collection.team}
        onChosen={(visibility) => setChosen({ ...chosen, visibility })}
      >
        {share === null || hasNewVisibility ? null : (
          <Address share={share} isPrimary={!isChanged}>
            {saved.visibility === 'link' ? (
              <ReplaceLink key={share} isPending={renewing.isPending} onConfirmed={() => renewing.mutate()} />
            ) : null}
          </Address>
        )}
      </Choices>
      {isShared ? (
        <>
          <Checkbox
            className={styles.choiceBelow}
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
  /** Under the one that is chosen. */
  children: ReactNode;
}

function Choices({ ref, chosen, team, onChosen, children }: ChoicesProps) {
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
        <Fragment key={each}>
          <label className={styles.choice}>
            <input type="radio" name={name} checked={each === chosen} onChange={() => onChosen(each)} />
            <span>
              <strong className={styles.name}>{CHOICES[each].name}</strong>
              <span className={styles.text}>{texts[each]}</span>
            </span>
          </label>
          {each === chosen ? children : null}
        </Fragment>
      ))}
      {team && chosen === 'public' ? (
        <p className={styles.hint}>Editors of {team.name} can change what the public page shows.</p>
      ) : null}
    </fieldset>
  );
}

interface AddressProps {
  share: string;
  isPrimary: boolean;
  /** What else can be done with it. */
  children: ReactNode;
}

function Address({ share, isPrimary, children }: AddressProps) {
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
      <CopyButton text={address} noun="link" icon={Link2} variant={isPrimary ? 'primary' : 'line'} />
      {children}
    </div>
  );
}

const focus = (button: HTMLButtonElement | null) => button?.focus();

/**
 * Asks where it stands: whoever has the old link loses it. The focus goes to the button that changes nothing: a key that
 * is still held down confirms nothing.
 */
function ReplaceLink({ isPending, onConfirmed }: { isPending: boolean; onConfirmed: () => void }) {
  const id = useId();
  const [state, setState] = useState<'idle' | 'asking' | 'kept'>('idle');
  if (state !== 'asking') {
    return (
      <Button ref={state === 'kept' ? focus : null} variant="line" onClick={() => setState('asking')}>
        Replace the link
      </Button>
    );
  }
  return (
    <>
      <p id={id} className={styles.question}>
        Replace the link? Whoever has the old one can no longer open it.
      </p>
      <Button
        variant="danger"
        aria-describedby={id}
        isPending={isPending}
        pendingText="Replacing..."
        onClick={onConfirmed}
      >
        Replace
      </Button>
      <Button ref={focus} variant="line" aria-describedby={id} onClick={() => setState('kept')}>
        Keep
      </Button>
    </>
  );
}
