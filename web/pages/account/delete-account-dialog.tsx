import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { deleteAccount } from '#contract/account-settings.ts';
import type { OrderState } from '#contract/orders.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { billingFailure } from '#web/features/billing/billing-failure.ts';
import { ordersQuery } from '#web/features/orders/orders.queries.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import styles from './delete-account-dialog.module.css';

const CONFIRMATION_WORD = 'DELETE';

/** Paid for, and not delivered as asked. */
const OPEN_ORDER_STATES: readonly OrderState[] = ['received', 'in_work', 'revision'];

interface DeleteDialogProps {
  hasPlan: boolean;
  onClosed: () => void;
}

/** Says what goes and what stays, and asks for the word. */
export function DeleteAccountDialog({ hasPlan, onClosed }: DeleteDialogProps) {
  const [word, setWord] = useState('');
  const [areCommentsRemoved, setCommentsRemoved] = useState(false);
  const [isWordMissing, setWordMissing] = useState(false);
  const id = useId();
  const orders = useQuery(ordersQuery());
  const dropped = (orders.data ?? []).filter(({ state }) => OPEN_ORDER_STATES.includes(state));
  const deletion = useMutation({
    mutationFn: () =>
      callWithPaymentTimeout(deleteAccount, {
        body: { confirmation: CONFIRMATION_WORD, comments: areCommentsRemoved ? 'remove' : 'keep' },
      }),
    // A page that knows nothing of the member any more; stays pending until it is there.
    onSuccess: () => window.location.assign(paths.home()),
  });
  const isDeleting = deletion.isPending || deletion.isSuccess;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWordMissing(word !== CONFIRMATION_WORD);
    if (word === CONFIRMATION_WORD && !isDeleting && !orders.isLoading) deletion.mutate();
  };
  return (
    <MessageDialog
      title="Delete your account?"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" disabled={isDeleting} onClick={close}>
            Keep my account
          </Button>
          <Button
            variant="danger"
            type="submit"
            // What is dropped must have been said.
            disabled={orders.isLoading}
            form={`${id}-form`}
            isPending={isDeleting}
            pendingText="Deleting..."
          >
            Delete my account
          </Button>
        </>
      )}
    >
      <form id={`${id}-form`} className={styles.form} onSubmit={submit} noValidate>
        <p>
          <strong>Deleted:</strong> your profile, favorites, collections, saved values, votes, recent prompts,
          messages to us, sessions, tokens and connected apps, and the briefs and prompts of your orders.
          {hasPlan ? ' Your plan ends now. We don’t refund part-used months.' : ''}
        </p>
        {dropped.map(({ id: orderId, brief }) => (
          <Callout key={orderId} variant="danger">
            Your order “{brief.goal}” is still in progress. Deleting drops it.
          </Callout>
        ))}
        <p>
          <strong>Kept:</strong> payment records, as the law requires, and your comments, shown as written by
          a deleted member, unless you remove them too. What you shared with somebody’s team stays with it as
          copies; a team of yours passes to one of its editors, or ends where it has none. A one-way code of
          your Google account stays if you had a trial or a plan, so that a trial isn’t given twice.
        </p>
        <Checkbox
          label="Remove my comments too"
          isChecked={areCommentsRemoved}
          onChange={setCommentsRemoved}
        />
        <label htmlFor={`${id}-word`} className={styles.label}>
          Type {CONFIRMATION_WORD} to confirm
        </label>
        <input
          id={`${id}-word`}
          className={fieldClass()}
          value={word}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={isWordMissing}
          aria-describedby={`${id}-problem`}
          onChange={(event) => {
            setWord(event.target.value.trim());
            setWordMissing(false);
          }}
        />
        <div id={`${id}-problem`} role="alert">
          {isWordMissing ? (
            <Callout variant="danger">Type {CONFIRMATION_WORD} in capital letters.</Callout>
          ) : null}
          {deletion.error ? (
            <Callout variant="danger">
              {billingFailure(deletion.error, 'We couldn’t delete the account. Please try again.')}
            </Callout>
          ) : null}
        </div>
      </form>
    </MessageDialog>
  );
}
