import { useMutation } from '@tanstack/react-query';
import { logoutEverywhere } from '#contract/account.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { MessageDialog } from '#web/ui/overlays/message-dialog.tsx';

/** For a member who does not know who is in: every session, token and connected app. */
export function EndAllAccessDialog({ onClosed }: { onClosed: () => void }) {
  const ending = useMutation({
    mutationFn: () => call(logoutEverywhere, {}),
    // A page that knows nothing of the member any more; stays pending until it is there.
    onSuccess: () => window.location.assign(paths.login()),
  });
  const isEnding = ending.isPending || ending.isSuccess;
  return (
    <MessageDialog
      title="End all access?"
      onClosed={onClosed}
      actions={(close) => (
        <>
          <Button variant="line" disabled={isEnding} onClick={close}>
            Stay signed in
          </Button>
          <Button
            variant="danger"
            isPending={isEnding}
            pendingText="Ending..."
            onClick={() => ending.mutate()}
          >
            End all access
          </Button>
        </>
      )}
    >
      <p>
        Signs you out on every device, this one too, revokes all your tokens and disconnects all apps. Your
        plan and everything you saved stay.
      </p>
      <div role="alert">
        {ending.error ? (
          <Callout variant="danger">
            {failureMessage(ending.error, 'We couldn’t end it. Please try again.')}
          </Callout>
        ) : null}
      </div>
    </MessageDialog>
  );
}
