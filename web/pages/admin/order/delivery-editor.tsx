import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useRef, useState } from 'react';
import { deliverStaffOrder, previewDelivery } from '#contract/admin-orders.ts';
import type { Order } from '#contract/orders.ts';
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
import styles from './delivery-editor.module.css';
import { newestFile } from './delivery-file.ts';

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
  const [file, setFile] = useDraft(draftKey, newestFile(order));
  const [note, setNote] = useDraft(draftKey && `${draftKey}:note`);
  const [isAsking, setAsking] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const goToLine = (line: number) => {
    if (box.current) selectLine(box.current, line);
  };
  const preview = useMutation({
    mutationFn: () => call(previewDelivery, { body: { file } }),
    onSuccess: ({ problems: [first] }) => first && goToLine(first.line),
  });
  const delivering = useMutation({
    mutationFn: () =>
      call(deliverStaffOrder, { orderId: order.id, body: { file, note: note.trim() || null } }),
    onSuccess: (answer) => {
      setFile('');
      setNote('');
      queryClient.setQueryData(staffOrderQuery(order.id).queryKey, answer);
      toast({ title: 'Delivered', description: 'The buyer can read it now.' });
    },
    onError: () => setAsking(false),
  });
  const write = (text: string) => {
    setFile(text);
    preview.reset();
    delivering.reset();
  };
  const upload = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? [];
    if (chosen) write(await chosen.text());
  };
  const { prompt, problems } = preview.data ?? { prompt: null, problems: [] };
  return (
    <Section title={order.deliveries.length > 0 ? 'Write a revision' : 'Write the prompt'}>
      <div className={styles.editor}>
        <label htmlFor={`${id}-file`}>The prompt: front matter, then its text</label>
        <p id={`${id}-hint`} className={styles.hint}>
          The title, the variables and the text are delivered. Other fields of a library file may be there,
          and are left out.
        </p>
        <textarea
          ref={box}
          id={`${id}-file`}
          aria-invalid={problems.length > 0}
          aria-describedby={`${id}-hint ${id}-problems`}
          className={fieldClass(styles.file)}
          rows={18}
          spellCheck
          value={file}
          onChange={(event) => write(event.target.value)}
        />
        <label htmlFor={`${id}-upload`}>Or upload a Markdown file</label>
        <FileField id={`${id}-upload`} accept=".md,text/markdown,text/plain" onChange={upload} />
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
          <Problems problems={problems} onOpen={goToLine} />
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

interface Problem {
  line: number;
  message: string;
}

/** Everything that is wrong with the file; each leads to its line. */
function Problems({ problems, onOpen }: { problems: readonly Problem[]; onOpen: (line: number) => void }) {
  if (problems.length === 0) return null;
  return (
    <Callout variant="danger">
      <p>{countWithNoun(problems.length, 'problem')} to mend before this can be delivered:</p>
      <ul>
        {problems.map(({ line, message }) => (
          <li key={`${line} ${message}`}>
            <button type="button" className={styles.line} onClick={() => onOpen(line)}>
              Line {line}
            </button>
            : {message}
          </li>
        ))}
      </ul>
    </Callout>
  );
}

/** Selects a line of a text box and brings it into view. @param line from 1 on */
function selectLine(box: HTMLTextAreaElement, line: number): void {
  const lines = box.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  box.focus();
  box.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}
