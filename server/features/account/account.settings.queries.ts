import { sql } from 'kysely';
import type { Account, Session } from '#contract/account-settings.ts';
import type { Db } from '#server/core/database/pool.ts';
import { allowedProfileImage } from '#server/core/http/security/profile-images.ts';
import { isLiveSession } from '#server/core/sessions/sessions.ts';

export async function findAccount(db: Db, memberId: string): Promise<Account | undefined> {
  const { rows } = await sql<{
    email: string;
    firstName: string | null;
    lastName: string | null;
    ownName: string | null;
    openInUrl: string | null;
    profileImageUrl: string | null;
    createdAt: Date;
  }>`
    select email, first_name as "firstName", last_name as "lastName", own_name as "ownName",
      open_in_url as "openInUrl", profile_image_url as "profileImageUrl", created_at as "createdAt"
    from users where id = ${memberId}`.execute(db);
  const [row] = rows;
  return (
    row && {
      email: row.email,
      googleName: [row.firstName, row.lastName].filter((part) => part !== null).join(' '),
      ownName: row.ownName,
      openInUrl: row.openInUrl,
      profileImageUrl: allowedProfileImage(row.profileImageUrl),
      memberSince: row.createdAt.toISOString(),
    }
  );
}

/** For the archive of a member's data: who Google says it is, and what staff did to the account. */
export async function exportIdentityAndStaffChanges(db: Db, memberId: string) {
  const { rows } = await sql<{
    issuer: string;
    googleId: string;
    role: string;
    tier: string;
    tierUntil: Date | null;
    suspendedAt: Date | null;
    suspensionReason: string | null;
  }>`
    select issuer, subject as "googleId", role, tier, tier_until as "tierUntil", suspended_at as "suspendedAt",
      suspension_reason as "suspensionReason" from users where id = ${memberId}`.execute(db);
  return rows[0];
}

export async function setName(db: Db, memberId: string, name: string | null): Promise<void> {
  await sql`update users set own_name = ${name}, updated_at = now() where id = ${memberId}`.execute(db);
}

export async function setOpenInAddress(db: Db, memberId: string, url: string | null): Promise<void> {
  await sql`update users set open_in_url = ${url}, updated_at = now() where id = ${memberId}`.execute(db);
}

/** @param current the session that asks */
export async function findSessions(db: Db, memberId: string, current: string): Promise<Session[]> {
  const { rows } = await sql<{
    id: string;
    device: string | null;
    startedAt: Date;
    usedAt: Date;
    isCurrent: boolean;
  }>`
    select s.id, s.device, s.created_at as "startedAt", s.used_at as "usedAt", s.id = ${current} as "isCurrent"
    from sessions s join users u on u.id = s.user_id where u.id = ${memberId} and ${isLiveSession('s', 'u.role')}
    order by "isCurrent" desc, s.used_at desc, s.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    usedAt: row.usedAt.toISOString(),
  }));
}

/** @returns how many: 0 for one that has ended, or another member's */
export async function endSessionById(db: Db, memberId: string, id: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where user_id = ${memberId} and id = ${id}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** All but the one that asks. @returns how many */
export async function endSessionsExcept(db: Db, memberId: string, current: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sessions where user_id = ${memberId} and id <> ${current}`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** For the archive of a member's data: the day of the last visit. */
export async function readLastActiveDay(db: Db, memberId: string): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select to_char(last_active_on, 'YYYY-MM-DD') as day from users where id = ${memberId}`.execute(db);
  return rows[0]?.day ?? null;
}

/** For the archive of a member's data. */
export async function readSessions(db: Db, memberId: string) {
  const { rows } = await sql<{
    device: string | null;
    startedAt: Date;
    usedAt: Date;
    provenAt: Date | null;
    endsAt: Date;
  }>`
    select s.device, s.created_at as "startedAt", s.used_at as "usedAt", s.proven_at as "provenAt",
      s.expires_at as "endsAt"
    from sessions s join users u on u.id = s.user_id where u.id = ${memberId} and ${isLiveSession('s', 'u.role')}
    order by s.created_at, s.id`.execute(db);
  return rows;
}

/** What is left of the account goes with it: sessions, recents, reports, grants, subscription. */
export async function removeAccount(transaction: Db, memberId: string): Promise<void> {
  await sql`delete from users where id = ${memberId}`.execute(transaction);
}
