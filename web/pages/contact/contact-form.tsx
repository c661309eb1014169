import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { addTicket, TICKET_TOPIC_KEYS, TICKET_TOPICS, type TicketTopic } from '#contract/support.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { MESSAGE_SENT, MessageField, useMessage } from '#web/features/support/message-field.tsx';
import { orderMessagesQuery, ticketsQuery } from '#web/features/support/support.queries.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { fieldClass } from '#web/ui/forms/field-class.ts';
import { SelectField } from '#web/ui/forms/select-field.tsx';
import { readContactDraft, writeContactDraft } from './contact-draft.ts';
import styles from './contact-form.module.css';
import { ContactSubject } from './contact-subject.tsx';
import { EmailField } from './email-field.tsx';
import { SendMessage } from './send-message.tsx';
import { SuggestedAnswers } from './suggested-answers.tsx';

interface ContactFormProps {
  topic: string | undefined;
  promptId: string | undefined;
  orderId: string | undefined;
  /** Null for a visitor. */
  memberId: string | null;
  /** A visitor's address with the link in its mail; null while they write. */
  sentTo: string | null;
  onSent: (email: string | null) => void;
}

const topicOf = (text: string | undefined): TicketTopic =>
  TICKET_TOPIC_KEYS.find((topic) => topic === text) ?? 'question';

const NOTHING = { topic: '', text: '', email: '' };

/** A member is led to the conversation; a visitor is told to look into the mail. */
export function ContactForm({
  topic: initialTopic,
  promptId,
  orderId,
  memberId,
  sentTo,
  onSent,
}: ContactFormProps) {
  const isVisitor = memberId === null;
  const [topic, setTopic] = useState(topicOf(initialTopic));
  const [text, setText] = useState('');
  const message = useMessage(text, setText);
  const [email, setEmail] = useState('');
  const [isEmailWrong, setEmailWrong] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const id = useId();
  // Only now: the server drew the fields empty. What is typed or asked for by the address wins.
  const restore = useEffectEvent(() => {
    const draft = readContactDraft(memberId);
    if (!draft) return;
    setText((typed) => typed || draft.text);
    if (isVisitor) setEmail((typed) => typed || draft.email);
    if (initialTopic === undefined) setTopic(topicOf(draft.topic));
  });
  useEffect(() => restore(), []);
  useEffect(() => {
    writeContactDraft(memberId, sentTo === null ? { topic, text, email } : NOTHING);
  }, [memberId, topic, text, email, sentTo]);
  function showEmailWrong() {
    setEmailWrong(true);
    emailField.current?.focus();
  }
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const asking = useMutation({
    mutationFn: () =>
      call(addTicket, {
        body: {
          topic,
          text,
          ...(promptId && { promptId }),
          ...(orderId && { orderId }),
          ...(isVisitor && { email }),
        },
      }),
    onError: (error) => {
      // The server is stricter than the browser.
      if (isVisitor && error instanceof ApiError && error.status === 400) showEmailWrong();
    },
    onSuccess: async ({ ticketId }) => {
      // Also where the page was left meanwhile.
      writeContactDraft(memberId, NOTHING);
      if (ticketId === null) {
        onSent(email);
        return;
      }
      await queryClient.invalidateQueries({ queryKey: ticketsQuery().queryKey });
      if (orderId) await queryClient.invalidateQueries({ queryKey: orderMessagesQuery(orderId).queryKey });
      await navigate({ to: '/contact/$id', params: { id: ticketId } });
      toast(MESSAGE_SENT);
    },
  });
  if (sentTo !== null) {
    return (
      <CheckMail
        email={sentTo}
        onBack={() => {
          flushSync(() => onSent(null));
          emailField.current?.focus();
        }}
      />
    );
  }
  const leaveOut = (kind: 'prompt' | 'order') => {
    // The button that had the focus goes.
    message.field.ref.current?.focus();
    void navigate({
      to: '/contact',
      search: ({ [kind]: _left, ...search }) => search,
      replace: true,
      resetScroll: false,
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asking.isPending) return;
    // The first wrong one gets the focus last.
    const isWritten = message.check();
    // Judged by the browser, said in the page.
    if (emailField.current?.validity.valid === false) showEmailWrong();
    else if (isWritten) asking.mutate();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label htmlFor={`${id}-topic`}>What is it about?</label>
      <SelectField
        id={`${id}-topic`}
        className={fieldClass()}
        value={topic}
        onChange={(event) => setTopic(topicOf(event.target.value))}
      >
        {TICKET_TOPIC_KEYS.map((key) => (
          <option key={key} value={key}>
            {TICKET_TOPICS[key]}
          </option>
        ))}
      </SelectField>
      <SuggestedAnswers topic={topic} />
      {isVisitor ? (
        <EmailField
          ref={emailField}
          value={email}
          isWrong={isEmailWrong}
          onChange={(value) => {
            setEmail(value);
            setEmailWrong(false);
          }}
        />
      ) : null}
      <MessageField isSentByKey label="Your message" rows={8} {...message.field} />
      <ContactSubject promptId={promptId} orderId={orderId} onRemove={leaveOut} />
      <SendMessage
        error={isEmailWrong ? null : asking.error}
        isPending={asking.isPending}
        isUnconfirmed={isVisitor}
      />
    </form>
  );
}

/** The button that had it is gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

function CheckMail({ email, onBack }: { email: string; onBack: () => void }) {
  return (
    <div className={styles.form}>
      <div role="status" className={styles.sent}>
        <h2 ref={takeFocus} tabIndex={-1}>
          Check your email
        </h2>
        <p>
          We sent a link to <strong>{email}</strong>. Open it to confirm your address and send us your
          message. The same link will show our reply.
        </p>
        <p className={styles.hint}>Nothing after a few minutes? Check your spam folder.</p>
      </div>
      <p>
        <Button variant="line" onClick={onBack}>
          Change the address or send again
        </Button>
      </p>
    </div>
  );
}
