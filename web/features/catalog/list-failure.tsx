import { Link } from '@tanstack/react-router';
import FolderX from 'lucide-react/icons/folder-x';
import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';

interface ListFailureProps {
  kind: 'Category' | 'Topic';
  /** The answer was a 404, not a fault. */
  isNotFound: boolean;
  /** Asks again; what it throws leads to a reload of the page. */
  onRetry: () => Promise<void>;
  /** 1 where the failure is the whole page. */
  level?: 1 | 2;
}

/** Texts by SPEC section 2. */
export function ListFailure({ kind, isNotFound, onRetry, level = 1 }: ListFailureProps) {
  const [isRetrying, setRetrying] = useState(false);
  const noun = kind.toLowerCase();
  async function retry() {
    setRetrying(true);
    try {
      await onRetry();
    } catch {
      window.location.reload();
    } finally {
      setRetrying(false);
    }
  }
  return (
    <EmptyState
      icon={FolderX}
      title={`Error Loading ${kind}`}
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
      <p>
        {isNotFound
          ? `This ${noun} could not be found.`
          : `There was an error loading this ${noun}. Please try again.`}
      </p>
    </EmptyState>
  );
}
