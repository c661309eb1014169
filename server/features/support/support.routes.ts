import type { FastifyInstance } from 'fastify';
import {
  addReply,
  addTicket,
  confirmTicket,
  getTicket,
  listOrderMessages,
  listTickets,
} from '#contract/support.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { LinkSigner } from '#server/core/signed-links.ts';
import { findOrder } from '../orders/orders.public.ts';
import { requireTicket } from './support.access.ts';
import {
  findConversation,
  findMessagesAboutOrder,
  findTickets,
  setTicketState,
  sweepTickets,
} from './support.queries.ts';
import { createTicket, replyToTicket } from './support.tickets.ts';

interface Dependencies {
  db: Db;
  limits: ActionLimits;
}

/** Messages a minute and address: a person writes one, and offices share an address. */
const PER_MINUTE = 10;

const SWEEP_INTERVAL = 3_600_000;

/** What people ask the team, for whoever asks. */
export function supportRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
  const tag = 'support';
  const signer = new LinkSigner(db);
  const write = { tag, ...limits.of('ticket'), rateLimit: limits.isOn ? PER_MINUTE : 0 };
  const readConversation = async (id: string) => {
    const conversation = await findConversation(db, id);
    if (conversation === undefined) throw notFound('Ticket');
    return conversation;
  };

  addRoute(app, addTicket, write, async ({ viewer, body }) => ({
    ticketId: await createTicket(db, viewer, body),
  }));

  addRoute(app, listTickets, { tag }, ({ viewer }) => findTickets(db, viewer.memberId));

  addRoute(app, listOrderMessages, { tag }, async ({ viewer, params }) => {
    if (!(await findOrder(db, viewer.memberId, params.id))) throw notFound('Order');
    return await findMessagesAboutOrder(db, viewer.memberId, params.id);
  });

  addRoute(app, getTicket, { tag }, async ({ viewer, params: { ticketId }, query: { key } }) => {
    await requireTicket({ db, signer }, { ticketId, key, viewer });
    return await readConversation(ticketId);
  });

  addRoute(app, confirmTicket, { tag }, async ({ viewer, params: { ticketId }, query: { key } }) => {
    await requireTicket({ db, signer }, { ticketId, key, viewer });
    await setTicketState(db, ticketId, { from: ['unconfirmed'], to: 'open' });
    return await readConversation(ticketId);
  });

  addRoute(app, addReply, write, async ({ viewer, params: { ticketId }, query: { key }, body }) => {
    await requireTicket({ db, signer }, { ticketId, key, viewer });
    await replyToTicket(db, ticketId, body.text);
    return await readConversation(ticketId);
  });

  runAtInterval(app, { name: 'tickets', every: SWEEP_INTERVAL, run: () => sweepTickets(db) });
}
