import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';
import { useDiscardOrder } from './use-discard-order.ts';

/** For an order that is not paid: away with it, after a question. @param onDiscarded leaves its page */
export function DiscardOrder({
  orderId,
  onDiscarded,
}: {
  orderId: string;
  onDiscarded: () => Promise<void>;
}) {
  const [isAsking, setAsking] = useState(false);
  const { discard, isPending, failure } = useDiscardOrder(orderId, onDiscarded);
  return (
    <>
      <Button variant="ghost" size="small" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden />
        Discard order
      </Button>
      {isAsking ? (
        <MessageDialog
          title="Discard this order?"
          onClosed={() => setAsking(false)}
          actions={(close) => (
            <>
              <Button variant="line" onClick={close}>
                Keep
              </Button>
              <Button variant="danger" isPending={isPending} pendingText="Discarding..." onClick={discard}>
                Discard
              </Button>
            </>
          )}
        >
          <p>Your brief is deleted. You haven’t paid, so nothing is charged.</p>
          <div role="alert">{failure ? <Callout variant="danger">{failure}</Callout> : null}</div>
        </MessageDialog>
      ) : null}
    </>
  );
}
