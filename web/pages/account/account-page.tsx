import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TIER_NAMES } from '#contract/tiers.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import { billingLine, monthlyPrice } from '#web/features/billing/billing-messages.ts';
import { LatestBills } from '#web/features/billing/plan/bills.tsx';
import { HomeLink } from '#web/layout/home-link.tsx';
import { IndexedPage } from '#web/layout/indexed-page/indexed-page.tsx';
import type { IndexGroup } from '#web/layout/indexed-page/section-index.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import { AccountSection } from './account-section.tsx';
import { BrowserSection } from './browser-section.tsx';
import { DataAndDeletionSection } from './data-and-deletion-section.tsx';
import { MailSection } from './mail-section.tsx';
import { OpenInSection } from './open-in-section.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { ThemeSection } from './theme-section.tsx';

// One file for the browser to fetch.
export { loadAccount } from './load-account.ts';

const INDEX: readonly IndexGroup[] = [
  {
    title: 'You',
    sections: [
      { id: 'profile', name: 'Profile' },
      { id: 'plan', name: 'Plan and payments' },
    ],
  },
  {
    title: 'Access',
    sections: [
      { id: 'sessions', name: 'Where you’re signed in' },
      { id: 'tokens', name: 'Tokens and apps' },
      { id: 'teams', name: 'Teams' },
    ],
  },
  {
    title: 'Preferences',
    sections: [
      { id: 'emails', name: 'Emails' },
      { id: 'theme', name: 'Theme' },
      { id: 'open-in', name: 'Open in…' },
      { id: 'history', name: 'History' },
    ],
  },
  {
    title: 'Your data',
    sections: [
      { id: 'export', name: 'Export' },
      { id: 'delete', name: 'Delete account' },
    ],
  },
];

/** Everything about the account itself. Its route lets members in only. */
export function AccountPage() {
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <IndexedPage title="Account" back={<HomeLink />} index={INDEX}>
        <ProfileSection />
        <PlanSection />
        <SessionsSection />
        <AccountSection id="tokens" title="Tokens and apps">
          <p>
            Let your scripts and AI tools use Promptarium as you.{' '}
            <Link to="/account/tokens">Manage tokens and apps</Link>
          </p>
        </AccountSection>
        <AccountSection id="teams" title="Teams">
          <p>
            Share collections and saved values with a few people.{' '}
            <Link to="/account/teams">Manage teams</Link>
          </p>
        </AccountSection>
        <MailSection />
        <ThemeSection />
        <OpenInSection />
        <BrowserSection />
        <DataAndDeletionSection />
      </IndexedPage>
    </PageShell>
  );
}

function PlanSection() {
  const { data: status } = useSuspenseQuery(statusQuery());
  const line = billingLine(status, useClock().now / 1000);
  return (
    <AccountSection id="plan" title="Plan and payments">
      <p>
        {status.tier === 'basic' && status.plan === null ? (
          'You’re on the free plan.'
        ) : (
          <>
            You can read prompts up to <strong>{TIER_NAMES[status.tier]}</strong>.
          </>
        )}
        {status.plan === null
          ? null
          : ` You pay for ${TIER_NAMES[status.plan]}, ${monthlyPrice(status.plan, status)}.`}
        {line === null ? null : (
          <>
            {' '}
            {line.name}
            {line.at === null ? '.' : null}
            {line.at === null ? null : (
              <>
                : <BillingDate at={line.at} />.
              </>
            )}
          </>
        )}
      </p>
      <p>
        <a href={paths.subscription()}>Manage Subscription</a> · <Link to="/orders">My Custom Prompts</Link>
      </p>
      {status.asOf === null || status.plan === null ? null : <LatestBills asOf={status.asOf} />}
    </AccountSection>
  );
}
