import { sql } from 'kysely';
import type { Db } from '../database/pool.ts';
import type { Act, Actor } from './acts.ts';

/** One line, for good. Call `recordAct` instead, which knows who acts. */
export async function addAuditEntry(transaction: Db, actor: Actor, act: Act): Promise<void> {
  const { memberId, role, network } =
    actor.role === 'command' ? { ...actor, memberId: null, network: null } : actor;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  await sql`
    insert into audit_log (actor_id, actor_role, act, subject_kind, subject_id, before, after, reason, network)
    values (${memberId}, ${role}, ${act.act}, ${act.subject.kind}, ${act.subject.id}, ${json(act.before)}::jsonb,
      ${json(act.after)}::jsonb, ${act.reason ?? null}, ${network})`.execute(transaction);
}

/** Whether the same was done to the same, by anybody. */
export async function hasAuditEntry(transaction: Db, { act, subject, after }: Act): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log where subject_kind = ${subject.kind} and subject_id = ${subject.id} and act = ${act}
      and after = ${JSON.stringify(after ?? {})}::jsonb limit 1`.execute(transaction);
  return rows.length > 0;
}
