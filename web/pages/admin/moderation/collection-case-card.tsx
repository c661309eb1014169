import { useState } from 'react';
import {
  type CollectionCase,
  type Decision,
  decideCollectionCase,
  MODERATION_DECISIONS,
} from '#contract/admin-moderation.ts';
import { call } from '#web/api/call.ts';
import { ActionDialog } from '#web/features/admin/action-dialog.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import { SuspensionDialog } from '../suspension-dialog.tsx';
import { Author } from './author.tsx';
import styles from './moderation-page.module.css';
import { Reports } from './reports.tsx';

const WORDS = {
  keep: { title: 'Keep this collection?', action: 'Keep', done: 'Kept' },
  hide: { title: 'Hide this collection?', action: 'Hide', done: 'Hidden' },
  delete: { title: 'Delete this collection for good?', action: 'Delete', done: 'Deleted' },
} as const;

/** One reported collection: everything its member wrote. */
export function CollectionCaseCard({ case: shown }: { case: CollectionCase }) {
  const { collectionId, name, description, notes, state, owner, reports, resolution } = shown;
  const [decision, setDecision] = useState<Decision | null>(null);
  const [isSuspending, setSuspending] = useState(false);
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
      {resolution ? <p>Resolved: {resolution}.</p> : null}
      <div className={styles.actions}>
        {MODERATION_DECISIONS.map((each) => (
          <Button
            key={each}
            size="small"
            variant={each === 'delete' ? 'danger' : 'line'}
            onClick={() => setDecision(each)}
          >
            {WORDS[each].action}
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
          {...WORDS[decision]}
          about={collectionId}
          isDanger={decision === 'delete'}
          onClosed={() => setDecision(null)}
          perform={({ reason = '' }) =>
            call(decideCollectionCase, { collectionId, body: { decision, reason } })
          }
        />
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
