import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type FormEvent, useId, useState } from 'react';
import { TICKET_TOPICS } from '#contract/support.ts';
import { addTicketNote, answerTicket, closeTicket, type StaffConversation } from '#contract/support-staff.ts';
import { TIER_NAMES } from '#contract/tiers.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { ActionError } from '#web/features/admin/action-dialog.tsx';
import { MessageField, useMessage } from '#web/features/support/message-field.tsx';
import { MessageList } from '#web/features/support/message-list.tsx';
import { anyTicketQuery, cannedAnswersQuery } from '#web/features/support/support-staff.queries.ts';
import { useDraft } from '#web/ui/behavior/use-draft.ts';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { StaffPage } from '../staff-page.tsx';
import { TicketStateBadge } from '../ticket-state-badge.tsx';
import { utcMinute } from '../utc-minute.ts';
import styles from './staff-ticket-page.module.css';

const route = getRouteApi('/admin/support/$id');

/** One ticket: who asked what, what was answered, and notes among staff. */
export function StaffTicketPage() {
  const { id = '' } = route.useParams();
  const { data: ticket } = useSuspenseQuery(anyTicketQuery(id));
  const { asker, state, isPriority, orderId, promptId } = ticket;
  const askerText = asker.tier === null ? 'visitor' : `member, ${TIER_NAMES[asker.tier]}`;
  return (
    <>
      <BackLink>
        {(className) => (
          <Link to="/admin/support" className={className}>
            All tickets
          </Link>
        )}
      </BackLink>
      <StaffPage title={TICKET_TOPICS[ticket.topic]}>
        <p className={styles.facts}>
          <TicketStateBadge state={state} />
          {isPriority ? <StateBadge tone="danger">Priority</StateBadge> : null}
          <span>
            {asker.name ? `${asker.name}, ` : ''}
            {asker.email} ({askerText})
          </span>
          {asker.memberId ? (
            <Link to="/admin/members/$memberId" params={{ memberId: asker.memberId }}>
              Open the member
            </Link>
          ) : null}
          {promptId ? (
            <Link to="/prompt/$id" params={{ id: promptId }}>
              The prompt it is about
            </Link>
          ) : null}
          {orderId ? (
            <Link to="/admin/orders/$orderId" params={{ orderId }}>
              The order it is about
            </Link>
          ) : null}
        </p>
        <MessageList messages={ticket.messages} askerName={asker.name ?? asker.email} />
        <AnswerForm ticket={ticket} />
        <Notes ticket={ticket} />
      </StaffPage>
    </>
  );
}

/** A call that answers with the ticket as it is then. */
function useTicketAction<Input>(
  id: string,
  done: string,
  perform: (input: Input) => Promise<StaffConversation>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: perform,
    onSuccess: (ticket) => {
      queryClient.setQueryData(anyTicketQuery(id).queryKey, ticket);
      toast({ title: done });
    },
    onError: async (error) => {
      // Somebody has written since: it is shown, and what was typed stays.
      if (error instanceof ApiError && error.status === 409) {
        await queryClient.invalidateQueries({ queryKey: anyTicketQuery(id).queryKey });
      }
    },
  });
}

/** What is being written outlives a reload and the end of the session. */
function useDraftKey(kind: string, ticketId: string): string | null {
  const user = useUser();
  return user ? `draft:${user.id}:${kind}:${ticketId}` : null;
}

function AnswerForm({ ticket: { id, state, messages } }: { ticket: StaffConversation }) {
  const [text, setText] = useDraft(useDraftKey('answer', id));
  const message = useMessage(text, setText, 'Write an answer first.');
  const fieldId = useId();
  const lastMessageId = messages.at(-1)?.id ?? '';
  const { data: cannedAnswers } = useSuspenseQuery(cannedAnswersQuery());
  const [canned, setCanned] = useState('');
  const startFrom = (name: string) => {
    const textOf = (of: string) => cannedAnswers.find((answer) => answer.name === of)?.text ?? '';
    const [before, now] = [textOf(canned), textOf(name)];
    setCanned(name);
    // Another takes the place of the one before, unless that was changed.
    if (before !== '' && text.includes(before)) message.field.onChange(text.replace(before, () => now));
    else if (now !== '') message.field.onChange(text === '' ? now : `${text}\n\n${now}`);
  };
  const answering = useTicketAction(id, 'Answer sent', (answer: string) =>
    call(answerTicket, { ticketId: id, body: { text: answer, lastMessageId } }).then((ticket) => {
      setText('');
      setCanned('');
      return ticket;
    }),
  );
  const closing = useTicketAction(id, 'Ticket closed', () =>
    call(closeTicket, { ticketId: id, body: { lastMessageId } }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!answering.isPending && message.check()) answering.mutate(text);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label htmlFor={`${fieldId}-canned`}>Start from</label>
      <SelectField
        id={`${fieldId}-canned`}
        className={fieldClass()}
        value={canned}
        onChange={(event) => startFrom(event.target.value)}
      >
        <option value="">Blank</option>
        {cannedAnswers.map(({ id: key, name }) => (
          <option key={key}>{name}</option>
        ))}
      </SelectField>
      <MessageField label="Answer" rows={6} {...message.field} />
      <Failure error={answering.error ?? closing.error} />
      <p className={styles.actions}>
        <Button type="submit" isPending={answering.isPending} pendingText="Sending...">
          Send answer
        </Button>
        {state === 'closed' ? null : (
          <Button variant="line" isPending={closing.isPending} onClick={() => closing.mutate(undefined)}>
            Close ticket
          </Button>
        )}
      </p>
    </form>
  );
}

function Notes({ ticket }: { ticket: StaffConversation }) {
  const [text, setText] = useDraft(useDraftKey('note', ticket.id));
  const message = useMessage(text, setText, 'Write a note first.');
  const fieldId = useId();
  const noting = useTicketAction(ticket.id, 'Note added', (note: string) =>
    call(addTicketNote, { ticketId: ticket.id, body: { text: note } }).then((changed) => {
      setText('');
      return changed;
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!noting.isPending && message.check()) noting.mutate(text);
  };
  return (
    <section aria-labelledby={`${fieldId}-title`} className={styles.notes}>
      <h2 id={`${fieldId}-title`}>Staff notes</h2>
      <ul className={styles.list}>
        {ticket.notes.map(({ id, author, text: note, createdAt }) => (
          <li key={id}>
            <strong>{author ?? 'Former staff'}</strong>: {note} ({utcMinute(createdAt)} UTC)
          </li>
        ))}
      </ul>
      <form className={styles.form} noValidate onSubmit={submit}>
        <MessageField label="New note" rows={2} {...message.field} />
        <Failure error={noting.error} />
        <p>
          <Button variant="line" type="submit" isPending={noting.isPending}>
            Add note
          </Button>
        </p>
      </form>
    </section>
  );
}

function Failure({ error }: { error: Error | null }) {
  return <div role="alert">{error ? <ActionError error={error} /> : null}</div>;
}
