import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** Keeps our keys apart from those of anybody else who locks by number in this database. */
const LOCK_CLASS = 7_163_004;

/** Locks a member's payments for this connection, as long as it lives. @returns false while somebody else has it */
export async function tryLockMember(connection: Db, memberId: string): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_lock(${LOCK_CLASS}, hashtext(${memberId})) as is_locked`.execute(connection);
  return rows[0]?.is_locked ?? false;
}

export async function unlockMember(connection: Db, memberId: string): Promise<void> {
  await sql`select pg_advisory_unlock(${LOCK_CLASS}, hashtext(${memberId}))`.execute(connection);
}
