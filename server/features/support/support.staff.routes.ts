import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { problemSchema } from '#contract/errors.ts';
import { idSchema } from '#contract/field-schemas.ts';
import {
  addTicketNote,
  answerTicket,
  closeTicket,
  getAnyTicket,
  listAllTickets,
  type StaffConversation,
} from '#contract/support-staff.ts';
import { actorOf, auditedTransaction, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { requirePage } from '#server/core/http/routing/cursor.ts';
import { addRoute, type Member } from '#server/core/http/routing/routes.ts';
import { countTickets, findForStaff, findTicketsByState, lockTicket } from './support.staff.queries.ts';
import { markClosed, saveNote, sendAnswer } from './support.staff.ts';

const PAGE = 50;

/** Answering tickets, for staff. Every act is in the audit log. */
export function supportStaffRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const tag = 'staff';
  const otherResponses = {
    409: { description: 'Somebody has written since.', schema: problemSchema },
  };

  addRoute(app, listAllTickets, { tag }, async ({ query: { state = 'open', topic, limit, cursor } }) => {
    const filters = { state, topic };
    const position = z.object({ id: idSchema, isPriority: z.boolean(), updatedAt: z.iso.datetime() });
    const page = requirePage(
      { name: ['tickets', state, topic ?? ''], position, limit: PAGE },
      { limit, cursor },
    );
    const [rows, { total }] = await Promise.all([
      findTicketsByState(db, filters, page),
      countTickets(db, filters),
    ]);
    const { shown, nextCursor } = page.split(rows);
    return { tickets: shown, total, nextCursor };
  });

  addRoute(app, getAnyTicket, { tag }, ({ params }) => requireForStaff(db, params.ticketId));

  /** One act on one ticket. @returns the ticket as it is then */
  async function act(
    { viewer, request, params }: { viewer: Member; request: FastifyRequest; params: { ticketId: string } },
    work: (transaction: StaffTransaction, ticket: StaffConversation) => Promise<void>,
  ): Promise<StaffConversation> {
    const { ticketId } = params;
    const actor = actorOf({ viewer, ip: request.ip, log: request.log });
    await auditedTransaction(db, actor, async (transaction) => {
      await lockTicket(transaction, ticketId);
      await work(transaction, await requireForStaff(transaction, ticketId));
    });
    return await requireForStaff(db, ticketId);
  }

  addRoute(app, answerTicket, { tag, otherResponses }, (call) =>
    act(call, (transaction, ticket) => sendAnswer(transaction, ticket, call.body)),
  );
  addRoute(app, addTicketNote, { tag }, (call) =>
    act(call, (transaction, ticket) =>
      saveNote(transaction, ticket, { authorId: call.viewer.memberId, text: call.body.text }),
    ),
  );
  addRoute(app, closeTicket, { tag, otherResponses }, (call) =>
    act(call, (transaction, ticket) => markClosed(transaction, ticket, call.body.lastMessageId)),
  );
}

/** @throws HttpProblem 404 for one that is not confirmed, too */
async function requireForStaff(db: Db, ticketId: string): Promise<StaffConversation> {
  const ticket = await findForStaff(db, ticketId);
  if (ticket === undefined) throw notFound('Ticket');
  return ticket;
}
