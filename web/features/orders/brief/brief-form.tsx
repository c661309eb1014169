import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Input } from '#contract/endpoint.ts';
import { isId } from '#contract/ids.ts';
import type { Order } from '#contract/orders.ts';
import { placeOrder } from '#contract/orders.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { orderFailureMessage } from '../order-failure.ts';
import { BRIEF_FIELDS, type BriefTexts, findBriefProblems, MAX_CHARACTERS, toBrief } from './brief-check.ts';
import { BriefField } from './brief-field.tsx';
import styles from './brief-form.module.css';
import { ExampleBrief } from './example-brief.tsx';
import { useBriefDraft } from './use-brief-draft.ts';

const FIELDS: Record<
  keyof BriefTexts,
  { label: string; help: string; example: string; rows: number; isOptional?: boolean }
> = {
  goal: {
    label: 'What should the prompt do?',
    help: 'One sentence, as a title: “Turn my field notes into a weekly report”.',
    example: 'Turn my site visit notes into a weekly report for the client.',
    rows: 1,
  },
  context: {
    label: 'The situation',
    help: 'Who uses it, what you enter each time, and what must not go wrong.',
    example:
      'I supervise three building sites. Every Friday I have about 40 short notes, some dictated, with dates, trades, delays and photos by number. The report goes to a client who isn’t a builder. It must never promise a date I didn’t write down, and it must include what I’d rather leave out: defects and delays.',
    rows: 6,
  },
  result: {
    label: 'A good result',
    help: 'Length, format, and tone, with an example of a result you’d be happy with.',
    example:
      'At most two pages: what was done, what is late and why, what needs deciding next, open questions with a name and a day. Plain sentences, calm tone. A good line: “The windows on the second floor came four days late; the plasterers start on Tuesday instead of Thursday.”',
    rows: 5,
  },
  model: {
    label: 'Which AI tool will you use?',
    help: 'The model or product you use. Leave empty if it should work with any.',
    example: 'ChatGPT, on a tablet',
    rows: 1,
    isOptional: true,
  },
};

interface BriefFormProps {
  memberId: string;
  /** The engineer prompt it is ordered from. */
  promptId: string | undefined;
  onPlaced: (order: Order) => void;
}

/** What a prompt engineer needs to know. Kept in this tab while it is written; sent twice it is one order. */
export function BriefForm({ memberId, promptId, onPlaced }: BriefFormProps) {
  const draft = useBriefDraft(memberId, promptId);
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const placing = useMutation({
    mutationFn: (body: Input<typeof placeOrder>['body']) => call(placeOrder, { body }),
    onSuccess: (order) => {
      draft.recordSent(order.id);
      onPlaced(order);
    },
  });
  const problems = isChecked ? findBriefProblems(draft.texts) : {};
  const wrong = Object.keys(problems).length;

  function submit() {
    // Pending or done: a second press belongs to the same order.
    if (draft.key === null || placing.isPending || placing.isSuccess) return;
    setChecked(true);
    const [first] = BRIEF_FIELDS.filter((field) => findBriefProblems(draft.texts)[field]);
    if (first) {
      form.current?.querySelectorAll<HTMLElement>('input, textarea')[BRIEF_FIELDS.indexOf(first)]?.focus();
      return;
    }
    const brief = toBrief(draft.texts);
    placing.mutate({ key: draft.key, brief, ...(promptId ? { promptId } : {}) });
  }

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      aria-label="Your brief"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ExampleBrief texts={BRIEF_FIELDS.map((field) => FIELDS[field])} />
      {BRIEF_FIELDS.map((field) => (
        <BriefField
          key={field}
          {...FIELDS[field]}
          value={draft.texts[field]}
          maxCharacters={MAX_CHARACTERS[field]}
          problem={problems[field]}
          onChange={(text) => draft.set(field, text)}
        />
      ))}
      <div role="alert" className={styles.alert}>
        {wrong > 0 ? (
          <Callout variant="danger">
            {wrong === 1 ? 'Complete the highlighted field.' : `Complete the ${wrong} highlighted fields.`}
          </Callout>
        ) : null}
        {wrong === 0 && placing.error ? <Failure error={placing.error} /> : null}
      </div>
      <Button
        type="submit"
        size="large"
        isBlock
        disabled={draft.key === null}
        isPending={placing.isPending || placing.isSuccess}
        pendingText="Sending..."
      >
        Continue to payment
      </Button>
      <p className={styles.note}>
        {draft.orderId
          ? 'You sent this brief but haven’t paid yet. Changes here replace it.'
          : 'Your brief stays in this browser tab until you pay.'}
      </p>
    </form>
  );
}

function Failure({ error }: { error: Error }) {
  const message = orderFailureMessage(error, 'We couldn’t place your order.');
  if (!message) return null;
  return (
    <Callout variant="danger">
      {message}
      {error instanceof ApiError && error.status === 409 ? (
        <>
          {' '}
          <a href={paths.orders(orderNamedBy(error))}>See what you ordered</a>
        </>
      ) : null}
    </Callout>
  );
}

/** A refusal for a prompt that is ordered already says as which order. */
function orderNamedBy({ problem }: ApiError): string | undefined {
  const id: unknown = problem && Reflect.get(problem, 'orderId');
  return isId(id) ? id : undefined;
}
