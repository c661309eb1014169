import { failureMessage } from '#web/api/messages.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';

interface SendMessageProps {
  error: Error | null;
  isPending: boolean;
}

/** The end of a form for a message: why it could not be sent, and the button. */
export function SendMessage({ error, isPending }: SendMessageProps) {
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
          Send
        </Button>
      </p>
    </>
  );
}
