import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { safeReturnUrl } from '#contract/return-url.ts';
import { readAuthorizationRequest } from '#web/features/oauth/authorization-request.ts';
import { authorizationQuery } from '#web/features/oauth/oauth.queries.ts';
import { PageTitle } from '#web/layout/page-title.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './authorize-page.module.css';
import { ConsentForm } from './consent-form.tsx';

// One file for the browser to fetch.
export { loadAuthorization } from './load-authorization.ts';

const route = getRouteApi('/oauth/authorize');

/** Where an app sends its member's browser: whether it may use the library as them. */
export function AuthorizePage() {
  const { href } = useLocation();
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <PageTitle>Connect an app</PageTitle>
      <meta name="robots" content="noindex" />
      <div className={styles.page}>
        {safeReturnUrl(href) === undefined ? (
          <Refusal message="What this app asks for is too long." />
        ) : (
          <Request />
        )}
      </div>
    </PageShell>
  );
}

function Request() {
  const request = readAuthorizationRequest(route.useSearch());
  const { data: authorization } = useSuspenseQuery(authorizationQuery(request));
  if (authorization.kind === 'consent') return <ConsentForm request={request} consent={authorization} />;
  const { message, refusalUrl, redirectHost } = authorization;
  return (
    <Refusal message={message} back={refusalUrl ? { url: refusalUrl, host: redirectHost } : undefined} />
  );
}

interface RefusalProps {
  message: string;
  /** Where the app hears of it, when that is known to be its address. */
  back?: { url: string; host: string | null } | undefined;
}

function Refusal({ message, back }: RefusalProps) {
  return (
    <>
      <h1>This app can’t connect</h1>
      <Callout variant="danger">{message}</Callout>
      <p className={styles.actions}>
        {back ? (
          <a href={back.url} className={buttonClass({ variant: 'line' })}>
            Back to {back.host}
          </a>
        ) : null}
        <Link to="/" className={buttonClass({ variant: 'line' })}>
          Home
        </Link>
      </p>
    </>
  );
}
