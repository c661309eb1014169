import { failureMessage } from '#web/api/messages.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './contact-form.module.css';

interface SendMessageProps {
  error: Error | null;
  isPending: boolean;
  /** Nothing is sent yet: the address is to be confirmed by a link first. */
  isUnconfirmed?: boolean;
}

/** The end of a form for a message: why it could not be sent, and the button. */
export function SendMessage({ error, isPending, isUnconfirmed = false }: SendMessageProps) {
  return (
    <>
      <div role="alert">
        {error ? (
          <Callout variant="danger">
            {failureMessage(error, 'We couldn’t send your message. Please try again.')}
          </Callout>
        ) : null}
      </div>
      <p>
        <Button type="submit" isPending={isPending} pendingText="Sending...">
          {isUnconfirmed ? 'Confirm by email' : 'Send'}
        </Button>
      </p>
      {isUnconfirmed ? (
        <p className={styles.hint}>We’ll email you a link: your message is sent when you open it.</p>
      ) : null}
    </>
  );
}
