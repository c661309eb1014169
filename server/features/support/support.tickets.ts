import { randomUUID } from 'node:crypto';
import type { TicketTopic } from '#contract/support.ts';
import type { Db } from '#server/core/database/pool.ts';
import { badRequest } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import { isPaying } from '../billing/billing.public.ts';
import { ticketConfirmationMail } from './support.confirmation.mail.ts';
import { countUnconfirmed, insertMessage, insertTicket, setTicketState } from './support.queries.ts';

/** An address with so many is used by somebody who does not read its mail: it gets no more. */
const MAX_UNCONFIRMED = 3;

export interface NewTicket {
  topic: TicketTopic;
  text: string;
  promptId?: string | undefined;
  orderId?: string | undefined;
  email?: string | undefined;
}

/**
 * @returns the id of a member's ticket; null for a visitor, whatever the address: what is known of it is not revealed
 * @throws HttpProblem 400 for a visitor without an address
 */
export async function createTicket(db: Db, viewer: Viewer, asked: NewTicket): Promise<string | null> {
  const { topic, text, promptId = null, orderId = null } = asked;
  const id = makeId(randomUUID());
  const references = { id, topic, promptId, orderId };
  const message = { id: makeId(randomUUID()), ticketId: id, isFromStaff: false, text };
  if (viewer.kind === 'member') {
    const { memberId } = viewer;
    const isPriority = await isPaying(db, memberId);
    await db.transaction().execute(async (transaction) => {
      await insertTicket(transaction, { ...references, memberId, address: null, state: 'open', isPriority });
      await insertMessage(transaction, message);
    });
    return id;
  }
  const address = asked.email?.toLowerCase();
  if (address === undefined) throw badRequest('email: is needed to answer you');
  if ((await countUnconfirmed(db, address)) >= MAX_UNCONFIRMED) return null;
  const unconfirmed = { memberId: null, address, state: 'unconfirmed', isPriority: false } as const;
  await db.transaction().execute(async (transaction) => {
    await insertTicket(transaction, { ...references, ...unconfirmed });
    await insertMessage(transaction, message);
    await addMail(transaction, ticketConfirmationMail, { key: id, to: { address }, data: { ticketId: id } });
  });
  return null;
}

/** More from whoever asked, which opens the ticket again; one that is not confirmed stays so. */
export async function replyToTicket(db: Db, ticketId: string, text: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await setTicketState(transaction, ticketId, { from: ['open', 'answered', 'closed'], to: 'open' });
    await insertMessage(transaction, { id: makeId(randomUUID()), ticketId, isFromStaff: false, text });
  });
}
