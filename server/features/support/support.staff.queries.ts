import { sql } from 'kysely';
import type { TicketTopic } from '#contract/support.ts';
import type { STAFF_TICKET_STATES, StaffConversation, TicketRow } from '#contract/support-staff.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { EXCERPT, findConversation } from './support.queries.ts';

interface TicketFilters {
  state: (typeof STAFF_TICKET_STATES)[number];
  topic: TicketTopic | undefined;
}

/** Where a ticket stands in the list of its state. */
export interface TicketPosition {
  id: string;
  isPriority: boolean;
  updatedAt: string;
}

const isoColumn = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const meets = ({ state, topic }: TicketFilters) =>
  sql`t.state = ${state} and ${topic === undefined ? sql`true` : sql`t.topic = ${topic}`}`;

/** What waits for us: priority first, then the longest. What does not: the newest. */
export async function findTicketsByState(
  db: Db,
  filters: TicketFilters,
  { after, count }: { after: TicketPosition | undefined; count: number },
): Promise<TicketRow[]> {
  const isWaiting = filters.state === 'open';
  const order = isWaiting ? sql`not t.is_priority, t.updated_at, t.id` : sql`t.updated_at desc, t.id desc`;
  const isAfter = (position: TicketPosition) =>
    isWaiting
      ? sql`(not t.is_priority, t.updated_at, t.id)
          > (${!position.isPriority}::boolean, ${position.updatedAt}::timestamptz, ${position.id})`
      : sql`(t.updated_at, t.id) < (${position.updatedAt}::timestamptz, ${position.id})`;
  const { rows } = await sql<TicketRow>`
    select t.id, t.topic, t.state, t.is_priority as "isPriority", t.user_id is null as "isVisitor",
      coalesce(u.own_name, nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email, t.address) as name,
      ${isoColumn('t.created_at')} as "createdAt", ${isoColumn('t.updated_at')} as "updatedAt", ${EXCERPT} as excerpt
    from tickets t left join users u on u.id = t.user_id
    where ${meets(filters)} and ${after ? isAfter(after) : sql`true`}
    order by ${order} limit ${count}`.execute(db);
  return rows;
}

/** All that meet the filters. */
export async function countTickets(
  db: Db,
  filters: TicketFilters,
): Promise<{ total: number; priority: number }> {
  const { rows } = await sql<{ total: number; priority: number }>`
    select count(*)::integer as total, (count(*) filter (where is_priority))::integer as priority
    from tickets t where ${meets(filters)}`.execute(db);
  return rows[0] ?? { total: 0, priority: 0 };
}

/** One after another: what is read then is what is answered, and what the log says was before, was. */
export async function lockTicket(transaction: Db, id: string): Promise<void> {
  await sql`select from tickets where id = ${id} for update`.execute(transaction);
}

/** @returns undefined for an unconfirmed one, too */
export async function findForStaff(db: Db, id: string): Promise<StaffConversation | undefined> {
  const { rows } = await sql<{
    isPriority: boolean;
    memberId: string | null;
    name: string;
    email: string;
    tier: Tier | null;
  }>`
    select t.is_priority as "isPriority", t.user_id as "memberId", coalesce(u.email, t.address) as email, p.tier,
      coalesce(u.own_name, concat_ws(' ', u.first_name, u.last_name)) as name
    from tickets t left join users u on u.id = t.user_id left join member_plans p on p.user_id = t.user_id
    where t.id = ${id} and t.state <> 'unconfirmed'`.execute(db);
  const [row] = rows;
  const conversation = row && (await findConversation(db, id));
  if (row === undefined || conversation === undefined) return undefined;
  const { isPriority, name, ...asker } = row;
  return {
    ...conversation,
    isPriority,
    asker: { ...asker, name: name || null },
    notes: await findNotes(db, id),
  };
}

async function findNotes(db: Db, ticketId: string): Promise<StaffConversation['notes']> {
  const { rows } = await sql<{ id: string; author: string | null; text: string; createdAt: Date }>`
    select n.id, coalesce(u.own_name, u.first_name) as author, n.text, n.created_at as "createdAt"
    from ticket_notes n left join users u on u.id = n.author_id
    where n.ticket_id = ${ticketId} order by n.created_at, n.id`.execute(db);
  return rows.map(({ createdAt, ...note }) => ({ ...note, createdAt: createdAt.toISOString() }));
}

export async function insertNote(
  transaction: Db,
  { id, ticketId, authorId, text }: { id: string; ticketId: string; authorId: string; text: string },
): Promise<void> {
  await sql`insert into ticket_notes (id, ticket_id, author_id, text)
    values (${id}, ${ticketId}, ${authorId}, ${text})`.execute(transaction);
}
