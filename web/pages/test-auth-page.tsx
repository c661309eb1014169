import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { ApiError } from '#web/api/client.ts';
import { authQuery, useUser } from '#web/features/account/account.queries.ts';
import {
  type Beginning,
  billingSettingsQuery,
  createSubscription,
} from '#web/features/billing/billing.queries.ts';
import { PageShell } from '#web/layout/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { buttonClass } from '#web/ui/button-class.ts';
import styles from './test-auth-page.module.css';
import shared from './test-data.module.css';

/** Tries signing in and creating a subscription, for developers (SPEC section 2). */
export function TestAuthPage() {
  const { data: auth } = useSuspenseQuery(authQuery());
  const { data: settings } = useSuspenseQuery(billingSettingsQuery());
  const user = useUser();
  const subscription = useMutation({
    // Whatever the server makes of it is the test's result; without payments it says so of any price.
    mutationFn: () => createSubscription(settings.priceIds.basic ?? 'price_of_basic'),
  });
  return (
    <PageShell hasNotice={false}>
      <h1>Authentication test</h1>
      <h2 className={shared.heading}>Auth status</h2>
      <dl className={shared.data}>
        <Row name="authenticated" value={String(auth.authenticated)} />
        <Row name="signInConfigured" value={String(auth.signInConfigured)} />
        <Row name="isSandbox" value={String(auth.isSandbox)} />
        <Row name="paymentsConfigured" value={String(settings.isConfigured)} />
      </dl>
      <h2 className={shared.heading}>User info</h2>
      {user ? (
        <dl className={shared.data}>
          {Object.entries(user).map(([name, value]) => (
            <Row key={name} name={name} value={value ?? 'null'} />
          ))}
        </dl>
      ) : (
        <p>Nobody is signed in.</p>
      )}
      <div className={styles.tools}>
        {/* A developer page may say "Login" (CONVENTIONS 3.1). */}
        <a href={paths.googleSignIn(paths.testAuth())} className={buttonClass({ variant: 'line' })}>
          Login with Google
        </a>
        <Button
          disabled={!auth.authenticated}
          isPending={subscription.isPending}
          pendingText="Testing..."
          onClick={() => subscription.mutate()}
        >
          Test Subscription Creation
        </Button>
      </div>
      <div role="status" className={styles.outcome}>
        {subscription.isSuccess ? <pre className={styles.answer}>{answerText(subscription.data)}</pre> : null}
        {subscription.error ? <pre className={styles.answer}>{failureText(subscription.error)}</pre> : null}
      </div>
    </PageShell>
  );
}

function Row({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

/** The answer without what pays: a page is looked at over shoulders. */
function answerText(payment: Beginning): string {
  const clientSecret = payment.clientSecret?.replace(/_secret_.*/, '_secret_…');
  return JSON.stringify({ ...payment, clientSecret }, null, 2);
}

/** Status and body as they came: this page is for those who want to see them. */
function failureText(error: Error): string {
  return error instanceof ApiError ? error.message : 'The server could not be reached.';
}
