import { sql } from 'kysely';
import type { TicketTopic } from '#contract/support.ts';
import type { STAFF_TICKET_STATES, StaffConversation, TicketRow } from '#contract/support-staff.ts';
import type { Tier } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { EXCERPT, findConversation } from './support.queries.ts';

/** More than anybody reads in one go. */
const MAX_SHOWN = 200;

export async function findTicketsByState(
  db: Db,
  state: (typeof STAFF_TICKET_STATES)[number],
  topic: TicketTopic | undefined,
): Promise<TicketRow[]> {
  const isWanted = topic === undefined ? sql`true` : sql`topic = ${topic}`;
  // What waits for us: the longest first. What does not: the newest.
  const order = state === 'open' ? sql`is_priority desc, updated_at, id` : sql`updated_at desc, id`;
  const { rows } = await sql<
    Omit<TicketRow, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date }
  >`
    select id, topic, state, is_priority as "isPriority", user_id is null as "isVisitor",
      created_at as "createdAt", updated_at as "updatedAt", ${EXCERPT} as excerpt
    from tickets t where state = ${state} and ${isWanted} order by ${order} limit ${sql.lit(MAX_SHOWN)}`.execute(
    db,
  );
  return rows.map(({ createdAt, updatedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }));
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
