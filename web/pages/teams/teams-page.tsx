import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { createTeam, TEAM_LIMITS } from '#contract/teams.ts';
import { tierRank } from '#contract/tiers.ts';
import { call } from '#web/api/call.ts';
import { useUser } from '#web/features/account/account.queries.ts';
import { TeamNameForm } from '#web/features/teams/team-name-form.tsx';
import { teamsQuery } from '#web/features/teams/teams.queries.ts';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { plansWith } from '#web/plan-features.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { buttonClass } from '#web/ui/forms/button-class.ts';
import { BackLink } from '#web/ui/text/back-link.tsx';
import { TeamSection } from './team-section.tsx';
import styles from './teams-page.module.css';

// One file for the browser to fetch.
export { loadTeams } from './load-teams.ts';

/** The teams a member belongs to, and how to make one. Its route lets members in only. */
export function TeamsPage() {
  const user = useUser();
  const { data: teams } = useSuspenseQuery(teamsQuery());
  const ownsOne = teams.some(({ role }) => role === 'owner');
  const mayOwn = user ? tierRank(user.subscriptionTier) >= tierRank('pro') : false;
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <BackLink>
        {(className) => (
          <Link to="/account" className={className}>
            Back to Account
          </Link>
        )}
      </BackLink>
      <h1 tabIndex={-1}>Teams</h1>
      <p className={styles.lead}>
        A team shares collections and saved values: its owner and up to {TEAM_LIMITS.invited} people they
        invite. Belonging to one is free, and everybody reads the prompts their own plan includes.
      </p>
      {teams.map((team) => (
        <TeamSection key={team.id} team={team} />
      ))}
      {ownsOne ? null : (
        <section className={styles.section} aria-labelledby="new-team">
          <h2 id="new-team" className={styles.title}>
            {teams.length === 0 ? 'Start a team' : 'Start a team of your own'}
          </h2>
          {mayOwn ? (
            <TeamNameForm
              label="Name of the team"
              action="Create team"
              save={(name) => call(createTeam, { body: { name } })}
              onSaved={() => toast({ title: 'Team created', description: 'Now invite the first person.' })}
            />
          ) : (
            <>
              <p>Teams come with Pro. A Pro member can also invite you to theirs at no cost.</p>
              <p>
                <a href={plansWith('teams')} className={buttonClass({ variant: 'line' })}>
                  See plans
                </a>
              </p>
            </>
          )}
        </section>
      )}
    </PageShell>
  );
}
