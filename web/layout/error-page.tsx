import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import Clock from 'lucide-react/icons/clock';
import CloudOff from 'lucide-react/icons/cloud-off';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import WifiOff from 'lucide-react/icons/wifi-off';
import { useState, useSyncExternalStore } from 'react';
import { isUnauthorized } from '#web/api/client.ts';
import { isConnected, subscribeToConnection } from '#web/api/connection.ts';
import { errorMessage } from '#web/api/messages.ts';
import { useReconnect } from '#web/api/use-reconnect.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { PageTitle } from './page-title.tsx';
import { PageShell } from './shell/page-shell.tsx';

const ICONS = { offline: WifiOff, busy: Clock, away: CloudOff, fault: TriangleAlert } as const;

/** A page whose data or drawing failed: what happened, Try Again, Home. Never the failure's own text. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  const isOnline = useSyncExternalStore(subscribeToConnection, isConnected, () => true);
  const [isTrying, setIsTrying] = useState(false);
  const message = errorMessage(error, isOnline);

  async function tryAgain() {
    setIsTrying(true);
    // Some browsers never fetch a script again that failed once: a new document does.
    if (isConnected() && /module/.test(String(error))) return location.reload();
    queries.reset();
    // Runs the loaders again before the page is rendered again.
    await router.invalidate();
    reset();
    setIsTrying(false);
  }

  useReconnect(() => {
    if (message.kind === 'offline' || message.kind === 'away') void tryAgain();
  });

  // A session that ended: the sign-in page is on its way (layout/session-watch.tsx).
  if (isUnauthorized(error)) {
    return (
      <PageShell hasVisitorBanner={false}>
        <PageTitle>Signing in again</PageTitle>
        <Spinner />
      </PageShell>
    );
  }

  return (
    <PageShell hasVisitorBanner={false}>
      <PageTitle>{message.title}</PageTitle>
      <div role="alert">
        <EmptyState
          icon={ICONS[message.kind]}
          title={message.title}
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
          <p>{message.text}</p>
        </EmptyState>
      </div>
    </PageShell>
  );
}
