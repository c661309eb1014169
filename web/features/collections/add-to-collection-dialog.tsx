import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import {
  addCollection,
  addToCollection,
  type Collection,
  type ListedCollection,
  removeFromCollection,
} from '#contract/collections.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { call } from '#web/api/call.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './add-to-collection-dialog.module.css';
import { CollectionNameField, useCollectionName } from './collection-name-field.tsx';
import { collectionsQuery, refreshCollections } from './collections.queries.ts';
import { refusalMessage } from './refusal-message.ts';

interface AddToCollectionDialogProps {
  prompt: Pick<PromptCard, 'id' | 'title'>;
  onClosed: () => void;
}

/** With fewer collections than these there is nothing to search. */
const SEARCHED_FROM = 8;

/** Which of my collections contain a prompt; each checkbox saves at once. */
export function AddToCollectionDialog({ prompt, onClosed }: AddToCollectionDialogProps) {
  const query = useQuery({ ...collectionsQuery(prompt.id), staleTime: 0 });
  const [text, setText] = useState('');
  const [isNaming, setNaming] = useState(false);
  const done = useRef<HTMLButtonElement>(null);
  const { isChosen, choose, announce, announcement, problem } = useChoices(prompt.id);
  const collections = (query.data ?? []).filter(({ access }) => access !== 'read');
  const isFirst = query.data !== undefined && collections.length === 0;
  // The first one is all that can be done here.
  const isNameAsked = isNaming || isFirst;
  const searchText = text.trim().toLowerCase();
  const shown = collections.filter(({ name }) => name.toLowerCase().includes(searchText));
  return (
    <MessageDialog
      title="Add to collection"
      onClosed={onClosed}
      actions={(close) => (
        <>
          {isNameAsked || !query.data ? null : (
            <Button variant="line" onClick={() => setNaming(true)}>
              New collection
            </Button>
          )}
          <Button ref={done} variant={isFirst ? 'line' : 'primary'} onClick={close}>
            {isFirst ? 'Cancel' : 'Done'}
          </Button>
        </>
      )}
    >
      <p dir="auto">{prompt.title}</p>
      {query.isPending ? <Spinner label="Loading collections" /> : null}
      {query.isError ? <Callout variant="danger">We couldn’t load your collections.</Callout> : null}
      {collections.length >= SEARCHED_FROM ? (
        <div className={styles.search}>
          <SearchField
            label="Search my collections"
            placeholder="Search my collections"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
      ) : null}
      {shown.length > 0 ? (
        <ul className={styles.list} aria-label="My collections">
          {shown.map((collection) => (
            <li key={collection.id}>
              <Checkbox
                className={styles.choice}
                label={collection.team ? `${collection.name} (${collection.team.name})` : collection.name}
                isChecked={isChosen(collection)}
                onChange={(isIncluded) => choose(collection, isIncluded)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {query.data && shown.length === 0 && searchText ? (
        <p className={styles.none}>No collections match that name.</p>
      ) : null}
      {isNameAsked ? (
        <NewCollection
          promptId={prompt.id}
          start={text.trim()}
          isFirst={isFirst}
          onCreated={({ name }) => {
            setNaming(false);
            announce(`Added to ${name}`);
            // The field that had the focus goes away.
            done.current?.focus();
          }}
        />
      ) : null}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <div role="alert">{problem ? <Callout variant="danger">{problem}</Callout> : null}</div>
    </MessageDialog>
  );
}

/**
 * Shows a choice at once, and takes it back when it fails. Choices are kept beside the answer of the server, since an
 * answer on its way may not know of them, and since the box must be ticked within the press itself.
 */
function useChoices(promptId: string) {
  const queryClient = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const show = (id: string, isIncluded: boolean) => setChosen((before) => ({ ...before, [id]: isIncluded }));
  const change = useMutation({
    mutationFn: ({ collection, isIncluded }: { collection: ListedCollection; isIncluded: boolean }) =>
      call(isIncluded ? addToCollection : removeFromCollection, { collectionId: collection.id, promptId }),
    onSuccess: (_, { collection, isIncluded }) => {
      setAnnouncement(isIncluded ? `Added to ${collection.name}` : `Removed from ${collection.name}`);
      refreshCollections(queryClient, collection.id);
    },
    onError: (error, { collection, isIncluded }) => {
      show(collection.id, !isIncluded);
      setProblem(refusalMessage(error, `We couldn’t change ${collection.name}. Please try again.`));
    },
  });
  return {
    isChosen: ({ id, holdsPrompt }: ListedCollection) => chosen[id] ?? holdsPrompt,
    choose: (collection: ListedCollection, isIncluded: boolean) => {
      setProblem('');
      show(collection.id, isIncluded);
      change.mutate({ collection, isIncluded });
    },
    announce: setAnnouncement,
    announcement,
    problem,
  };
}

interface NewCollectionProps {
  promptId: string;
  start: string;
  isFirst: boolean;
  /** The prompt is in it. */
  onCreated: (collection: Collection) => void;
}

function NewCollection({ promptId, start, isFirst, onCreated }: NewCollectionProps) {
  const name = useCollectionName(start);
  // A press asked for it, or the dialog begins with it: then whoever has gone on to a button stays there.
  useEffect(() => {
    const isElsewhere = isFirst && document.activeElement instanceof HTMLButtonElement;
    if (!isElsewhere) name.field.ref.current?.focus();
  }, [name.field.ref, isFirst]);
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: () => call(addCollection, { body: { name: name.field.value, promptId } }),
    onSuccess: async (collection) => {
      await queryClient.invalidateQueries({ queryKey: collectionsQuery(promptId).queryKey });
      refreshCollections(queryClient);
      onCreated(collection);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!creation.isPending && name.check()) creation.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <CollectionNameField
        label="Name of the new collection"
        {...name.field}
        button={
          <Button type="submit" isPending={creation.isPending} pendingText="Creating...">
            Create
          </Button>
        }
      />
      <div role="alert">
        {creation.error ? (
          <Callout variant="danger">
            {refusalMessage(creation.error, 'We couldn’t create the collection. Please try again.')}
          </Callout>
        ) : null}
      </div>
    </form>
  );
}
