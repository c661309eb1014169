import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { deliverStaffOrder, previewDelivery } from '#contract/admin-orders.ts';
import type { Order } from '#contract/orders.ts';
import type { Variable } from '#contract/prompts.ts';
import { call } from '#web/api/call.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { ActionError } from '#web/features/admin/action-dialog.tsx';
import { staffOrderQuery } from '#web/features/admin/admin.queries.ts';
import { DeliveryView } from '#web/pages/orders/delivery-view.tsx';
import { useDraft } from '#web/ui/behavior/use-draft.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { FileField } from '#web/ui/forms/file-field.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import { Section } from '../details-list.tsx';
import { DeliveryBlanks } from './delivery-blanks.tsx';
import {
  type BlankPart,
  blanksOf,
  type DeliveryDraft,
  type DraftPlace,
  fileOf,
  newestDraft,
  type Problem,
  parseDraft,
  placeOf,
  withBlank,
} from './delivery-draft.ts';
import styles from './delivery-editor.module.css';

interface DeliveryEditorProps {
  order: Order;
  buyerEmail: string;
}

/** Where a prompt is written or uploaded, seen as its buyer will see it, and delivered. */
export function DeliveryEditor({ order, buyerEmail }: DeliveryEditorProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const user = useUser();
  // Hours of work: they outlive a reload and the end of the session.
  const draftKey = user ? `draft:${user.id}:delivery:${order.id}:${order.deliveries.length}` : null;
  const [stored, setStored] = useDraft(draftKey, JSON.stringify(newestDraft(order)));
  const draft = parseDraft(stored, order);
  const [note, setNote] = useDraft(draftKey && `${draftKey}:note`);
  const [isAsking, setAsking] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const goTo = (place: DraftPlace) => {
    const field = form.current?.querySelector<HTMLElement>(`[data-place="${nameOfField(place)}"]`);
    field?.focus();
    if (field instanceof HTMLTextAreaElement && place.field === 'content') selectLine(field, place.line);
  };
  const preview = useMutation({
    mutationFn: () => call(previewDelivery, { body: { file: fileOf(draft) } }),
    onMutate: () => reading.reset(),
    onSuccess: ({ problems: [first] }) => first && goTo(placeOf(draft, first)),
  });
  const reading = useMutation({
    mutationFn: async (file: File) => call(previewDelivery, { body: { file: await file.text() } }),
    onSuccess: ({ prompt: read }) => read && write(read),
  });
  const delivering = useMutation({
    mutationFn: () =>
      call(deliverStaffOrder, {
        orderId: order.id,
        body: { file: fileOf(draft), note: note.trim() || null },
      }),
    onSuccess: (answer) => {
      setStored('');
      setNote('');
      queryClient.setQueryData(staffOrderQuery(order.id).queryKey, answer);
      toast({ title: 'Delivered', description: 'The buyer can read it now.' });
      // Out of the form, which is the next revision's now, to what was delivered: once that is drawn.
      const { id: delivered = '' } = answer.order.deliveries.at(-1) ?? {};
      notifyManager.schedule(() => document.getElementById(delivered)?.querySelector('h3')?.focus());
    },
    onError: () => setAsking(false),
  });
  function write(next: DeliveryDraft) {
    setStored(JSON.stringify(next));
    preview.reset();
    reading.reset();
    delivering.reset();
  }
  const upload = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = target.files ?? [];
    if (chosen) reading.mutate(chosen);
    // The same file again, mended by now, is a change too.
    target.value = '';
  };
  const blanks = blanksOf(draft);
  const { prompt, problems } = preview.data ?? { prompt: null, problems: [] };
  const places = problems.map((problem) => placeOf(draft, problem));
  // What is wrong with a blank as a whole is no field's fault: its first one gets the focus alone.
  const ofFields = places.filter((place) => place.field !== 'blank' || place.part !== null);
  const wrong = new Set(ofFields.map(nameOfField));
  const mark = (place: string, hint?: string) => {
    const isWrong = wrong.has(place);
    const describedBy = [hint, isWrong ? `${id}-problems` : ''].filter(Boolean).join(' ');
    return {
      'data-place': place,
      'aria-invalid': isWrong,
      ...(describedBy ? { 'aria-describedby': describedBy } : {}),
    };
  };
  return (
    <Section title={order.deliveries.length > 0 ? 'Write a revision' : 'Write the prompt'}>
      <div ref={form} className={styles.editor}>
        <label htmlFor={`${id}-title`}>Title</label>
        <input
          id={`${id}-title`}
          {...mark('title')}
          className={fieldClass()}
          value={draft.title}
          onChange={(event) => write({ ...draft, title: event.target.value })}
        />
        <label htmlFor={`${id}-text`}>Text</label>
        <p id={`${id}-hint`} className={styles.hint}>
          What the buyer fills in is a name in brackets, such as [client]. It shows up below to be described.
        </p>
        <textarea
          id={`${id}-text`}
          {...mark('content', `${id}-hint`)}
          className={fieldClass(styles.file)}
          rows={18}
          spellCheck
          value={draft.content}
          onChange={(event) => write({ ...draft, content: event.target.value })}
        />
        <DeliveryBlanks
          blanks={blanks}
          mark={(name, part) => mark(`${name}-${part}`)}
          onChange={(blank) => write(withBlank(draft, blank))}
        />
        <label htmlFor={`${id}-upload`}>Or upload a Markdown file like those of the library</label>
        <FileField id={`${id}-upload`} accept=".md,text/markdown,text/plain" onChange={upload} />
        <div role="alert">
          <FileProblems problems={reading.data?.problems ?? []} />
          {reading.error ? <ActionError error={reading.error} /> : null}
        </div>
        <label htmlFor={`${id}-note`}>Note to the buyer</label>
        <textarea
          id={`${id}-note`}
          className={fieldClass()}
          rows={2}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <div className={styles.actions}>
          <Button variant="line" isPending={preview.isPending} onClick={() => preview.mutate()}>
            Preview
          </Button>
          <Button disabled={prompt === null} onClick={() => setAsking(true)}>
            Deliver
          </Button>
          {prompt === null && problems.length === 0 ? (
            <span className={styles.hint}>Preview it first: what you see is what is delivered.</span>
          ) : null}
        </div>
        <div id={`${id}-problems`} role="alert">
          <Problems problems={problems} draft={draft} onOpen={goTo} />
          {preview.error ? <ActionError error={preview.error} /> : null}
          {delivering.error ? <ActionError error={delivering.error} /> : null}
        </div>
      </div>
      {prompt && user ? (
        <section className={styles.preview} aria-label="As the buyer will see it">
          <DeliveryView
            delivery={{ ...prompt, deliveredAt: null, note: note.trim() || null }}
            memberId={user.id}
          />
        </section>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title={`Deliver to ${buyerEmail}?`}
          action="Deliver"
          cancel="Cancel"
          variant="primary"
          pending={{ isPending: delivering.isPending || delivering.isSuccess, text: 'Delivering...' }}
          onConfirm={() => delivering.mutate()}
          onClosed={() => setAsking(false)}
        >
          <p>They can read it at once, and an email tells them so.</p>
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}

interface ProblemsProps {
  problems: readonly Problem[];
  draft: DeliveryDraft;
  onOpen: (place: DraftPlace) => void;
}

/** Everything that is wrong with what was written; each leads to its field. */
function Problems({ problems, draft, onOpen }: ProblemsProps) {
  if (problems.length === 0) return null;
  const blanks = blanksOf(draft);
  return (
    <Callout variant="danger">
      <p>{countWithNoun(problems.length, 'problem')} to fix before this can be delivered:</p>
      <ul>
        {problems.map((problem) => {
          const place = placeOf(draft, problem);
          return (
            <li key={`${problem.line} ${problem.message}`}>
              <button type="button" className={styles.line} onClick={() => onOpen(place)}>
                {nameOf(place, blanks)}
              </button>
              : {withoutField(problem.message)}
            </li>
          );
        })}
      </ul>
    </Callout>
  );
}

/** Of a file that could not be imported: it is fixed where it was written. */
function FileProblems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <Callout variant="danger">
      <p>This file wasn’t imported:</p>
      <ul>
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            Line {line}: {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

function nameOf(place: DraftPlace, blanks: readonly Variable[]): string {
  if (place.field === 'title') return 'Title';
  if (place.field === 'content') return `Text, line ${place.line}`;
  const label = blanks.find(({ name }) => name === place.name)?.label || `[${place.name}]`;
  return place.part === null ? label : `${label}, ${PART_NAMES[place.part]}`;
}

/** As the form calls them. */
const PART_NAMES: Record<BlankPart, string> = {
  label: 'label',
  type: 'type',
  options: 'choices',
  help: 'hint',
  default: 'default value',
};

/** The button before it names the field: "variable 1, default: must be a number" says it as a file does. */
const withoutField = (message: string) => message.replace(/^[a-z0-9 ,]+: /, '');

/** No blank's name has a hyphen. */
const nameOfField = (place: DraftPlace) =>
  place.field === 'blank' ? `${place.name}-${place.part ?? 'label'}` : place.field;

/** Selects a line of a text box and brings it into view. @param line from 1 on */
function selectLine(box: HTMLTextAreaElement, line: number): void {
  const lines = box.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  box.focus();
  box.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
