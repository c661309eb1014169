import { sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import type { Tier } from '#contract/tiers.ts';
import { markUnchanged, recordAct, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest, HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { endSessionsOfMember } from '#server/core/sessions/sessions.ts';
import { removeGrants } from '../../oauth/oauth.public.ts';
import { removeTokens } from '../../tokens/tokens.public.ts';

/** Members are changed one after another: what the log says was before, was. @throws HttpProblem 404 */
export async function lockMember(transaction: Db, memberId: string): Promise<{ role: Role }> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${memberId} for update`.execute(transaction);
  if (rows[0] === undefined) throw notFound('Member');
  return rows[0];
}

/** @throws HttpProblem 400 for a day in the past, 409 for taking back what was never granted */
export async function setTier(
  transaction: StaffTransaction,
  memberId: string,
  { tier, until, reason }: { tier: Tier; until: string | null; reason: string },
): Promise<void> {
  if (tier !== 'basic' && until !== null && until < new Date().toISOString().slice(0, 10)) {
    throw badRequest('This day is over: choose today or a later one.');
  }
  const day = sql`to_char(tier_until - interval '1 day', 'YYYY-MM-DD')`;
  const before = await sql<{ tier: Tier; until: string | null }>`
    select tier, ${day} as until from users where id = ${memberId}`.execute(transaction);
  const [was] = before.rows;
  if (tier === 'basic' && was?.tier === 'basic') {
    throw new HttpProblem(409, 'There is nothing to take back: this member has no tier from staff.');
  }
  if (was?.tier === tier && was.until === until) return markUnchanged(transaction);
  // The day itself is included.
  await sql`update users set tier = ${tier}, updated_at = now(),
    tier_until = case when ${tier}::text <> 'basic' then (${until}::date + 1)::timestamp at time zone 'UTC' end
    where id = ${memberId}`.execute(transaction);
  await recordAct(transaction, {
    act: 'grant tier',
    subject: { kind: 'member', id: memberId },
    before: { ...was },
    after: { tier, until: tier === 'basic' ? null : until },
    reason,
  });
}

/** @throws HttpProblem 404 for a prompt there is not, 409 for closing one that an order opened, or that was never granted */
export async function setGrant(
  transaction: StaffTransaction,
  { memberId, promptId }: { memberId: string; promptId: string },
  { isGranted, reason }: { isGranted: boolean; reason: string },
): Promise<void> {
  const found = await sql`select from prompts where id = ${promptId}`.execute(transaction);
  if (found.rows.length === 0) throw notFound('Prompt');
  // What was paid for is not taken back here.
  const { numAffectedRows } = isGranted
    ? await sql`insert into prompt_grants (user_id, prompt_id, order_id) values (${memberId}, ${promptId}, null)
        on conflict do nothing`.execute(transaction)
    : await sql`delete from prompt_grants where user_id = ${memberId} and prompt_id = ${promptId}
        and order_id is null`.execute(transaction);
  if ((numAffectedRows ?? 0n) === 0n) {
    if (isGranted) return markUnchanged(transaction);
    throw new HttpProblem(
      409,
      (await isOpenedByOrder(transaction, { memberId, promptId }))
        ? 'An order opened this prompt. Refund the order to close it.'
        : 'There is nothing to take back: staff never granted this prompt to this member.',
    );
  }
  await recordAct(transaction, {
    act: isGranted ? 'grant prompt' : 'revoke prompt',
    subject: { kind: 'member', id: memberId },
    before: { granted: !isGranted },
    after: { prompt: promptId, granted: isGranted },
    reason,
  });
}

async function isOpenedByOrder(
  db: Db,
  { memberId, promptId }: { memberId: string; promptId: string },
): Promise<boolean> {
  const { rows } = await sql`select from prompt_grants
    where user_id = ${memberId} and prompt_id = ${promptId} and order_id is not null`.execute(db);
  return rows.length > 0;
}

/** Every way in: sessions, tokens and connected apps. */
export async function endAccess(
  transaction: StaffTransaction,
  memberId: string,
  reason: string,
): Promise<void> {
  const tokens = await removeTokens(transaction, memberId);
  const apps = await removeGrants(transaction, memberId);
  const sessions = await endSessionsOfMember(transaction, memberId);
  await recordAct(transaction, {
    act: 'end sessions',
    subject: { kind: 'member', id: memberId },
    before: { sessions, tokens, apps },
    after: { sessions: 0, tokens: 0, apps: 0 },
    reason,
  });
}

/** @returns false when it was so already */
export async function setSuspended(
  transaction: StaffTransaction,
  memberId: string,
  { isSuspended, reason }: { isSuspended: boolean; reason: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update users set suspended_at = ${isSuspended ? sql`now()` : sql`null`},
      suspension_reason = ${isSuspended ? reason : null}, updated_at = now()
    where id = ${memberId} and (suspended_at is null) = ${isSuspended}`.execute(transaction);
  if ((numAffectedRows ?? 0n) === 0n) {
    markUnchanged(transaction);
    return false;
  }
  // For good: whoever had them must not have them again when the suspension is lifted. A session tells its member of the
  // suspension until then, and opens nothing.
  if (isSuspended) {
    await removeTokens(transaction, memberId);
    await removeGrants(transaction, memberId);
  } else {
    await endSessionsOfMember(transaction, memberId);
  }
  await recordAct(transaction, {
    act: isSuspended ? 'suspend' : 'unsuspend',
    subject: { kind: 'member', id: memberId },
    before: { suspended: !isSuspended },
    after: { suspended: isSuspended },
    reason,
  });
  return true;
}
