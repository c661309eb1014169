import { useSuspenseQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TIER_NAMES } from '#contract/tiers.ts';
import { statusQuery } from '#web/features/billing/billing.queries.ts';
import { BillingDate } from '#web/features/billing/billing-date.tsx';
import { billingLine, monthlyPrice } from '#web/features/billing/billing-messages.ts';
import { LatestBills } from '#web/features/billing/plan/bills.tsx';
import { HomeLink } from '#web/layout/home-link.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { useClock } from '#web/ui/behavior/page-clock.tsx';
import styles from './account-page.module.css';
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

/** What belongs together, in the order of the page. */
const GROUPS = [
  {
    id: 'you',
    name: 'You',
    content: (
      <>
        <ProfileSection />
        <PlanSection />
      </>
    ),
  },
  {
    id: 'access',
    name: 'Access',
    content: (
      <>
        <SessionsSection />
        <AccountSection title="Tokens and apps">
          <p>
            Let your scripts and AI tools use Promptarium as you.{' '}
            <Link to="/account/tokens">Manage tokens and apps</Link>
          </p>
        </AccountSection>
        <AccountSection title="Teams">
          <p>
            Share collections and saved values with a few people.{' '}
            <Link to="/account/teams">Manage teams</Link>
          </p>
        </AccountSection>
      </>
    ),
  },
  {
    id: 'preferences',
    name: 'Preferences',
    content: (
      <>
        <MailSection />
        <ThemeSection />
        <OpenInSection />
        <BrowserSection />
      </>
    ),
  },
  { id: 'data', name: 'Your data', content: <DataAndDeletionSection /> },
] as const;

/** Everything about the account itself. Its route lets members in only. */
export function AccountPage() {
  return (
    <PageShell hasVisitorBanner={false} width="account">
      <div className={styles.page}>
        <div className={styles.head}>
          <HomeLink />
          <h1>Account</h1>
        </div>
        <nav className={styles.groups} aria-label="On this page">
          {GROUPS.map(({ id, name }) => (
            <a key={id} href={`#${id}`} className={styles.link}>
              {name}
            </a>
          ))}
        </nav>
        <div>
          {GROUPS.map(({ id, name, content }) => (
            <section key={id} id={id} className={styles.group} aria-labelledby={`${id}-name`}>
              <h2 id={`${id}-name`} className={styles.name}>
                {name}
              </h2>
              {content}
            </section>
          ))}
        </div>
      </div>
    </PageShell>
  );
}

function PlanSection() {
  const { data: status } = useSuspenseQuery(statusQuery());
  const line = billingLine(status, useClock().now / 1000);
  return (
    <AccountSection title="Plan and payments">
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
      {status.asOf === null ? null : <LatestBills asOf={status.asOf} />}
    </AccountSection>
  );
}
