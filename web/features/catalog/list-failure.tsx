import { Link } from '@tanstack/react-router';
import FolderX from 'lucide-react/icons/folder-x';
import { useState } from 'react';
import { isConnected } from '#web/api/connection.ts';
import { errorMessage } from '#web/api/messages.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';

interface ListFailureProps {
  kind: 'Category' | 'Topic';
  error: unknown;
  /** Asks again; what it throws leads to a reload of the page. */
  onRetry: () => Promise<void>;
  /** 1 where the failure is the whole page. */
  level?: 1 | 2;
}

/** A list that could not be fetched. */
export function ListFailure({ kind, error, onRetry, level = 1 }: ListFailureProps) {
  const [isRetrying, setRetrying] = useState(false);
  async function retry() {
    setRetrying(true);
    try {
      await onRetry();
    } catch {
      // Without a connection it would leave the page for the browser's own error.
      if (isConnected()) window.location.reload();
    } finally {
      setRetrying(false);
    }
  }
  useReconnect(() => {
    // Not by a reload, as above.
    void onRetry().catch(() => undefined);
  });
  const message = errorMessage(error, isConnected());
  const { title, text } =
    message.kind === 'offline'
      ? message
      : {
          title: `Error Loading ${kind}`,
          text: `There was an error loading this ${kind.toLowerCase()}. Please try again.`,
        };
  return (
    <EmptyState
      icon={FolderX}
      title={title}
      level={level}
      actions={
        <>
          <Button isPending={isRetrying} pendingText="Trying..." onClick={() => void retry()}>
            Try Again
          </Button>
          <Link to="/" className={buttonClass({ variant: 'line' })}>
            Home
          </Link>
        </>
      }
    >
      <p>{text}</p>
    </EmptyState>
  );
}
