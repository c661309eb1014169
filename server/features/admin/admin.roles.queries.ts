import { sql } from 'kysely';
import type { Role, StaffRole } from '#contract/roles.ts';
import { markUnchanged, recordAct, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';

export interface StaffMember {
  id: string;
  email: string;
  role: StaffRole;
}

export async function findStaff(db: Db): Promise<StaffMember[]> {
  const { rows } = await sql<StaffMember>`
    select id, email, role from users where role <> 'member' order by role, email, id`.execute(db);
  return rows;
}

/** Who has this address now; several, when it changed hands at the sign-in provider. */
export async function findByEmail(db: Db, email: string): Promise<{ id: string; role: Role }[]> {
  const { rows } = await sql<{ id: string; role: Role }>`
    select id, role from users where lower(email) = lower(${email}) order by id`.execute(db);
  return rows;
}

/** Gives a member another role, for the next request on. @returns the one before; undefined when there is no such member */
export async function setRole(
  transaction: StaffTransaction,
  memberId: string,
  role: Role,
  reason?: string,
): Promise<Role | undefined> {
  const { rows } = await sql<{ role: Role }>`
    select role from users where id = ${memberId} for update`.execute(transaction);
  const before = rows[0]?.role;
  if (before === undefined) return undefined;
  if (before === role) {
    markUnchanged(transaction);
    return before;
  }
  await sql`update users set role = ${role}, updated_at = now() where id = ${memberId}`.execute(transaction);
  await recordAct(transaction, {
    act: role === 'member' ? 'revoke role' : 'grant role',
    subject: { kind: 'member', id: memberId },
    before: { role: before },
    after: { role },
    reason,
  });
  return before;
}
