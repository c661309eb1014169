import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Decision, decideCase, type ModerationCase } from '#contract/admin-moderation.ts';
import { call } from '#web/api/call.ts';
import { ActDialog } from '#web/features/admin/act-dialog.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { SuspensionDialog } from '../suspension-dialog.tsx';
import styles from './moderation-page.module.css';
import { Reports } from './reports.tsx';

const WORDS = {
  keep: { title: 'Keep this comment?', action: 'Keep', done: 'Kept' },
  hide: { title: 'Hide this comment?', action: 'Hide', done: 'Hidden' },
  delete: { title: 'Delete this comment?', action: 'Delete', done: 'Deleted' },
} as const;

/** One reported comment with everything a decision needs. */
export function CaseCard({ case: shown }: { case: ModerationCase }) {
  const { commentId, content, state, prompt, parent, reports, resolution } = shown;
  const [decision, setDecision] = useState<Decision | null>(null);
  const [isSuspending, setSuspending] = useState(false);
  const { author } = shown;
  return (
    <article className={styles.card} aria-labelledby={`case-${commentId}`}>
      <h2 id={`case-${commentId}`} className={styles.title}>
        On{' '}
        <Link to="/prompt/$id" params={{ id: prompt.id }} hash={`comment-${commentId}`}>
          {prompt.title}
        </Link>
      </h2>
      <Author author={author} />
      {parent ? (
        <blockquote className={styles.parent} dir="auto">
          {parent.content || 'A comment that was deleted.'}
        </blockquote>
      ) : null}
      <p className={styles.content} dir="auto">
        {content || 'Its text is gone.'}
      </p>
      <Reports reports={reports} />
      {resolution ? <p>Resolved: {resolution}.</p> : null}
      <div className={styles.actions}>
        {state === 'deleted' && resolution
          ? null
          : (['keep', 'hide', 'delete'] as const).map((each) => (
              <Button
                key={each}
                size="small"
                variant={each === 'delete' ? 'danger' : 'line'}
                onClick={() => setDecision(each)}
              >
                {WORDS[each].action}
              </Button>
            ))}
        {author === null || author.isSuspended ? null : (
          <Button size="small" variant="line" onClick={() => setSuspending(true)}>
            Suspend {author.name}
          </Button>
        )}
      </div>
      {decision === null ? null : (
        <ActDialog
          {...WORDS[decision]}
          isDanger={decision === 'delete'}
          onClosed={() => setDecision(null)}
          act={({ reason = '' }) => call(decideCase, { commentId, body: { decision, reason } })}
        />
      )}
      {author !== null && isSuspending ? (
        <SuspensionDialog
          member={{ id: author.id, isSuspended: false }}
          onClosed={() => setSuspending(false)}
        />
      ) : null}
    </article>
  );
}

/** From so many removed comments on, a member stands out. */
const REPEATED = 2;

function Author({ author }: { author: ModerationCase['author'] }) {
  if (author === null) return <p>By a deleted member.</p>;
  const { id, name, memberSince, isSuspended, reported, removed } = author;
  return (
    <p className={styles.author}>
      <span>
        By{' '}
        <Link to="/admin/members/$memberId" params={{ memberId: id }}>
          {name}
        </Link>
        , member since {memberSince.slice(0, 10)}; {reported} other comments reported, {removed} removed.
      </span>
      {removed >= REPEATED ? <StateBadge tone="danger">repeat offender</StateBadge> : null}
      {isSuspended ? <StateBadge tone="danger">suspended</StateBadge> : null}
    </p>
  );
}
