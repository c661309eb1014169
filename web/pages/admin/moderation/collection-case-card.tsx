import { useState } from 'react';
import { type CollectionCase, type Decision, decideCollectionCase } from '#contract/admin-moderation.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { SuspensionDialog } from '../suspension-dialog.tsx';
import { Author } from './author.tsx';
import { choicesFor } from './choices.ts';
import styles from './moderation-page.module.css';
import { Reports } from './reports.tsx';
import { Resolution } from './resolution.tsx';

const WORDS = {
  keep: {
    title: 'Keep this collection?',
    action: 'Keep',
    done: 'Kept',
    effect: 'It can be shared. Whoever reported it is told that it stays.',
  },
  hide: {
    title: 'Hide this collection?',
    action: 'Hide',
    done: 'Hidden',
    effect:
      'Its link stops working, and only its owner sees it. Its owner is told, and so is whoever reported it. You can show it again.',
  },
  delete: {
    title: 'Delete this collection for good?',
    action: 'Delete',
    done: 'Deleted',
    effect: 'It’s gone for its owner, too, who is told, and so is whoever reported it.',
  },
} as const;

const SHOW_AGAIN = {
  title: 'Show this collection again?',
  action: 'Show again',
  done: 'Shown again',
  effect: 'Its link works again, and its owner is told.',
} as const;

/** One reported collection: everything its member wrote. */
export function CollectionCaseCard({ case: shown }: { case: CollectionCase }) {
  const { collectionId, name, description, notes, state, owner, reports, resolution, resolvedAt } = shown;
  const [decision, setDecision] = useState<Decision | null>(null);
  const [isSuspending, setSuspending] = useState(false);
  const words = state === 'hidden' ? { ...WORDS, keep: SHOW_AGAIN } : WORDS;
  return (
    <article className={styles.card} aria-labelledby={`case-${collectionId}`}>
      <h2 id={`case-${collectionId}`} className={styles.title}>
        Collection <bdi>{name}</bdi> {state === 'hidden' ? <StateBadge>hidden</StateBadge> : null}
      </h2>
      <Author author={owner} />
      <p className={styles.content} dir="auto">
        {[description, ...notes].filter(Boolean).join('\n\n') || 'It has no description or notes.'}
      </p>
      <Reports reports={reports} />
      <Resolution resolution={resolution} resolvedAt={resolvedAt} />
      <div className={styles.actions}>
        {choicesFor(resolution).map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === 'delete' ? 'danger' : 'line'}
            onClick={() => setDecision(each)}
          >
            {words[each].action}
          </Button>
        ))}
        {owner.isSuspended ? null : (
          <Button size="small" variant="danger" onClick={() => setSuspending(true)}>
            Suspend {owner.name}
          </Button>
        )}
      </div>
      {decision === null ? null : (
        <ActionDialog
          title={words[decision].title}
          action={words[decision].action}
          done={words[decision].done}
          about={collectionId}
          isDanger={decision === 'delete'}
          onClosed={() => setDecision(null)}
          perform={({ reason = '' }) =>
            call(decideCollectionCase, { collectionId, body: { decision, reason } })
          }
        >
          <p>{words[decision].effect}</p>
        </ActionDialog>
      )}
      {isSuspending ? (
        <SuspensionDialog
          member={{ id: owner.id, isSuspended: false }}
          onClosed={() => setSuspending(false)}
        />
      ) : null}
    </article>
  );
}
