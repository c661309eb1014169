import { useMutation } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import Check from 'lucide-react/icons/check';
import { type FormEvent, useState } from 'react';
import { BRAND } from '#contract/brand.ts';
import { SIGN_IN_AGAIN } from '#contract/errors.ts';
import { type Authorization, type AuthorizationRequest, allowAuthorization } from '#contract/oauth.ts';
import type { OAuthScope } from '#contract/oauth-scopes.ts';
import { call } from '#web/api/call.ts';
import { ApiError } from '#web/api/client.ts';
import { failureMessage } from '#web/api/messages.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { SCOPE_TEXTS } from '#web/features/tokens/scope-texts.ts';
import { paths } from '#web/paths.ts';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Checkbox } from '#web/ui/forms/checkbox.tsx';
import styles from './authorize-page.module.css';

interface ConsentFormProps {
  request: AuthorizationRequest;
  consent: Extract<Authorization, { kind: 'consent' }>;
}

/** Who asks, for what, and where the browser goes then. */
export function ConsentForm({ request, consent }: ConsentFormProps) {
  const { clientName, redirectHost, refusalUrl } = consent;
  const user = useUser();
  const { href } = useLocation();
  const [scopes, setScopes] = useState<readonly OAuthScope[]>(consent.scopes);
  const allowing = useMutation({
    mutationFn: () => call(allowAuthorization, { body: { request, scopes: [...scopes] } }),
    // Stays pending until the app's page, or the program, has answered.
    onSuccess: ({ location }) => window.location.assign(location),
    onError: (error) => {
      if (isSignInTooOld(error)) window.location.assign(paths.googleProof(href));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!allowing.isPending && !allowing.isSuccess) allowing.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <h1 className={styles.heading}>
        Connect {clientName} to {BRAND.name}?
      </h1>
      <p className={styles.lead}>
        It will use the library as {user ? <strong>{user.email}</strong> : 'you'}, with what your plan reads.
        It never reaches your account or payments.
      </p>
      <Destination consent={consent} />
      <fieldset className={styles.scopes}>
        <legend className={styles.label}>What it may do</legend>
        <p className={styles.always}>
          <Check size={16} strokeWidth={2.5} aria-hidden />
          {SCOPE_TEXTS.read}
        </p>
        {consent.scopes.filter(isOptional).map((scope) => (
          <Checkbox
            key={scope}
            label={SCOPE_TEXTS[scope]}
            isChecked={scopes.includes(scope)}
            onChange={(isChecked) =>
              setScopes(consent.scopes.filter((each) => (each === scope ? isChecked : scopes.includes(each))))
            }
          />
        ))}
      </fieldset>
      <div role="alert">
        {allowing.error && !isSignInTooOld(allowing.error) ? <Failure error={allowing.error} /> : null}
      </div>
      <p className={styles.actions}>
        <Button
          type="submit"
          isPending={allowing.isPending || allowing.isSuccess}
          pendingText="Connecting..."
        >
          Allow
        </Button>
        <a href={refusalUrl} className={buttonClass({ variant: 'line' })}>
          Don’t allow
        </a>
      </p>
      <p className={styles.note}>
        {allowing.isSuccess ? (
          <span role="status">Allowed. If nothing happens, return to {redirectHost}.</span>
        ) : (
          <>
            You can disconnect it at any time under <Link to="/account/tokens">Tokens and apps</Link>.
          </>
        )}
      </p>
    </form>
  );
}

const isOptional = (scope: OAuthScope) => scope !== 'read';

/** The name is the app's own word; where the browser goes is not. */
function Destination({ consent: { redirectHost, isLocal } }: { consent: ConsentFormProps['consent'] }) {
  return (
    <Callout>
      {isLocal ? (
        <>
          Your browser then goes to a program on this computer (<code>{redirectHost}</code>). We can’t check
          which: allow it only if you have just started this yourself.
        </>
      ) : (
        <>
          Your browser then goes to <strong>{redirectHost}</strong>. Any app can choose its name: allow it
          only if you know this address.
        </>
      )}
    </Callout>
  );
}

function Failure({ error }: { error: Error }) {
  const isFull = error instanceof ApiError && error.status === 409;
  return (
    <Callout variant="danger">
      {isFull ? (
        <>
          You have connected as many apps as you can.{' '}
          <Link to="/account/tokens">Disconnect one to connect another</Link>
        </>
      ) : (
        failureMessage(error, 'We couldn’t connect the app. Please try again.')
      )}
    </Callout>
  );
}

const isSignInTooOld = (error: Error) => error instanceof ApiError && error.problem?.code === SIGN_IN_AGAIN;
