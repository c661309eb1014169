import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { revokeToken, TOKEN_PREFIX, type Token } from '#contract/tokens.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { tokensQuery } from '#web/features/tokens/tokens.queries.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/confirm-dialog.tsx';
import { AbsoluteDate } from '#web/ui/text/absolute-date.tsx';
import styles from './tokens-page.module.css';

export function TokenList({ onRevoked }: { onRevoked: (id: string) => void }) {
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = useSuspenseQuery(tokensQuery());
  const revoking = useMutation({
    mutationFn: (tokenId: string) => call(revokeToken, { tokenId }),
    onSuccess: async (_revoked, tokenId) => {
      toast({ title: 'Token revoked' });
      onRevoked(tokenId);
      // The pressed button goes away with its row.
      heading.current?.focus();
      await queryClient.invalidateQueries({ queryKey: tokensQuery().queryKey });
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureMessage(error, 'We couldn’t revoke the token.'),
        variant: 'destructive',
      }),
  });
  return (
    <section aria-labelledby="tokens" className={styles.tokens}>
      <h2 id="tokens" ref={heading} tabIndex={-1} className={styles.title}>
        Your tokens
      </h2>
      {data.tokens.length === 0 ? (
        <p className={styles.note}>You have none yet.</p>
      ) : (
        <ul className={styles.list}>
          {data.tokens.map((token) => (
            <TokenRow
              key={token.id}
              token={token}
              onRevoke={() => {
                if (!revoking.isPending) revoking.mutate(token.id);
              }}
            />
          ))}
        </ul>
      )}
    </section>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke: () => void }) {
  const isExpired = Date.parse(token.expiresAt) <= useClock().now;
  const [isAsking, setAsking] = useState(false);
  const verb = isExpired ? 'Remove' : 'Revoke';
  return (
    <li className={styles.row}>
      <div>
        <p>
          <strong>{token.name}</strong>{' '}
          <code className={styles.code}>
            {TOKEN_PREFIX}…{token.lastFour}
          </code>
        </p>
        <p className={styles.note}>
          <code className={styles.code}>{token.scopes.join(', ')}</code> · {isExpired ? 'expired' : 'expires'}{' '}
          <AbsoluteDate date={token.expiresAt} /> ·{' '}
          {token.usedOn === null ? (
            'never used'
          ) : (
            <>
              last used <AbsoluteDate date={`${token.usedOn}T00:00:00Z`} />
            </>
          )}
        </p>
      </div>
      <Button
        variant="line"
        size="small"
        onClick={isExpired ? onRevoke : () => setAsking(true)}
        aria-label={`${verb} ${token.name}`}
      >
        {verb}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={`Revoke “${token.name}”?`}
          action="Revoke"
          onConfirm={onRevoke}
          onClosed={() => setAsking(false)}
        >
          <p>Whatever uses this token stops working at once. This can’t be undone.</p>
        </ConfirmDialog>
      ) : null}
    </li>
  );
}
