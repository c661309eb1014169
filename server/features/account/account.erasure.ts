import type { Db } from '#server/core/database/pool.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import {
  type BillingServices,
  endPaymentsAndErase,
  markTrialUsed,
  recordPaymentsOfDeleted,
  runForMember,
} from '../billing/billing.public.ts';
import { invalidateSharedCollectionsOf } from '../collections/collections.public.ts';
import { removeComments, removeCommentVotes, removeHiddenTexts } from '../comments/comments.public.ts';
import { removeFavorites } from '../favorites/favorites.public.ts';
import { findUnpaidOrderPayments, removeOrders } from '../orders/orders.public.ts';
import { removeCopies } from '../prompts/prompts.public.ts';
import { leaveTeams } from '../teams/teams.leaving.public.ts';
import { removeVotes } from '../votes/votes.public.ts';
import { addDeletedMail } from './account.mail.ts';
import { removeAccount } from './account.settings.queries.ts';

/**
 * Ends what the member pays, then deletes the account with everything personal (DECISIONS 63). Orders keep what
 * bookkeeping needs; comments stay, as of a deleted member, unless they go too.
 * @param record of staff: writes down who did it, in the same transaction
 * @throws HttpProblem 409 while a payment is being processed, 503 while the provider is unavailable, or a plan runs and payments are
 *   not configured
 */
export async function eraseAccount(
  { db, billing }: { db: Db; billing: BillingServices | undefined },
  memberId: string,
  comments: 'keep' | 'remove',
  record?: (transaction: Db) => Promise<void>,
): Promise<void> {
  const remove = async (transaction: Db) => {
    await addDeletedMail(transaction, memberId, {
      areCommentsKept: comments === 'keep',
      isByStaff: record !== undefined,
    });
    // Counters first: they are computed from the rows that go.
    await removeFavorites(transaction, memberId);
    await removeVotes(transaction, memberId);
    await removeCopies(transaction, memberId);
    await removeCommentVotes(transaction, memberId);
    await removeHiddenTexts(transaction, memberId);
    if (comments === 'remove') await removeComments(transaction, memberId);
    await removeOrders(transaction, memberId);
    await leaveTeams(transaction, memberId);
    await invalidateSharedCollectionsOf(transaction, memberId);
    await markTrialUsed(transaction, memberId);
    await removeAccount(transaction, memberId);
    await record?.(transaction);
  };
  if (billing === undefined) {
    await withTransactionRetry(() =>
      db.transaction().execute(async (transaction) => {
        await recordPaymentsOfDeleted(transaction, memberId);
        await remove(transaction);
      }),
    );
    return;
  }
  const unpaidOrders = await findUnpaidOrderPayments(db, memberId);
  await runForMember(billing, 'Failed to delete the account', (services) =>
    endPaymentsAndErase(services, { memberId, unpaidOrders }, remove),
  );
}
