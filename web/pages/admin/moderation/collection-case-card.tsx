import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import {
  COLLECTION_DECISIONS,
  type CollectionCase,
  type CollectionDecision,
  decideCollectionCase,
} from '#contract/admin-moderation.ts';
import { call } from '#web/api/call.ts';
import { ActDialog } from '#web/features/admin/act-dialog.tsx';
import { StateBadge } from '#web/ui/feedback/state-badge.tsx';
import { Button } from '#web/ui/forms/button.tsx';
import styles from './moderation-page.module.css';
import { Reports } from './reports.tsx';

const WORDS = {
  keep: { title: 'Keep this collection?', action: 'Keep', done: 'Kept' },
  hide: { title: 'Hide this collection?', action: 'Hide', done: 'Hidden' },
} as const;

/** One reported collection: everything its member wrote. */
export function CollectionCaseCard({ case: shown }: { case: CollectionCase }) {
  const { collectionId, name, description, notes, state, owner, reports, resolution } = shown;
  const [decision, setDecision] = useState<CollectionDecision | null>(null);
  return (
    <article className={styles.card} aria-labelledby={`case-${collectionId}`}>
      <h2 id={`case-${collectionId}`} className={styles.title}>
        Collection <bdi>{name}</bdi> {state === 'hidden' ? <StateBadge>hidden</StateBadge> : null}
      </h2>
      <p className={styles.author}>
        By{' '}
        <Link to="/admin/members/$memberId" params={{ memberId: owner.id }}>
          {owner.name}
        </Link>
      </p>
      <p className={styles.content} dir="auto">
        {[description, ...notes].filter(Boolean).join('\n\n') || 'It has no description or notes.'}
      </p>
      <Reports reports={reports} />
      {resolution ? <p>Resolved: {resolution}.</p> : null}
      <div className={styles.actions}>
        {COLLECTION_DECISIONS.map((each) => (
          <Button key={each} size="small" variant="line" onClick={() => setDecision(each)}>
            {WORDS[each].action}
          </Button>
        ))}
      </div>
      {decision === null ? null : (
        <ActDialog
          {...WORDS[decision]}
          onClosed={() => setDecision(null)}
          act={({ reason = '' }) => call(decideCollectionCase, { collectionId, body: { decision, reason } })}
        />
      )}
    </article>
  );
}
