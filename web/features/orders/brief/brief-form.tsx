import { useMutation } from '@tanstack/react-query';
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
import { BRIEF_FIELDS, toBrief } from './brief-check.ts';
import { BriefAlert, BriefFields, FIELDS } from './brief-fields.tsx';
import styles from './brief-form.module.css';
import { ExampleBrief } from './example-brief.tsx';
import { useBriefCheck } from './use-brief-check.ts';
import { useBriefDraft } from './use-brief-draft.ts';

interface BriefFormProps {
  memberId: string;
  /** The engineer prompt it is ordered from. */
  promptId: string | undefined;
  onPlaced: (order: Order) => void;
}

/** A new brief. Kept in this tab while it is written; sent twice it is one order. */
export function BriefForm({ memberId, promptId, onPlaced }: BriefFormProps) {
  const draft = useBriefDraft(memberId, promptId);
  const { form, problems, check } = useBriefCheck(draft.texts);
  const placing = useMutation({
    mutationFn: (body: Input<typeof placeOrder>['body']) => call(placeOrder, { body }),
    onSuccess: (order) => {
      draft.recordSent(order.id);
      onPlaced(order);
    },
  });
  function submit() {
    // Pending or done: a second press belongs to the same order.
    if (draft.key === null || placing.isPending || placing.isSuccess) return;
    if (!check()) return;
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
      <BriefFields texts={draft.texts} problems={problems} onChange={draft.set} />
      <BriefAlert problems={problems}>{placing.error ? <Failure error={placing.error} /> : null}</BriefAlert>
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
          : 'We keep what you type in this tab. It reaches us when you continue to payment.'}
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
