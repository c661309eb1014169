import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { BRAND } from '#contract/brand.ts';
import { COLLECTION_LIMITS } from '#contract/collections.ts';
import { LIMITS } from '#contract/limits.ts';
import { TEAM_LIMITS } from '#contract/teams.ts';
import { PlanList } from '#web/features/plans/plan-list.tsx';
import { IndexedPage } from '#web/layout/indexed-page/indexed-page.tsx';
import type { IndexGroup } from '#web/layout/indexed-page/section-index.tsx';
import { PageShell } from '#web/layout/shell/page-shell.tsx';
import { paths } from '#web/paths.ts';
import { wholeNumber } from '#web/ui/text/format-count.ts';
import { Prose } from '#web/ui/text/prose.tsx';
import styles from './help-page.module.css';
import { HELP_QUESTIONS, type HelpQuestion } from './help-questions.ts';

/** Answers to what people ask most, each at an address of its own. */
export function HelpPage() {
  return (
    <PageShell hasVisitorBanner={false}>
      <IndexedPage
        title="Help"
        lead={
          <>
            Short answers about plans, copying, exports, and your data. Not here?{' '}
            <Link to="/contact">Write to us</Link>.
          </>
        }
        index={INDEX}
      >
        <Prose className={styles.answers}>
          {GROUPS.map(({ name, topics }) => (
            <Fragment key={name}>
              <h2>{name}</h2>
              {topics.map(({ id, answer }) => (
                <section key={id} aria-labelledby={id}>
                  <h3 id={id}>{HELP_QUESTIONS[id]}</h3>
                  {answer}
                </section>
              ))}
            </Fragment>
          ))}
        </Prose>
      </IndexedPage>
    </PageShell>
  );
}

interface HelpTopic {
  id: HelpQuestion;
  answer: ReactNode;
}

const GETTING_STARTED: readonly HelpTopic[] = [
  {
    id: 'free',
    answer: (
      <p>
        Anyone can browse and <Link to="/search">search</Link> the library. Signing in with Google is free and
        opens every basic prompt. You can read, fill in, copy and save them, vote and comment.
      </p>
    ),
  },
  {
    id: 'copying',
    answer: (
      <p>
        Open it, fill in the highlighted fields, press <strong>Copy</strong>, and paste the text into the AI
        tool you use. What the preview shows is exactly what is copied. “JSON” next to it copies the same
        prompt in a format for programs. If your browser blocks the clipboard, a window shows the text,
        selected and ready to copy.
      </p>
    ),
  },
  {
    id: 'variables',
    answer: (
      <p>
        They stay in your browser and never reach us. Each prompt remembers its own values; country, currency,
        units, language and first name are offered in every prompt. Your <Link to="/account">Account</Link>{' '}
        page clears them, and so does signing out. If you press <strong>Save these values</strong>, they are
        also saved under a name in your account, for you or for a team, until you delete them on the prompt’s
        page.
      </p>
    ),
  },
  {
    id: 'exports',
    answer: (
      <p>
        With any paid plan or the trial, you can export prompts you can read, all your favorites and your
        collections as Markdown, text or CSV. Pro adds JSON with exemplars.
      </p>
    ),
  },
];

const PAYING: readonly HelpTopic[] = [
  {
    id: 'plans',
    answer: (
      <>
        <PlanList />
        <p>
          <a href={paths.subscribe()}>Compare plans</a>
        </p>
      </>
    ),
  },
  {
    id: 'trial',
    answer: (
      <p>
        {LIMITS.trialDays} days of Pro without a card. It ends automatically and charges nothing. One trial
        per Google account, for accounts that never had a plan.
      </p>
    ),
  },
  {
    id: 'changes',
    answer: (
      <>
        <p>
          On <a href={paths.subscription()}>Manage Subscription</a>. Upgrades start immediately, and the
          amount due is shown first; downgrades start at the end of your billing month. If you cancel, you
          keep access until then and can resume anytime before. If a payment fails, your plan stays open for{' '}
          {LIMITS.graceDays} days while you update your card.
        </p>
        <p>
          When you cancel, you may be offered to pause for a month instead: nothing is charged for it, and
          your plan is locked meanwhile. A pause can be used once, and not while a change of plan is planned.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    answer: (
      <p>
        We don’t refund part-used months, except where the law requires it or where we failed to deliver. A
        charge made by mistake is always refunded. <Link to="/contact">Write to us</Link>, within{' '}
        {LIMITS.refundDays} days of the payment if you can: later ones have to be arranged with the payment
        provider and take longer. The <Link to="/terms">Terms of Service</Link> say the same.
      </p>
    ),
  },
  {
    id: 'custom-prompts',
    answer: (
      <p>
        Yes. Choose <strong>Prompt Engineer</strong> under <a href={paths.subscribe()}>Plans</a> and describe
        what you need. You pay once per prompt and can ask for changes until you accept it. Find it under{' '}
        <Link to="/orders">My Custom Prompts</Link>.
      </p>
    ),
  },
];

const SHARING: readonly HelpTopic[] = [
  {
    id: 'collections',
    answer: (
      <p>
        Yes. Press <strong>Share</strong> on its page. Give it a link, make it public, or share it with a
        team. Others see titles and your notes, and can read a prompt only if their own plan includes it. A
        collection holds up to {wholeNumber(COLLECTION_LIMITS.prompts)} prompts.
      </p>
    ),
  },
  {
    id: 'teams',
    answer: (
      <>
        <p>
          With Pro you can start a <Link to="/account/teams">team</Link> and invite up to{' '}
          {TEAM_LIMITS.invited} people, who don’t need a plan. A team shares collections and saved values.
          Readers can use them, editors can add and change them, and the owner invites people and assigns
          roles.
        </p>
        <p>
          Leaving takes nothing away: you keep what you made, and the team keeps copies of what you shared. If
          the owner’s plan ends, the team is paused and nothing is deleted. It resumes when the plan does.
        </p>
      </>
    ),
  },
];

const DATA: readonly HelpTopic[] = [
  {
    id: 'privacy',
    answer: (
      <p>
        Only what {BRAND.name} needs. The <Link to="/privacy">Privacy Policy</Link> lists everything, and your{' '}
        <Link to="/account">Account</Link> page exports all of it as one ZIP file.
      </p>
    ),
  },
  {
    id: 'deletion',
    answer: (
      <p>
        On your <Link to="/account">Account</Link> page. Your plan ends at once, and your personal data is
        deleted. You choose whether your comments stay without your name or are deleted too.
      </p>
    ),
  },
  {
    id: 'api',
    answer: (
      <p>
        Yes. This site runs on it: see the <Link to="/docs/api">API documentation</Link>. AI tools connect
        through <Link to="/docs/mcp">MCP</Link>. You end tokens and connected apps on your{' '}
        <Link to="/account">Account</Link> page; signing out doesn’t end them.
      </p>
    ),
  },
];

const GROUPS = [
  { name: 'Getting started', topics: GETTING_STARTED },
  { name: 'Keeping and sharing', topics: SHARING },
  { name: 'Plans and payment', topics: PAYING },
  { name: 'Your data', topics: DATA },
] as const;

const INDEX: readonly IndexGroup[] = GROUPS.map(({ name, topics }) => ({
  title: name,
  sections: topics.map(({ id }) => ({ id, name: HELP_QUESTIONS[id] })),
}));
