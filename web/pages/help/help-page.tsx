import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { BRAND } from '#contract/brand.ts';
import { COLLECTION_LIMITS } from '#contract/collections.ts';
import { LIMITS } from '#contract/limits.ts';
import { formatPrice, PLANS } from '#contract/plans.ts';
import { TEAM_LIMITS } from '#contract/teams.ts';
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
      <div className={styles.page}>
        <div className={styles.head}>
          <h1>Help</h1>
          <p className={styles.lead}>
            Short answers about plans, copying, exports, and your data. Not here?{' '}
            <Link to="/contact">Write to us</Link>.
          </p>
        </div>
        <nav aria-label="Questions" className={styles.questions}>
          {GROUPS.map(({ name, topics }) => (
            <div key={name} className={styles.group}>
              <p className={styles.groupName}>{name}</p>
              <ul aria-label={name}>
                {topics.map(({ id }) => (
                  <li key={id}>
                    <a href={`#${id}`} className={styles.question}>
                      {HELP_QUESTIONS[id]}
                    </a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
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
      </div>
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
        opens every basic prompt: read it, fill it in, copy it, keep it, vote and comment.
      </p>
    ),
  },
  {
    id: 'copying',
    answer: (
      <p>
        Open it, fill in the highlighted fields, press <strong>Copy</strong>, and paste the text into the AI
        tool you use. What the preview shows is exactly what is copied. “JSON” beside it copies the same
        prompt for programs. If your browser blocks the clipboard, a window shows the text, selected and ready
        to copy.
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
        also kept under a name in your account, for you or for a team, until you delete them on the page of
        their prompt.
      </p>
    ),
  },
  {
    id: 'exports',
    answer: (
      <p>
        Every paid plan and the trial export prompts you may read, all your favorites and your collections, as
        Markdown, text or CSV. Pro adds JSON, with exemplars.
      </p>
    ),
  },
];

const PAYING: readonly HelpTopic[] = [
  {
    id: 'plans',
    answer: (
      <>
        <ul>
          {PLANS.map(({ tier, name, priceCents, interval, sentence }) => (
            <li key={tier}>
              <strong>{name}</strong>, {formatPrice(priceCents)} per {interval}: {sentence}.
            </li>
          ))}
        </ul>
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
      <p>
        On <a href={paths.subscription()}>Manage Subscription</a>. Upgrades start immediately, and the amount
        due is shown first; downgrades start at the end of your billing month. If you cancel, you keep access
        until that day and can resume until then. If a payment fails, your plan stays open for{' '}
        {LIMITS.graceDays} days while you update your card.
      </p>
    ),
  },
  {
    id: 'refunds',
    answer: (
      <p>
        We don’t refund part-used months, except where the law requires it or where we failed to deliver. A
        charge made by mistake is always refunded: <Link to="/contact">write to us</Link>, if you can within{' '}
        {LIMITS.refundDays} days of the payment. Later ones we refund by hand, which takes longer. The{' '}
        <Link to="/terms">Terms of Service</Link> say the same.
      </p>
    ),
  },
  {
    id: 'custom-prompts',
    answer: (
      <p>
        Yes: choose <strong>Prompt Engineer</strong> among the <a href={paths.subscribe('engineer')}>plans</a>{' '}
        and describe what you need. You pay once per prompt and may ask for changes until you accept it. Find
        it under <Link to="/orders">My Custom Prompts</Link>.
      </p>
    ),
  },
];

const SHARING: readonly HelpTopic[] = [
  {
    id: 'collections',
    answer: (
      <p>
        Yes: press <strong>Share</strong> on its page. Give it a link, make it public, or share it with a
        team. Others see titles and your notes, and read a prompt only if their own plan includes it. A
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
          {TEAM_LIMITS.invited} people, who need no plan. A team shares collections, and values saved for a
          prompt. Readers use them, editors add and change them, the owner invites and gives roles.
        </p>
        <p>
          Leaving takes nothing away: you keep what you made, and the team keeps copies of what you shared. If
          the owner’s plan ends, the team is paused, nothing is deleted, and it goes on with the plan.
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
        As little as {BRAND.name} needs: the <Link to="/privacy">Privacy Policy</Link> lists everything.{' '}
        <Link to="/account">Account</Link> exports all of it as one ZIP file.
      </p>
    ),
  },
  {
    id: 'deletion',
    answer: (
      <p>
        On <Link to="/account">Account</Link>. A running plan ends at once and your personal data is deleted.
        You choose whether your comments stay without your name or are deleted too.
      </p>
    ),
  },
  {
    id: 'api',
    answer: (
      <p>
        Yes. This site runs on it: see the <Link to="/docs/api">API documentation</Link>. AI tools connect by{' '}
        <Link to="/docs/mcp">MCP</Link>. Tokens and connected apps end on your{' '}
        <Link to="/account">Account</Link> page, not when you sign out.
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
