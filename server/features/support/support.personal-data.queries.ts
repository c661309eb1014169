import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

/** For the archive of a member's data. They go with the account. */
export async function exportTickets(db: Db, memberId: string) {
  const { rows } = await sql<{
    id: string;
    topic: string;
    state: string;
    promptId: string | null;
    orderId: string | null;
    createdAt: Date;
    messages: object[];
  }>`
    select t.id, t.topic, t.state, t.prompt_id as "promptId", t.order_id as "orderId", t.created_at as "createdAt",
      (select coalesce(json_agg(json_build_object('at', m.created_at, 'isFromStaff', m.is_from_staff, 'text', m.text)
        order by m.created_at, m.id), '[]') from ticket_messages m where m.ticket_id = t.id) as messages
    from tickets t where t.user_id = ${memberId} order by t.created_at, t.id`.execute(db);
  return rows;
}
