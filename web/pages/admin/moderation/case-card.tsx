import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Decision, decideCase, type ModerationCase } from '#contract/admin-moderation.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { SuspensionDialog } from '../suspension-dialog.tsx';
import { Author } from './author.tsx';
import { choicesFor } from './choices.ts';
import styles from './moderation-page.module.css';
import { Reports } from './reports.tsx';
import { Resolution } from './resolution.tsx';

interface Words {
  title: string;
  action: string;
  done: string;
  /** What happens then. */
  effect: string;
}

const WORDS = {
  keep: {
    title: 'Keep this comment?',
    action: 'Keep',
    done: 'Kept',
    effect: 'Everyone who can read the prompt sees it. Whoever reported it is told that it stays.',
  },
  hide: {
    title: 'Hide this comment?',
    action: 'Hide',
    done: 'Hidden',
    effect:
      'Only staff can read it. Its author is told that it’s hidden, whoever reported it that it was removed. You can show it again.',
  },
  delete: {
    title: 'Delete this comment?',
    action: 'Delete',
    done: 'Deleted',
    effect:
      'Its text is removed for good. Its author is told that it’s deleted, whoever reported it that it was removed.',
  },
} as const;

const SHOW_AGAIN = {
  title: 'Show this comment again?',
  action: 'Show again',
  done: 'Shown again',
  effect: 'Everyone who can read the prompt sees it again. Its author is told.',
} as const;

const CLOSE = {
  title: 'Close these reports?',
  action: 'Close reports',
  done: 'Reports closed',
  effect: 'Its author has deleted it already. Whoever reported it is told that it was removed.',
} as const;

/** One reported comment with everything a decision needs. */
export function CaseCard({ case: shown }: { case: ModerationCase }) {
  const { commentId, content, state, prompt, parent, reports, resolution, resolvedAt } = shown;
  const [decision, setDecision] = useState<Decision | null>(null);
  const [isSuspending, setSuspending] = useState(false);
  const { author } = shown;
  // Of a comment that its author deleted, only the reports are left to be dealt with.
  const isGone = state === 'deleted';
  const words: Readonly<Record<Decision, Words>> = {
    ...WORDS,
    ...(isGone ? { delete: CLOSE } : {}),
    ...(state === 'hidden' ? { keep: SHOW_AGAIN } : {}),
  };
  const chosen = decision === null ? undefined : words[decision];
  const choices: readonly Decision[] = isGone ? (resolution ? [] : ['delete']) : choicesFor(resolution);
  return (
    <article className={styles.card} aria-labelledby={`case-${commentId}`}>
      <h2 id={`case-${commentId}`} className={styles.title}>
        On{' '}
        <Link to="/prompt/$id" params={{ id: prompt.id }} hash={`comment-${commentId}`}>
          {prompt.title}
        </Link>
      </h2>
      {author === null ? <p>By a deleted member.</p> : <Author author={author} />}
      {parent ? (
        <blockquote className={styles.parent} dir="auto">
          {parent.content || 'A comment that was deleted.'}
        </blockquote>
      ) : null}
      <p className={styles.content} dir="auto">
        {content || 'Its text is gone.'}
      </p>
      <Reports reports={reports} />
      <Resolution resolution={resolution} resolvedAt={resolvedAt} />
      <div className={styles.actions}>
        {choices.map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === 'delete' && !isGone ? 'danger' : 'line'}
            onClick={() => setDecision(each)}
          >
            {words[each].action}
          </Button>
        ))}
        {author === null || author.isSuspended ? null : (
          <Button size="small" variant="danger" onClick={() => setSuspending(true)}>
            Suspend {author.name}
          </Button>
        )}
      </div>
      {decision === null || chosen === undefined ? null : (
        <ActionDialog
          title={chosen.title}
          action={chosen.action}
          done={chosen.done}
          about={commentId}
          isDanger={decision === 'delete' && !isGone}
          onClosed={() => setDecision(null)}
          perform={({ reason = '' }) => call(decideCase, { commentId, body: { decision, reason } })}
        >
          <p>{chosen.effect}</p>
        </ActionDialog>
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
