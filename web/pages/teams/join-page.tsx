import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import MailX from 'lucide-react/icons/mail-x';
import type { ResponseBody } from '#contract/endpoint.ts';
import { acceptInvitation, type getInvitation } from '#contract/teams.ts';
import { call } from '#web/api/call.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { ROLE_TEXTS } from '#web/features/teams/role-texts.ts';
import { teamRefusal } from '#web/features/teams/team-refusal.ts';
import { invitationQuery, refreshTeams } from '#web/features/teams/teams.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { EmptyState } from '#web/ui/cards/empty-state.tsx';
import { Callout } from '#web/ui/feedback/callout.tsx';
import { toast } from '#web/ui/feedback/toast.ts';
import { Button } from '#web/ui/forms/button.tsx';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import styles from './teams-page.module.css';

// One file for the browser to fetch.
export { loadInvitation } from './load-invitation.ts';

const route = getRouteApi('/account_/teams_/join');

/** An invitation to a team, for whoever follows its link. Its route lets members in only. */
export function JoinPage() {
  const { invitation, key } = route.useSearch();
  const { data } = useSuspenseQuery(invitationQuery(invitation, key));
  return (
    <PageShell hasVisitorBanner={false} width="account">
      {data === 'unknown' ? (
        <EmptyState
          icon={MailX}
          level={1}
          title="This invitation no longer works"
          actions={
            <Link to="/account/teams" className={buttonClass({ variant: 'line' })}>
              Your teams
            </Link>
          }
        >
          <p>It was used, withdrawn, or is too old. Ask the sender for a new one.</p>
        </EmptyState>
      ) : data === 'other' ? (
        <OtherAddress />
      ) : (
        <Offer invitation={data} link={{ invitationId: invitation, query: { key } }} />
      )}
    </PageShell>
  );
}

function OtherAddress() {
  const user = useUser();
  return (
    <EmptyState
      icon={MailX}
      level={1}
      title="This invitation is for another address"
      actions={
        <a href={paths.signOut()} className={buttonClass({ variant: 'line' })}>
          Sign Out
        </a>
      }
    >
      <p>
        You’re signed in as {user?.email}. Sign in with the Google account the email was sent to and open its
        link again, or ask for an invitation link instead.
      </p>
    </EmptyState>
  );
}

interface OfferProps {
  invitation: ResponseBody<typeof getInvitation>;
  link: { invitationId: string; query: { key: string } };
}

function Offer({ invitation: { team, by, role, isPaused, isMember }, link }: OfferProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const joining = useMutation({
    mutationFn: () => call(acceptInvitation, link),
    onSuccess: async () => {
      toast({ title: 'Welcome to the team', description: 'What it shares is under My Collections.' });
      await refreshTeams(queryClient);
      await navigate({ to: '/account/teams' });
      // Who comes back finds out what has become of it.
      queryClient.removeQueries(invitationQuery(link.invitationId, link.query.key));
    },
  });
  if (isMember) {
    return (
      <div className={styles.joined}>
        <h1>
          You’re in <bdi>{team}</bdi> already
        </h1>
        <Link to="/account/teams" className={buttonClass({})}>
          Your teams
        </Link>
      </div>
    );
  }
  return (
    <div className={styles.joined}>
      <h1>
        Join <bdi>{team}</bdi>?
      </h1>
      <p>
        <bdi>{by}</bdi> invites you as {role === 'editor' ? 'an editor' : 'a reader'}: you can{' '}
        {ROLE_TEXTS[role].can}.
      </p>
      <ul>
        <li>Its members see your name, never your email address.</li>
        <li>They see the collections and values you share with the team, and nothing else of yours.</li>
        <li>It’s free, and you can leave at any time and keep what you made.</li>
      </ul>
      {isPaused ? (
        <Callout>This team is paused until its owner has Pro again. You can join then.</Callout>
      ) : null}
      <div role="alert">
        {joining.error ? (
          <Callout variant="danger">{teamRefusal(joining.error, 'We couldn’t add you to the team.')}</Callout>
        ) : null}
      </div>
      <div className={styles.row}>
        {isPaused ? null : (
          <Button
            isPending={joining.isPending || joining.isSuccess}
            pendingText="Joining..."
            onClick={() => joining.mutate()}
          >
            Join team
          </Button>
        )}
        <Link to="/" className={buttonClass({ variant: 'line' })}>
          Not now
        </Link>
      </div>
    </div>
  );
}
