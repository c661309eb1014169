import type { Db } from '#server/core/database/pool.ts';
import type { DecidedCollection } from '../../collections/collections.public.ts';
import type { DecidedComment } from '../../comments/comments.public.ts';
import { notify } from '../../notices/notices.public.ts';

const AUTHOR_NOTICES = {
  shown: 'comment_restored',
  hidden: 'comment_hidden',
  deleted: 'comment_removed',
} as const;

/** The author, where something became of the comment, and everybody whose report waited for the decision. */
export async function notifyCommentDecision(
  transaction: Db,
  { promptId, promptTitle, authorId, reporterIds, state, after }: DecidedComment,
): Promise<void> {
  const link = { subject: promptTitle, path: `/prompt/${promptId}` };
  if (authorId !== null && after !== state) {
    await notify(transaction, authorId, { ...link, kind: AUTHOR_NOTICES[after] });
  }
  const kind = after === 'shown' ? 'report_decided' : 'report_upheld';
  for (const reporterId of reporterIds) await notify(transaction, reporterId, { ...link, kind });
}

const OWNER_NOTICES = {
  shown: 'collection_restored',
  hidden: 'collection_hidden',
  deleted: 'collection_removed',
} as const;

/** The same of a collection. Whose report was upheld has no page of it to be led to any more. */
export async function notifyCollectionDecision(
  transaction: Db,
  id: string,
  { name, share, ownerId, reporterIds, before, after }: DecidedCollection,
): Promise<void> {
  if (after !== before) {
    const path = after === 'deleted' ? '/collections' : `/collections/${id}`;
    await notify(transaction, ownerId, { kind: OWNER_NOTICES[after], subject: name, path });
  }
  const link =
    after === 'shown'
      ? ({
          kind: 'collection_report_decided',
          path: share === null ? '/account/notices' : `/c/${share}`,
        } as const)
      : ({ kind: 'collection_report_upheld', path: '/account/notices' } as const);
  for (const reporterId of reporterIds) await notify(transaction, reporterId, { ...link, subject: name });
}
