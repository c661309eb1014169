import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { createSubscription } from '#contract/billing.ts';
import { callWithPaymentTimeout } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { authQuery, useUser } from '#web/features/account/account.queries.ts';
import { billingSettingsQuery } from '#web/features/billing/billing.queries.ts';
import type { StartedSubscription } from '#web/features/billing/payment/use-purchase.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import shared from '../test-fitness/test-data.module.css';
import { priceToTest, usesRealStripe } from './price-to-test.ts';
import styles from './test-auth-page.module.css';

// One file for the browser to fetch.
export { loadTestAuth } from './load-test-auth.ts';

/** Tries signing in and creating a subscription, for developers. */
export function TestAuthPage() {
  const { data: auth } = useSuspenseQuery(authQuery());
  const { data: settings } = useSuspenseQuery(billingSettingsQuery());
  const user = useUser();
  const subscription = useMutation({
    // The server's response is the test's result.
    mutationFn: () =>
      callWithPaymentTimeout(createSubscription, { body: { priceId: priceToTest(settings) } }),
  });
  return (
    <PageShell hasVisitorBanner={false}>
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
        <p>No one is signed in.</p>
      )}
      <div className={styles.tools}>
        {/* A developer page may say "Login". */}
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
      {usesRealStripe(settings) ? (
        <p>
          Payments are not simulated here: the test asks for a price that is not sold, so nothing is created.
        </p>
      ) : null}
      <div role="status" className={styles.outcome}>
        {subscription.isSuccess ? (
          <pre className={styles.response}>{paymentText(subscription.data)}</pre>
        ) : null}
        {subscription.error ? <pre className={styles.response}>{failureText(subscription.error)}</pre> : null}
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

/** The response without what pays: a page is looked at over shoulders. */
function paymentText(payment: StartedSubscription): string {
  const clientSecret = payment.clientSecret?.replace(/_secret_.*/, '_secret_…');
  return JSON.stringify({ ...payment, clientSecret }, null, 2);
}

/** Status and body as they came: this page is for those who want to see them. */
function failureText(error: Error): string {
  return error instanceof ApiError ? error.message : 'The server could not be reached.';
}
