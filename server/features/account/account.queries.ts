import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { User } from '#contract/account.ts';
import type { Role } from '#contract/roles.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { allowedProfileImage } from '#server/core/http/security/profile-images.ts';
import { makeId } from '#server/core/ids.ts';
import { hashToken } from '#server/core/sessions/sessions.ts';
import type { Profile, SignIn } from './account.google.ts';

/** A sign-in that takes longer has to be started again. Minutes. */
export const ATTEMPT_MINUTES = 10;

/** A sign-in in progress: what its callback needs, and in which browser. */
export interface SignInAttempt extends SignIn {
  browserToken: string;
  returnUrl: string;
}

export async function addAttempt(db: Db, attempt: SignInAttempt): Promise<void> {
  const { state, browserToken, nonce, codeVerifier, returnUrl, isReauthentication } = attempt;
  await sql`
    insert into sign_in_attempts (state_hash, browser_hash, nonce, code_verifier, return_url, is_proof, expires_at)
    values (${hashToken(state)}, ${hashToken(browserToken)}, ${nonce}, ${codeVerifier}, ${returnUrl},
      ${isReauthentication}, now() + make_interval(mins => ${sql.lit(ATTEMPT_MINUTES)}))`.execute(db);
}

/** Removes and returns the attempt of this browser and state: a second callback finds none. */
export async function takeAttempt(
  db: Db,
  { state, browserToken }: { state: string; browserToken: string },
): Promise<SignInAttempt | undefined> {
  const { rows } = await sql<{
    nonce: string;
    code_verifier: string;
    return_url: string;
    is_proof: boolean;
    is_alive: boolean;
  }>`
    delete from sign_in_attempts
    where state_hash = ${hashToken(state)} and browser_hash = ${hashToken(browserToken)}
    returning nonce, code_verifier, return_url, is_proof, expires_at > now() as is_alive`.execute(db);
  const row = rows[0];
  if (!row?.is_alive) return undefined;
  const { nonce, code_verifier: codeVerifier, return_url: returnUrl, is_proof: isReauthentication } = row;
  return { state, browserToken, nonce, codeVerifier, returnUrl, isReauthentication };
}

/** Deletes expired attempts. @returns how many */
export async function sweepAttempts(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from sign_in_attempts where expires_at <= now()`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/**
 * Updates the member with this issuer and subject, or creates one. Never looked up by e-mail: addresses change hands.
 * @returns the member's id, and whether this is the first sign-in
 */
export async function upsertMember(db: Db, profile: Profile): Promise<{ memberId: string; isNew: boolean }> {
  const { issuer, subject, email, firstName, lastName, profileImageUrl } = profile;
  const { rows } = await sql<{ memberId: string; isNew: boolean }>`
    insert into users (id, issuer, subject, email, first_name, last_name, profile_image_url)
    values (${makeId(randomBytes(32).toString('hex'))}, ${issuer}, ${subject}, ${email}, ${firstName}, ${lastName},
      ${profileImageUrl})
    on conflict (issuer, subject) do update set
      email = excluded.email, first_name = excluded.first_name, last_name = excluded.last_name,
      profile_image_url = excluded.profile_image_url, updated_at = now()
    returning id as "memberId", xmax = 0 as "isNew"`.execute(db);
  const [member] = rows;
  if (member === undefined) throw new Error('An upsert returned no row.');
  return member;
}

/** A member's own name replaces both of the provider's. */
const DISPLAY_NAME = sql`coalesce(u.own_name, u.first_name) as first_name,
  case when u.own_name is null then u.last_name end as last_name`;

export async function isSuspended(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} and suspended_at is not null`.execute(db);
  return rows.length > 0;
}

export async function findMember(db: Db, id: string): Promise<User | undefined> {
  const { rows } = await sql<{
    email: string;
    tier: Tier;
    role: Role;
    first_name: string | null;
    last_name: string | null;
    profile_image_url: string | null;
  }>`select u.email, p.tier, p.role, ${DISPLAY_NAME}, u.profile_image_url
    from users u join member_plans p on p.user_id = u.id where u.id = ${id}`.execute(db);
  const row = rows[0];
  return (
    row && {
      id,
      subscriptionTier: row.tier,
      role: row.role,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      profileImageUrl: allowedProfileImage(row.profile_image_url),
    }
  );
}

export async function findEmail(db: Db, memberId: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`select email from users where id = ${memberId}`.execute(db);
  return rows[0]?.email;
}
