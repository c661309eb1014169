import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { type Grant, revokeGrant } from '#contract/oauth.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { grantsQuery } from '#web/features/oauth/oauth.queries.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import styles from './tokens-page.module.css';

/** Apps the member let use the library as them, without a token of their own making. */
export function GrantList() {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useSuspenseQuery(grantsQuery());
  const revoking = useMutation({
    mutationFn: (grantId: string) => call(revokeGrant, { grantId }),
    onSuccess: async () => {
      toast({ title: 'App disconnected' });
      // The pressed button goes away with its row.
      heading.current?.focus();
      await queryClient.invalidateQueries({ queryKey: grantsQuery().queryKey });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureMessage(error, 'We couldn’t disconnect the app.'),
        variant: 'destructive',
      }),
  });
  return (
    <section aria-labelledby="apps" className={styles.tokens}>
      <h2 id="apps" ref={heading} tabIndex={-1} className={styles.title}>
        Connected apps
      </h2>
      {data.grants.length === 0 ? (
        <p className={styles.note}>
          None yet. Claude, ChatGPT and others connect by signing in: see <Link to="/docs/mcp">MCP</Link>.
        </p>
      ) : (
        <ul className={styles.list}>
          {data.grants.map((grant) => (
            <GrantRow
              key={grant.id}
              grant={grant}
              onRevoke={() => {
                if (!revoking.isPending) revoking.mutate(grant.id);
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function GrantRow({ grant, onRevoke }: { grant: Grant; onRevoke: () => void }) {
  return (
    <li className={styles.row}>
      <div>
        <p>
          <strong>{grant.clientName}</strong> <code className={styles.code}>{grant.redirectHost}</code>
        </p>
        <p className={styles.note}>
          <code className={styles.code}>{grant.scopes.join(', ')}</code> · connected{' '}
          <AbsoluteDate date={grant.createdAt} /> ·{' '}
          {grant.usedOn === null ? (
            'never used'
          ) : (
            <>
              last used <AbsoluteDate date={`${grant.usedOn}T00:00:00Z`} />
            </>
          )}
        </p>
      </div>
      <Button variant="line" size="small" onClick={onRevoke} aria-label={`Disconnect ${grant.clientName}`}>
        Disconnect
      </Button>
    </li>
  );
}
