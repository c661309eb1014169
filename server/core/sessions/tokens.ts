import { sql } from 'kysely';
import type { Tier } from '#contract/tiers.ts';
import type { TokenScope } from '#contract/token-scopes.ts';
import { TOKEN_PREFIX } from '#contract/tokens.ts';
import type { Db } from '../database/pool.ts';
import { hashToken, newToken } from './sessions.ts';

/** Where an access token begins: one of a grant (OAuth), for an hour and one resource. */
const ACCESS_TOKEN_PREFIX = 'prma_';

/** The prefix and 256 random bits as base64url. */
const FORM = new RegExp(`^(?:${TOKEN_PREFIX}|${ACCESS_TOKEN_PREFIX})[A-Za-z0-9_-]{43}$`);

export const newApiToken = (): string => `${TOKEN_PREFIX}${newToken()}`;
export const newAccessToken = (): string => `${ACCESS_TOKEN_PREFIX}${newToken()}`;

/** What follows `Bearer` in an Authorization header; undefined for another scheme, or without one. */
export function bearerOf(authorization: string | undefined): string | undefined {
  return /^bearer(?: +(.*))?$/i
    .exec(authorization ?? '')
    ?.slice(1)
    .map((token = '') => token.trim())[0];
}

interface FoundToken {
  memberId: string;
  tier: Tier;
  /** See FoundSession. */
  hasPaidPlan: boolean;
  scopes: TokenScope[];
  /** The one address it is for, where an app has it by a grant; null for a token the member made. */
  resource: string | null;
}

/**
 * The member of a token that may be used, with what they may read now: one indexed query, so that a revoked token, a
 * suspended member or a plan that ended is seen by the next call on every node. Its first call of a day is written down.
 */
export async function findToken(db: Db, token: string): Promise<FoundToken | undefined> {
  if (!FORM.test(token)) return undefined;
  const hash = hashToken(token);
  const { rows } = await sql<FoundToken & { isUsedToday: boolean }>`
    select p.user_id as "memberId", p.tier, p.has_paid_plan as "hasPaidPlan", t.scopes,
      g.resource, t.used_on is not distinct from (now() at time zone 'utc')::date as "isUsedToday"
    from tokens t join member_plans p on p.user_id = t.user_id left join oauth_grants g on g.id = t.grant_id
    where t.token_hash = ${hash} and t.expires_at > now() and not p.is_suspended`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { isUsedToday, ...found } = row;
  if (!isUsedToday) {
    await sql`
      with used as (update tokens set used_on = (now() at time zone 'utc')::date where token_hash = ${hash}
        returning grant_id, used_on)
      update oauth_grants g set used_on = used.used_on from used where g.id = used.grant_id`.execute(db);
  }
  return found;
}
