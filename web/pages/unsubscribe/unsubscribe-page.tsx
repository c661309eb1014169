import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import MailX from 'lucide-react/icons/mail-x';
import { MAIL_GROUP_NAMES, MAIL_GROUPS, type UnsubscribeLink, unsubscribe } from '#contract/mail.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { serverErrorMessage } from '#web/api/server-error-message.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { Prose } from '#web/ui/text/prose.tsx';

const route = getRouteApi('/account_/unsubscribe');

/** Where the link in a mail leads. Opening it changes nothing: programs that look into mail open links too. */
export function UnsubscribePage() {
  const { member, group, key } = route.useSearch();
  const known = MAIL_GROUPS.find((one) => one === group);
  const link = member && known && key ? { member, group: known, key } : undefined;
  return (
    <PageShell hasVisitorBanner={false} width="account">
      {link ? (
        <Prose>
          <h1>Unsubscribe</h1>
          <Confirmation link={link} />
        </Prose>
      ) : (
        <IncompleteLink />
      )}
    </PageShell>
  );
}

function Confirmation({ link }: { link: UnsubscribeLink }) {
  const ending = useMutation({ mutationFn: () => call(unsubscribe, { query: link }) });
  if (ending.isSuccess) {
    return (
      <p role="status">
        You’re unsubscribed from these emails. <Link to="/account">Account</Link> has all your email settings.
      </p>
    );
  }
  return (
    <>
      <p>
        Unsubscribe from these emails: <strong>{MAIL_GROUP_NAMES[link.group]}</strong>?
      </p>
      <p>
        <Button onClick={() => ending.mutate()} isPending={ending.isPending} pendingText="Unsubscribing...">
          Unsubscribe
        </Button>
      </p>
      <div role="alert">
        {ending.error ? (
          <Callout variant="danger">
            {failureMessage(
              ending.error,
              serverErrorMessage(ending.error) ?? 'Something went wrong. Please try again.',
            )}
          </Callout>
        ) : null}
      </div>
    </>
  );
}

function IncompleteLink() {
  return (
    <EmptyState
      icon={MailX}
      title="This link is incomplete"
      level={1}
      actions={
        <Link to="/account" hash="emails" className={buttonClass()}>
          Email settings
        </Link>
      }
    >
      <p>Use the one in the email, or choose which emails you get on your account page.</p>
    </EmptyState>
  );
}
