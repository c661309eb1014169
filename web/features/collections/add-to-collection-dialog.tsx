import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  addCollection,
  addToCollection,
  COLLECTION_LIMITS,
  type ListedCollection,
  removeFromCollection,
} from '#contract/collections.ts';
import type { PromptCard } from '#contract/prompts.ts';
import { call } from '#web/api/call.ts';
import { Notice } from '#web/ui/feedback/callout.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SearchField } from '#web/ui/forms/search-field.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './add-to-collection-dialog.module.css';
import { collectionsQuery, refreshCollections } from './collections.queries.ts';
import { refusalMessage } from './refusal-message.ts';

interface CollectDialogProps {
  prompt: Pick<PromptCard, 'id' | 'title'>;
  onClosed: () => void;
}

/** With fewer collections than these there is nothing to search. */
const SEARCHED_FROM = 8;

/** Which of my collections hold a prompt; each press is a change. */
export function CollectDialog({ prompt, onClosed }: CollectDialogProps) {
  const query = useQuery({ ...collectionsQuery(prompt.id), staleTime: 0 });
  const [text, setText] = useState('');
  const [isNaming, setNaming] = useState(false);
  const { holds, choose, said, problem } = useChoices(prompt.id);
  const shelves = (query.data ?? []).filter(({ access }) => access !== 'read');
  const wanted = text.trim().toLowerCase();
  const shown = shelves.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <MessageDialog
      title="Add to collection"
      onClosed={onClosed}
      actions={(close) => (
        <>
          {isNaming || !query.data ? null : (
            <Button variant="line" onClick={() => setNaming(true)}>
              New collection
            </Button>
          )}
          <Button onClick={close}>Done</Button>
        </>
      )}
    >
      <p dir="auto">{prompt.title}</p>
      {query.isPending ? <Spinner label="Loading collections" /> : null}
      {query.isError ? <Notice variant="danger">We couldn’t load your collections.</Notice> : null}
      {shelves.length >= SEARCHED_FROM ? (
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
          {shown.map((shelf) => (
            <li key={shelf.id}>
              <Checkbox
                className={styles.choice}
                label={shelf.team ? `${shelf.name} (${shelf.team.name})` : shelf.name}
                isChecked={holds(shelf)}
                onChange={(isIn) => choose(shelf, isIn)}
              />
            </li>
          ))}
        </ul>
      ) : null}
      {query.data && shown.length === 0 ? (
        <p className={styles.none}>
          {wanted ? 'No collections match that name.' : 'You have no collections yet.'}
        </p>
      ) : null}
      {isNaming ? (
        <NewCollection promptId={prompt.id} start={text.trim()} onMade={() => setNaming(false)} />
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <div role="alert">{problem ? <Notice variant="danger">{problem}</Notice> : null}</div>
    </MessageDialog>
  );
}

/**
 * Shows a choice at once, and takes it back when it fails. Choices are kept beside the answer of the server, since an
 * answer on its way may not know of them, and since the box must be ticked within the press itself.
 */
function useChoices(promptId: string) {
  const queryClient = useQueryClient();
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState('');
  const [chosen, setChosen] = useState<Readonly<Record<string, boolean>>>({});
  const show = (id: string, isIn: boolean) => setChosen((before) => ({ ...before, [id]: isIn }));
  const change = useMutation({
    mutationFn: ({ shelf, isIn }: { shelf: ListedCollection; isIn: boolean }) =>
      call(isIn ? addToCollection : removeFromCollection, { collectionId: shelf.id, promptId }),
    onSuccess: (_, { shelf, isIn }) => {
      setSaid(isIn ? `Added to ${shelf.name}` : `Removed from ${shelf.name}`);
      refreshCollections(queryClient, shelf.id);
    },
    onError: (error, { shelf, isIn }) => {
      show(shelf.id, !isIn);
      setProblem(refusalMessage(error, `We couldn’t change ${shelf.name}. Please try again.`));
    },
  });
  return {
    holds: ({ id, holdsPrompt }: ListedCollection) => chosen[id] ?? holdsPrompt,
    choose: (shelf: ListedCollection, isIn: boolean) => {
      setProblem('');
      show(shelf.id, isIn);
      change.mutate({ shelf, isIn });
    },
    said,
    problem,
  };
}

interface NewCollectionProps {
  promptId: string;
  start: string;
  onMade: () => void;
}

function NewCollection({ promptId, start, onMade }: NewCollectionProps) {
  const [name, setName] = useState(start);
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // It was asked for by the press before.
  useEffect(() => field.current?.focus(), []);
  const queryClient = useQueryClient();
  const making = useMutation({
    mutationFn: () => call(addCollection, { body: { name, promptId } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: collectionsQuery(promptId).queryKey });
      refreshCollections(queryClient);
      onMade();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() && !making.isPending) making.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={id}>Name of the new collection</label>
      <div className={styles.row}>
        <input
          id={id}
          className={fieldClass()}
          value={name}
          required
          maxLength={COLLECTION_LIMITS.nameCharacters}
          autoComplete="off"
          ref={field}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" isPending={making.isPending} pendingText="Creating...">
          Create
        </Button>
      </div>
      <div role="alert">
        {making.error ? (
          <Notice variant="danger">
            {refusalMessage(making.error, 'We couldn’t create the collection. Please try again.')}
          </Notice>
        ) : null}
      </div>
    </form>
  );
}
