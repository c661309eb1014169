import { sql } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Token, TokenDays } from '#contract/tokens.ts';
import type { Db } from '#server/core/database/pool.ts';
import { hashToken } from '#server/core/sessions/sessions.ts';

/** Expired ones stay in the list this long, so that their member learns why a program stopped. Days. */
const RETENTION_DAYS = 30;

interface TokenRow extends Omit<Token, 'createdAt' | 'expiresAt'> {
  createdAt: Date;
  expiresAt: Date;
}

const COLUMNS = sql`id, name, scopes, last_four as "lastFour", created_at as "createdAt", expires_at as "expiresAt",
  to_char(used_on, 'YYYY-MM-DD') as "usedOn"`;

export async function findTokens(db: Db, memberId: string): Promise<Token[]> {
  const { rows } = await sql<TokenRow>`
    select ${COLUMNS} from tokens where user_id = ${memberId} and grant_id is null order by created_at desc, id`.execute(
    db,
  );
  return rows.map(toToken);
}

/**
 * Stores a token's hash, never the token.
 * @returns undefined when the member has as many as they may have
 */
export async function addToken(
  db: Db,
  memberId: string,
  { token, name, scopes, days }: { token: string; name: string; scopes: readonly string[]; days: TokenDays },
): Promise<Token | undefined> {
  return await db.transaction().execute(async (transaction) => {
    // One after another: two at once would both count nineteen.
    await sql`select from users where id = ${memberId} for update`.execute(transaction);
    const { rows } = await sql<TokenRow>`
      insert into tokens (token_hash, user_id, name, scopes, last_four, expires_at)
      select ${hashToken(token)}, ${memberId}, ${name}, ${scopes}, ${token.slice(-4)},
        now() + make_interval(days => ${days})
      where (select count(*) from tokens
        where user_id = ${memberId} and grant_id is null and expires_at > now()) < ${LIMITS.tokens}
      returning ${COLUMNS}`.execute(transaction);
    return rows[0] && toToken(rows[0]);
  });
}

/** @returns how many: 0 for one that is gone, or another member's */
export async function removeToken(db: Db, memberId: string, id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from tokens where user_id = ${memberId} and grant_id is null and id = ${id}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes what expired long ago. */
export async function sweepTokens(db: Db): Promise<void> {
  await sql`delete from tokens where expires_at < now() - make_interval(days => ${sql.lit(RETENTION_DAYS)})`.execute(
    db,
  );
}

function toToken(row: TokenRow): Token {
  return { ...row, createdAt: row.createdAt.toISOString(), expiresAt: row.expiresAt.toISOString() };
}
