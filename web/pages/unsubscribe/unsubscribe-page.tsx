import { useMutation } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { MAIL_GROUP_NAMES, MAIL_GROUPS, type UnsubscribeLink, unsubscribe } from '#contract/mail.ts';
import { call } from '#web/api/call.ts';
import { failureMessage } from '#web/api/messages.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { Prose } from '#web/ui/text/prose.tsx';

const route = getRouteApi('/account_/unsubscribe');

/** Where the link in a mail leads. Opening it changes nothing: programs that look into mail open links too. */
export function UnsubscribePage() {
  const { member, group, key } = route.useSearch();
  const known = MAIL_GROUPS.find((one) => one === group);
  const link = member && known && key ? { member, group: known, key } : undefined;
  return (
    <PageShell hasNotice={false} width="account">
      <Prose>
        <h1>Stop e-mails</h1>
        {link ? <Confirmation link={link} /> : <InvalidLink />}
      </Prose>
    </PageShell>
  );
}

function Confirmation({ link }: { link: UnsubscribeLink }) {
  const ending = useMutation({ mutationFn: () => call(unsubscribe, { query: link }) });
  if (ending.isSuccess) {
    return (
      <p role="status">
        Done: you get no more e-mails of this kind. <Link to="/account">Account</Link> has all your choices.
      </p>
    );
  }
  return (
    <>
      <p>
        No more e-mails of this kind: <strong>{MAIL_GROUP_NAMES[link.group]}</strong>?
      </p>
      <p>
        <Button onClick={() => ending.mutate()} isPending={ending.isPending} pendingText="Stopping...">
          Stop these e-mails
        </Button>
      </p>
      <div role="alert">
        {ending.error ? (
          <Notice variant="danger">
            {failureMessage(ending.error, 'This did not work. Please try again.')}
          </Notice>
        ) : null}
      </div>
    </>
  );
}

function InvalidLink() {
  return (
    <p>
      This link is not complete. Use the one in the e-mail, or choose your e-mails on your{' '}
      <Link to="/account">account page</Link>.
    </p>
  );
}
