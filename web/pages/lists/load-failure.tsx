import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useState } from 'react';
import { errorMessage } from '#web/api/messages.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';

interface LoadFailureProps {
  error: unknown;
  onRetry: () => Promise<unknown>;
}

/** Shown when the first page of a list failed to load; retries by itself. */
export function LoadFailure({ error, onRetry }: LoadFailureProps) {
  const [isRetrying, setRetrying] = useState(false);
  async function retry() {
    setRetrying(true);
    await onRetry();
    setRetrying(false);
  }
  useReconnect(() => void onRetry());
  return (
    <div role="alert">
      <EmptyState
        icon={TriangleAlert}
        title="We couldn’t load these prompts"
        actions={
          <Button isPending={isRetrying} pendingText="Trying..." onClick={() => void retry()}>
            Try Again
          </Button>
        }
      >
        <p>{errorMessage(error, navigator.onLine).text}</p>
      </EmptyState>
    </div>
  );
}
