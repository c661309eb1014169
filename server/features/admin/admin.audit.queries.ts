import { type RawBuilder, sql } from 'kysely';
import type { AuditEntry, AuditFilters } from '#contract/audit.ts';
import type { Db } from '#server/core/database/pool.ts';

/** Lines of the audit log that meet all filters, newest first. @param page after the line with this id */
export async function findAuditLines(
  db: Db,
  filters: AuditFilters,
  page: { after: { id: string } | undefined; count: number },
): Promise<AuditEntry[]> {
  const { rows } = await sql<Omit<AuditEntry, 'at' | 'actor' | 'subject'> & AuditRow>`
    select l.id::text, l.at, l.actor_id as "actorId", u.email as "actorName", l.actor_role as "actorRole", l.act,
      l.subject_kind as "subjectKind", l.subject_id as "subjectId",
      coalesce(m.email, p.title, nullif(o.goal, '')) as "subjectName", l.before, l.after, l.reason, l.network
    from audit_log l left join users u on u.id = l.actor_id
    left join users m on l.subject_kind = 'member' and m.id = l.subject_id
    left join prompts p on l.subject_kind = 'prompt' and p.id = l.subject_id
    left join orders o on l.subject_kind = 'order' and o.id = l.subject_id
    where ${sql.join(conditions(filters, page.after), sql` and `)}
    order by l.id desc limit ${page.count}`.execute(db);
  return rows.map(({ at, actorId, actorName, subjectKind, subjectId, subjectName, ...line }) => ({
    ...line,
    at: at.toISOString(),
    actor: actorId === null ? null : { id: actorId, name: actorName },
    subject: { kind: subjectKind, id: subjectId, name: subjectName },
  }));
}

/** Who of us gave the money of an order back, and why. */
export async function findOrderRefund(
  db: Db,
  orderId: string,
): Promise<{ by: string | null; reason: string | null } | undefined> {
  const { rows } = await sql<{ by: string | null; reason: string | null }>`
    select u.email as by, l.reason from audit_log l left join users u on u.id = l.actor_id
    where l.subject_kind = 'order' and l.subject_id = ${orderId} and l.act = 'refund order'
    order by l.id desc limit 1`.execute(db);
  return rows[0];
}

const patternOf = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether a name or address of this member has the text in it. */
function isNamed(table: 'u' | 'm', text: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  const name = sql`coalesce(${column('own_name')}, concat_ws(' ', ${column('first_name')}, ${column('last_name')}))`;
  return sql`(${column('email')} ilike ${patternOf(text)} or ${name} ilike ${patternOf(text)})`;
}

interface AuditRow {
  at: Date;
  actorId: string | null;
  actorName: string | null;
  subjectKind: string;
  subjectId: string;
  subjectName: string | null;
}

function conditions(
  { actor, act, subject, target, from, to }: AuditFilters,
  after: { id: string } | undefined,
): RawBuilder<unknown>[] {
  const who = actor?.trim();
  const whom = target?.trim();
  return [
    sql`true`,
    ...(after ? [sql`l.id < ${after.id}::bigint`] : []),
    ...(who === 'command' ? [sql`l.actor_role = 'command'`] : []),
    ...(who && who !== 'command' ? [sql`(l.actor_id = ${who} or ${isNamed('u', who)})`] : []),
    ...(act ? [sql`l.act = ${act}`] : []),
    ...(subject ? [sql`l.subject_kind = ${subject}`] : []),
    ...(whom
      ? [
          sql`(l.subject_id = ${whom} or ${isNamed('m', whom)} or p.title ilike ${patternOf(whom)}
            or o.goal ilike ${patternOf(whom)})`,
        ]
      : []),
    ...(from ? [sql`l.at >= ${from}::date::timestamp at time zone 'UTC'`] : []),
    ...(to ? [sql`l.at < (${to}::date + 1)::timestamp at time zone 'UTC'`] : []),
  ];
}
