import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { LIMITS } from '#contract/limits.ts';
import { addReply, type Conversation, confirmTicket, TICKET_TOPICS } from '#contract/support.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { useReadNoticesAbout } from '#web/features/notices/use-read-notices-about.ts';
import { MESSAGE_SENT, MessageField, useMessage } from '#web/features/support/message-field.tsx';
import { MessageList } from '#web/features/support/message-list.tsx';
import { orderMessagesQuery, ticketQuery } from '#web/features/support/support.queries.ts';
import { STATE_NAMES } from '#web/features/support/ticket-states.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { useDraft } from '#web/ui/behavior/use-draft.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { BackLink } from '#web/ui/text/back-link.tsx';
import styles from './contact-form.module.css';
import { SendMessage } from './send-message.tsx';

// One file for the browser to fetch.
export { loadTicket } from './load-ticket.ts';

const route = getRouteApi('/contact/$id');

/** One conversation with the team: a member's own, or a visitor's by the link in the mail. */
export function TicketPage() {
  const { id } = route.useParams();
  const { key } = route.useSearch();
  const { data: ticket } = useSuspenseQuery(ticketQuery(id, key));
  const { state } = ticket;
  useReadNoticesAbout('ticket', id);
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <BackLink>
        {(className) => (
          <Link to="/contact" className={className}>
            Contact
          </Link>
        )}
      </BackLink>
      <h1>{TICKET_TOPICS[ticket.topic]}</h1>
      <p className={styles.state}>
        <StateBadge tone={state === 'answered' ? 'mark' : undefined}>{STATE_NAMES[state]}</StateBadge>
      </p>
      {state === 'open' ? (
        <p>
          A person answers, usually within {LIMITS.answerBusinessDays} business days. You get the answer by
          email, and here.
        </p>
      ) : null}
      {ticket.orderId ? (
        <p>
          {/* Loaded whole: only then the page may let the payment provider in. */}
          About <a href={paths.orders(ticket.orderId)}>your order</a>
        </p>
      ) : null}
      {ticket.promptId ? (
        <p>
          About{' '}
          <Link to="/prompt/$id" params={{ id: ticket.promptId }}>
            this prompt
          </Link>
        </p>
      ) : null}
      <MessageList messages={ticket.messages} askerName="You" />
      {state === 'unconfirmed' ? (
        <Confirmation id={id} ticketKey={key} />
      ) : (
        <ReplyForm id={id} ticketKey={key} state={state} />
      )}
    </PageShell>
  );
}

/** Takes what the server says of the conversation now. */
function useTicketChange(id: string, key: string | undefined) {
  const queryClient = useQueryClient();
  return (ticket: Conversation) => {
    queryClient.setQueryData(ticketQuery(id, key).queryKey, ticket);
    if (ticket.orderId === null) return;
    void queryClient.invalidateQueries({ queryKey: orderMessagesQuery(ticket.orderId).queryKey });
  };
}

interface ActionProps {
  id: string;
  ticketKey: string | undefined;
}

const queryOf = (key: string | undefined) => (key === undefined ? {} : { key });

function Confirmation({ id, ticketKey }: ActionProps) {
  const take = useTicketChange(id, ticketKey);
  const confirming = useMutation({
    mutationFn: () => call(confirmTicket, { ticketId: id, query: queryOf(ticketKey) }),
    onSuccess: take,
  });
  return (
    <div className={styles.form}>
      <p>Is this your message? Confirm it to send it to our team.</p>
      <p>
        <Button onClick={() => confirming.mutate()} isPending={confirming.isPending} pendingText="Sending...">
          Confirm and send
        </Button>
      </p>
      <div role="alert">
        {confirming.error ? (
          <Callout variant="danger">
            {failureMessage(confirming.error, 'Something went wrong. Please try again.')}
          </Callout>
        ) : null}
      </div>
    </div>
  );
}

function ReplyForm({ id, ticketKey, state }: ActionProps & { state: Conversation['state'] }) {
  const user = useUser();
  const [text, setText] = useDraft(user ? `draft:${user.id}:ticket:${id}` : null);
  const message = useMessage(text, setText);
  const take = useTicketChange(id, ticketKey);
  const replying = useMutation({
    mutationFn: () => call(addReply, { ticketId: id, query: queryOf(ticketKey), body: { text } }),
    onSuccess: (ticket) => {
      take(ticket);
      setText('');
      toast(MESSAGE_SENT);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!replying.isPending && message.check()) replying.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <MessageField
        isSentByKey
        label={state === 'closed' ? 'Reply to reopen' : 'Reply'}
        rows={5}
        {...message.field}
      />
      <SendMessage error={replying.error} isPending={replying.isPending} />
    </form>
  );
}
