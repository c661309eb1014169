import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useState, useSyncExternalStore } from 'react';
import { isConnected, subscribeToConnection } from '#web/api/connection.ts';
import { errorWords } from '#web/api/error-words.ts';
import { isUnauthorized } from '#web/api/failure-words.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PageShell } from './page-shell.tsx';
import { PageTitle } from './page-title.tsx';

const ICONS = { offline: WifiOff, busy: Clock, away: CloudOff, fault: TriangleAlert } as const;

/** A page whose data or drawing failed: what happened, Try Again, Home. Never the failure's own text. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isOnline = useSyncExternalStore(subscribeToConnection, isConnected, () => true);
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

  // A session that ended: the sign-in page is on its way (layout/session-watch.tsx).
  if (isUnauthorized(error)) {
    return (
      <PageShell hasNotice={false}>
        <PageTitle>Signing in again</PageTitle>
        <Spinner />
      </PageShell>
    );
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
