import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { endOneSession, endOtherSessions, type Session } from '#contract/account-settings.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { sessionsQuery } from '#web/features/account/account-settings.queries.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { DateAndTime } from '#web/ui/text/date-and-time.tsx';
import { RelativeDate } from '#web/ui/text/relative-date.tsx';
import { AccountSection } from './account-section.tsx';
import { EndAllAccessDialog } from './end-all-access-dialog.tsx';
import styles from './sessions-section.module.css';

/** Where the member is signed in, and a way to end that. */
export function SessionsSection() {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { data } = useSuspenseQuery(sessionsQuery());
  const ending = useMutation({
    mutationFn: (sessionId: string | undefined) =>
      sessionId === undefined ? call(endOtherSessions, {}) : call(endOneSession, { sessionId }),
    onSuccess: async (_ended, sessionId) => {
      toast({ title: sessionId === undefined ? 'Signed out everywhere else' : 'Signed out there' });
      // The pressed button goes away with its row.
      list.current?.focus();
      await queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureMessage(error, 'We couldn’t end the session.'),
        variant: 'destructive',
      }),
  });
  const end = (sessionId?: string) => {
    if (!ending.isPending) ending.mutate(sessionId);
  };
  return (
    <AccountSection id="sessions" title="Where you’re signed in">
      <ul ref={list} className={styles.list} tabIndex={-1} aria-label="Sessions">
        {data.sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => end(session.id)} />
        ))}
      </ul>
      {data.sessions.length > 1 ? (
        <Button variant="line" onClick={() => end()}>
          Sign out everywhere else
        </Button>
      ) : null}
      <p>
        Access tokens and connected apps stay when you sign out.{' '}
        <Link to="/account/tokens">Revoke them one by one</Link>, or end everything at once.
      </p>
      <Button variant="danger" onClick={() => setAsking(true)}>
        End all access
      </Button>
      {isAsking ? <EndAllAccessDialog onClosed={() => setAsking(false)} /> : null}
    </AccountSection>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const startId = useId();
  const device = session.device ?? 'Unknown device';
  return (
    <li className={styles.session}>
      <div>
        <p>
          <strong>{device}</strong>
        </p>
        <p className={styles.times}>
          {session.isCurrent ? (
            'This device'
          ) : (
            <>
              Last used: <RelativeDate date={session.usedAt} />
            </>
          )}
        </p>
        {/* The last use is known to the day; this tells sessions of one day apart. */}
        <p id={startId} className={styles.times}>
          Signed in: <DateAndTime date={session.startedAt} />
        </p>
      </div>
      {session.isCurrent ? null : (
        <Button
          variant="line"
          size="small"
          onClick={onEnd}
          aria-label={`Sign out on ${device}`}
          aria-describedby={startId}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
