import { useMutation } from '@tanstack/react-query';
import { failureMessage } from '#web/api/messages.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';

interface DeleteDialogProps {
  name: string;
  remove: () => Promise<unknown>;
  onDeleted: () => void;
  onClosed: () => void;
}

export function DeleteCollectionDialog({ name, remove, onDeleted, onClosed }: DeleteDialogProps) {
  const removing = useMutation({ mutationFn: remove, onSuccess: onDeleted });
  return (
    <MessageDialog
      title="Delete this collection?"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" onClick={close}>
            Keep it
          </Button>
          <Button
            variant="danger"
            isPending={removing.isPending || removing.isSuccess}
            pendingText="Deleting..."
            onClick={() => removing.mutate()}
          >
            Delete
          </Button>
        </>
      )}
    >
      <p>
        “{name}” and its notes are deleted, and shared links stop working. The prompts stay in the library.
      </p>
      <div role="alert">
        {removing.error ? (
          <Callout variant="danger">
            {failureMessage(removing.error, 'We couldn’t delete the collection. Please try again.')}
          </Callout>
        ) : null}
      </div>
    </MessageDialog>
  );
}
