import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from './database/pool.ts';
import { type TokenCookie, tokenCookie } from './sessions-cookie.ts';

/** A session ends this long after its last use. Days. */
export const SESSION_DAYS = 30;

const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** Moved at most once a day: a write for every request would cost more than the request. */
const LIFETIME = sql`make_interval(days => ${sql.lit(SESSION_DAYS)})`;
const LIFETIME_BUT_A_DAY = sql`make_interval(days => ${sql.lit(SESSION_DAYS - 1)})`;

/** What a browser's session says about it. */
export interface FoundSession {
  memberId: string;
  tier: Tier;
  /** A plan that is paid for, a trial that runs, or a tier that was given. */
  hasPaidPlan: boolean;
  /** It was prolonged just now: the browser's cookie has to be prolonged too. */
  isProlonged: boolean;
}

/** A new token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is kept of a token. It has 256 bits, so one round of SHA-256 cannot be guessed backwards. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Over plain HTTP only where nobody but developers is: a browser sends a Secure cookie over TLS alone. */
export function sessionCookie({ publicUrl, mode }: { publicUrl: string; mode: string }): TokenCookie {
  return tokenCookie('session', areCookiesSecure({ publicUrl, mode }));
}

/** In production always: a server told to be one must not hand out cookies that anybody on the way can read. */
export function areCookiesSecure({ publicUrl, mode }: { publicUrl: string; mode: string }): boolean {
  return mode === 'production' || publicUrl.startsWith('https:');
}

/** Set-Cookie for a session that begins or goes on. */
export const keepSession = (cookie: TokenCookie, token: string): string =>
  cookie.write(token, SESSION_SECONDS);

/**
 * The living session of a token, and what its member may read by now: one indexed query, so that a plan that ends or
 * begins is seen by the next request on every node. Prolonged when it was last used before today.
 */
export async function findSession(db: Db, token: string): Promise<FoundSession | undefined> {
  const hash = hashToken(token);
  const { rows } = await sql<{ member_id: string; tier: Tier; has_paid_plan: boolean; is_due: boolean }>`
    select p.user_id as member_id, p.tier, p.has_paid_plan,
      s.expires_at < now() + ${LIFETIME_BUT_A_DAY} as is_due
    from sessions s join member_plans p on p.user_id = s.user_id
    where s.token_hash = ${hash} and s.expires_at > now()`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  if (row.is_due) {
    await sql`update sessions set expires_at = now() + ${LIFETIME}
      where token_hash = ${hash} and expires_at > now()`.execute(db);
  }
  return {
    memberId: row.member_id,
    tier: row.tier,
    hasPaidPlan: row.has_paid_plan,
    isProlonged: row.is_due,
  };
}

/** Begins a session. @returns its token, which is written down nowhere */
export async function startSession(db: Db, memberId: string): Promise<string> {
  const token = newToken();
  await sql`insert into sessions (token_hash, user_id, expires_at)
    values (${hashToken(token)}, ${memberId}, now() + ${LIFETIME})`.execute(db);
  return token;
}

/** Ends a session on every node. May be repeated. */
export async function endSession(db: Db, token: string): Promise<void> {
  await sql`delete from sessions where token_hash = ${hashToken(token)}`.execute(db);
}

/** Forgets sessions that have ended by themselves. @returns how many */
export async function sweepSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from sessions where expires_at <= now()`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
