import Check from 'lucide-react/icons/check';
import PencilLine from 'lucide-react/icons/pencil-line';
import { useState } from 'react';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { useOrderActions } from '../use-order-actions.ts';
import styles from './delivered-actions.module.css';
import { RevisionForm } from './revision-form.tsx';

/** What a delivered prompt waits for: to be accepted, or to be changed. */
export function DeliveredActions({ orderId, memberId }: { orderId: string; memberId: string }) {
  const { accept, revise } = useOrderActions(orderId);
  const [isAsking, setAsking] = useState(false);
  const [isWriting, setWriting] = useState(false);
  if (isWriting) {
    return (
      <RevisionForm
        orderId={orderId}
        memberId={memberId}
        isPending={revise.isPending}
        failure={revise.failure}
        onSend={revise.run}
        onCancel={() => setWriting(false)}
      />
    );
  }
  return (
    <div>
      <div className={styles.buttons}>
        <Button isPending={accept.isPending} pendingText="Accepting..." onClick={() => setAsking(true)}>
          <Check aria-hidden />
          Accept
        </Button>
        <Button variant="line" disabled={accept.isPending} onClick={() => setWriting(true)}>
          <PencilLine aria-hidden />
          Ask for changes
        </Button>
      </div>
      <div role="alert" className={styles.alert}>
        {accept.failure ? <Callout variant="danger">{accept.failure}</Callout> : null}
      </div>
      {isAsking ? (
        <MessageDialog
          title="Accept this prompt?"
          onClosed={() => setAsking(false)}
          actions={(close) => (
            <>
              <Button variant="line" onClick={close}>
                Not yet
              </Button>
              <Button
                onClick={() => {
                  void accept.run();
                  close();
                }}
              >
                Accept
              </Button>
            </>
          )}
        >
          <p>This completes the order. You keep the prompt, but can’t ask for more changes.</p>
        </MessageDialog>
      ) : null}
    </div>
  );
}
