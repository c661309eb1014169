import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useState, useSyncExternalStore } from 'react';
import { errorWords } from '#web/api/error-words.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageShell } from './page-shell.tsx';
import { PageTitle } from './page-title.tsx';

const ICONS = { offline: WifiOff, busy: Clock, away: CloudOff, fault: TriangleAlert } as const;

function subscribeToConnection(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** A page whose data or drawing failed: what happened, Try Again, Home. Never the failure's own text. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isOnline = useSyncExternalStore(
    subscribeToConnection,
    () => navigator.onLine,
    () => true,
  );
  const [isTrying, setIsTrying] = useState(false);
  const words = errorWords(error, isOnline);

  async function tryAgain() {
    setIsTrying(true);
    queries.reset();
    // Runs the loaders again; only then is the page drawn anew.
    await router.invalidate();
    reset();
    setIsTrying(false);
  }

  return (
    <PageShell hasNotice={false}>
      <PageTitle>{words.title}</PageTitle>
      <div role="alert">
        <EmptyState
          icon={ICONS[words.kind]}
          title={words.title}
          level={1}
          actions={
            <>
              <Button onClick={tryAgain} isPending={isTrying} pendingText="Trying...">
                Try Again
              </Button>
              <Link to="/" className={buttonClass({ variant: 'line' })}>
                Home
              </Link>
            </>
          }
        >
          <p>{words.text}</p>
        </EmptyState>
      </div>
    </PageShell>
  );
}
