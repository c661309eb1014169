import { createHash, randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Role } from '#contract/roles.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from '../database/pool.ts';
import { type TokenCookie, tokenCookie } from './session-cookie.ts';

/** A session ends this long after its last use. Days. */
const SESSION_DAYS = 30;

const SESSION_SECONDS = SESSION_DAYS * 24 * 60 * 60;

/** And this long after it began, used or not: a stolen cookie must not live for ever. Days. */
const MAX_SESSION_DAYS = 90;

/** A session of staff ends this long after it began, whatever was done with it: it opens more than a member's. Hours. */
const STAFF_SESSION_HOURS = 12;

/** The end of a session that began at `start`, when it is used now and then kept for this many days. */
const endAfter = (days: number, start: RawBuilder<unknown>) =>
  sql`least(now() + make_interval(days => ${sql.lit(days)}), ${start} + make_interval(days => ${sql.lit(MAX_SESSION_DAYS)}))`;

/** What a session says about its member. */
export interface FoundSession {
  /** For the member's list of sessions; opens nothing. */
  sessionId: string;
  memberId: string;
  tier: Tier;
  /** A paid plan, a running trial, or a tier granted by staff. */
  hasPaidPlan: boolean;
  role: Role;
  /** Staff have suspended the member: the session opens nothing. */
  isSuspended: boolean;
  /** Since the sign-in that began it. */
  ageSeconds: number;
  /** Since the provider last saw the person prove who they are; null where it was not asked. */
  provenSeconds: number | null;
  /** It was extended just now: the browser's cookie has to be extended too. */
  isExtended: boolean;
}

/** A new token: 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. It has 256 bits, so one round of SHA-256 cannot be reversed by guessing. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Not Secure only over plain HTTP in development: a browser sends a Secure cookie over TLS alone. */
export function sessionCookie({ publicUrl, mode }: { publicUrl: string; mode: string }): TokenCookie {
  return tokenCookie('session', areCookiesSecure({ publicUrl, mode }));
}

/** In production always: its cookies must not be readable on the network. */
export function areCookiesSecure({ publicUrl, mode }: { publicUrl: string; mode: string }): boolean {
  return mode === 'production' || publicUrl.startsWith('https:');
}

/** Set-Cookie for a session that begins or is extended. */
export const sessionCookieHeader = (cookie: TokenCookie, token: string): string =>
  cookie.write(token, SESSION_SECONDS);

/** Whether a session still opens something. @param session the alias of its row @param role the column of its member's */
export const isLiveSession = (session: string, role: string) => {
  const column = (name: string) => sql.ref(`${session}.${name}`);
  return sql<boolean>`(${column('expires_at')} > now() and (${sql.ref(role)} = 'member'
    or ${column('created_at')} > now() - make_interval(hours => ${sql.lit(STAFF_SESSION_HOURS)})))`;
};

const TODAY = sql`(now() at time zone 'UTC')::date`;

/** Remembers that a member was here today, once a day. */
async function touchMember(db: Db, memberId: string): Promise<void> {
  await sql`
    with touched as (update users set last_active_on = ${TODAY}
      where id = ${memberId} and last_active_on is distinct from ${TODAY} returning 1)
    insert into daily_figures (day, active_members) select ${TODAY}, 1 from touched
    on conflict (day) do update set active_members = daily_figures.active_members + 1`.execute(db);
}

/**
 * The active session of a token, and what its member may read now: one indexed query, so that a plan that ends or
 * begins is seen by the next request on every node. Extended by its first use of a day: a write for every request would
 * cost more than the request.
 */
export async function findSession(db: Db, token: string): Promise<FoundSession | undefined> {
  const hash = hashToken(token);
  const { rows } = await sql<{
    session_id: string;
    member_id: string;
    tier: Tier;
    has_paid_plan: boolean;
    role: Role;
    is_suspended: boolean;
    age_seconds: number;
    proven_seconds: number | null;
    is_due: boolean;
  }>`
    select s.id as session_id, p.user_id as member_id, p.tier, p.has_paid_plan, p.role, p.is_suspended,
      extract(epoch from now() - s.created_at)::float8 as age_seconds,
      extract(epoch from now() - s.proven_at)::float8 as proven_seconds,
      (s.used_at at time zone 'UTC')::date < ${TODAY}
        or s.expires_at < ${endAfter(SESSION_DAYS - 1, sql`s.created_at`)} as is_due
    from sessions s join member_plans p on p.user_id = s.user_id
    where s.token_hash = ${hash} and ${isLiveSession('s', 'p.role')}`.execute(db);
  const row = rows[0];
  if (row === undefined) return undefined;
  if (row.is_due) {
    await sql`update sessions set expires_at = ${endAfter(SESSION_DAYS, sql`created_at`)}, used_at = now()
      where token_hash = ${hash} and expires_at > now()`.execute(db);
    await touchMember(db, row.member_id);
  }
  return {
    sessionId: row.session_id,
    memberId: row.member_id,
    tier: row.tier,
    hasPaidPlan: row.has_paid_plan,
    role: row.role,
    isSuspended: row.is_suspended,
    ageSeconds: row.age_seconds,
    provenSeconds: row.proven_seconds,
    isExtended: row.is_due,
  };
}

/**
 * Begins a session.
 * @param signIn.device browser and system, for the member's list of sessions
 * @param signIn.provenAt when the provider last saw the person prove who they are
 * @returns its token, which is not stored
 */
export async function startSession(
  db: Db,
  memberId: string,
  { device = null, provenAt = null }: { device?: string | null; provenAt?: Date | null } = {},
): Promise<string> {
  const token = newToken();
  await sql`insert into sessions (token_hash, user_id, device, proven_at, expires_at)
    values (${hashToken(token)}, ${memberId}, ${device}, ${provenAt}, ${endAfter(SESSION_DAYS, sql`now()`)})`.execute(
    db,
  );
  await touchMember(db, memberId);
  return token;
}

/** Ends a session on every node. May be repeated. */
export async function endSession(db: Db, token: string): Promise<void> {
  await sql`delete from sessions where token_hash = ${hashToken(token)}`.execute(db);
}

/** Ends all sessions of a member on every node. @returns how many */
export async function endSessionsOfMember(db: Db, memberId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from sessions where user_id = ${memberId}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** Deletes expired sessions. @returns how many */
export async function sweepSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from sessions where expires_at <= now()`.execute(db);
  return Number(numAffectedRows ?? 0n);
}
