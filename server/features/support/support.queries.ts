import { sql } from 'kysely';
import type {
  Conversation,
  ListedTicket,
  OrderMessage,
  Ticket,
  TicketState,
  TicketTopic,
} from '#contract/support.ts';
import type { Db } from '#server/core/database/pool.ts';

/** A list shows one line of them. */
const EXCERPT_CHARACTERS = 200;

/** How the first message of `tickets t` begins. */
export const EXCERPT = sql`(select left(text, ${sql.lit(EXCERPT_CHARACTERS)}) from ticket_messages
  where ticket_id = t.id order by created_at, id limit 1)`;

/** Whose ticket it is: a member's, or a visitor's with an address. */
export interface TicketOwner {
  memberId: string | null;
  address: string | null;
}

type TicketRow = Omit<Ticket, 'createdAt' | 'updatedAt'> & { createdAt: Date; updatedAt: Date };

const toTicket = ({ createdAt, updatedAt, ...ticket }: TicketRow): Ticket => ({
  ...ticket,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export interface NewTicket extends TicketOwner {
  id: string;
  topic: TicketTopic;
  state: TicketState;
  isPriority: boolean;
  promptId: string | null;
  orderId: string | null;
}

/** A prompt that does not exist, and an order that is not the member's own, are left out. */
export async function insertTicket(transaction: Db, ticket: NewTicket): Promise<void> {
  const { id, memberId, address, topic, state, isPriority, promptId, orderId } = ticket;
  await sql`
    insert into tickets (id, user_id, address, topic, state, is_priority, prompt_id, order_id)
    values (${id}, ${memberId}, ${address}, ${topic}, ${state}, ${isPriority},
      (select p.id from prompts p where p.id = ${promptId}),
      (select o.id from orders o where o.id = ${orderId} and o.user_id = ${memberId}))`.execute(transaction);
}

export async function insertMessage(
  transaction: Db,
  { id, ticketId, isFromStaff, text }: { id: string; ticketId: string; isFromStaff: boolean; text: string },
): Promise<void> {
  await sql`insert into ticket_messages (id, ticket_id, is_from_staff, text)
    values (${id}, ${ticketId}, ${isFromStaff}, ${text})`.execute(transaction);
}

/** @returns whether it was in one of the states */
export async function setTicketState(
  transaction: Db,
  id: string,
  { from, to }: { from: readonly TicketState[]; to: TicketState },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update tickets set state = ${to}, updated_at = clock_timestamp()
    where id = ${id} and state = any(${from})`.execute(transaction);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function findOwner(db: Db, id: string): Promise<TicketOwner | undefined> {
  const { rows } = await sql<TicketOwner>`
    select user_id as "memberId", address from tickets where id = ${id}`.execute(db);
  return rows[0];
}

/** Newest first, at most a hundred. */
export async function findTickets(db: Db, memberId: string): Promise<ListedTicket[]> {
  const { rows } = await sql<TicketRow & Pick<ListedTicket, 'excerpt'>>`
    select id, topic, state, created_at as "createdAt", updated_at as "updatedAt", ${EXCERPT} as excerpt
    from tickets t where user_id = ${memberId} order by created_at desc, id limit 100`.execute(db);
  return rows.map(({ excerpt, ...ticket }) => ({ ...toTicket(ticket), excerpt }));
}

export async function findConversation(db: Db, id: string): Promise<Conversation | undefined> {
  const { rows } = await sql<TicketRow & Pick<Conversation, 'promptId' | 'orderId'>>`
    select id, topic, state, created_at as "createdAt", updated_at as "updatedAt", prompt_id as "promptId",
      order_id as "orderId" from tickets where id = ${id}`.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { promptId, orderId, ...ticket } = row;
  return { ...toTicket(ticket), promptId, orderId, messages: await findMessages(db, id) };
}

async function findMessages(db: Db, ticketId: string): Promise<Conversation['messages']> {
  const { rows } = await sql<{ id: string; isFromStaff: boolean; text: string; createdAt: Date }>`
    select id, is_from_staff as "isFromStaff", text, created_at as "createdAt" from ticket_messages
    where ticket_id = ${ticketId} order by created_at, id`.execute(db);
  return rows.map(({ createdAt, ...message }) => ({ ...message, createdAt: createdAt.toISOString() }));
}

/** Of all the member's own tickets about it, the newest hundred, oldest first. */
export async function findMessagesAboutOrder(
  db: Db,
  memberId: string,
  orderId: string,
): Promise<OrderMessage[]> {
  const { rows } = await sql<Omit<OrderMessage, 'createdAt'> & { createdAt: Date }>`
    select m.id, m.ticket_id as "ticketId", m.is_from_staff as "isFromStaff", m.text, m.created_at as "createdAt"
    from tickets t join ticket_messages m on m.ticket_id = t.id
    where t.order_id = ${orderId} and t.user_id = ${memberId} order by m.created_at desc, m.id desc limit 100`.execute(
    db,
  );
  return rows
    .map(({ createdAt, ...message }) => ({ ...message, createdAt: createdAt.toISOString() }))
    .reverse();
}

/** Waiting for confirmation at this address: how often somebody, perhaps somebody else, has used it. */
export async function countUnconfirmed(db: Db, address: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from tickets
    where address = ${address} and state = 'unconfirmed'`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Days that an unconfirmed ticket waits for its link to be followed. */
const UNCONFIRMED_DAYS = 7;

/** Days that a closed one is kept. */
const CLOSED_DAYS = 365;

/** Days without a message after which an answered one is closed. */
const ANSWERED_DAYS = 30;

export async function sweepTickets(db: Db): Promise<void> {
  const older = (days: number) => sql`now() - make_interval(days => ${sql.lit(days)})`;
  await sql`delete from tickets
    where state = 'unconfirmed' and updated_at < ${older(UNCONFIRMED_DAYS)}`.execute(db);
  await sql`update tickets set state = 'closed', updated_at = now()
    where state = 'answered' and updated_at < ${older(ANSWERED_DAYS)}`.execute(db);
  await sql`delete from tickets where state = 'closed' and updated_at < ${older(CLOSED_DAYS)}`.execute(db);
}
