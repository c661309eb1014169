import { randomUUID } from 'node:crypto';
import { TICKET_TOPICS } from '#contract/support.ts';
import type { StaffConversation } from '#contract/support-staff.ts';
import { markUnchanged, recordAct, type StaffTransaction } from '#server/core/audit/staff-transaction.ts';
import { HttpProblem } from '#server/core/http/errors/problems.ts';
import { makeId } from '#server/core/ids.ts';
import { addMail } from '#server/core/mail/outbox.ts';
import { notify } from '../notices/notices.public.ts';
import { ticketAnswerMail } from './support.answer.mail.ts';
import { insertMessage, setTicketState } from './support.queries.ts';
import { insertNote } from './support.staff.queries.ts';

const CONFIRMED = ['open', 'answered', 'closed'] as const;

const subjectOf = ({ id }: StaffConversation) => ({ kind: 'ticket', id }) as const;

/** @throws HttpProblem 409 when somebody has written since */
function requireRead({ messages }: StaffConversation, lastMessageId: string): void {
  if (messages.at(-1)?.id === lastMessageId) return;
  throw new HttpProblem(409, 'There is a new message. Read it, then try again.');
}

/** Told to whoever asked by mail, and to a member in the app as well. @throws HttpProblem 409 */
export async function sendAnswer(
  transaction: StaffTransaction,
  ticket: StaffConversation,
  { text, lastMessageId }: { text: string; lastMessageId: string },
): Promise<void> {
  const { id: ticketId, topic, state, asker, messages } = ticket;
  const last = messages.at(-1);
  // A second click.
  if (last?.isFromStaff && last.text === text) return markUnchanged(transaction);
  requireRead(ticket, lastMessageId);
  const id = makeId(randomUUID());
  await setTicketState(transaction, ticketId, { from: CONFIRMED, to: 'answered' });
  await insertMessage(transaction, { id, ticketId, isFromStaff: true, text });
  const { memberId, email } = asker;
  const to = memberId === null ? { address: email } : { memberId };
  const question = messages.findLast(({ isFromStaff }) => !isFromStaff)?.text ?? '';
  const data = { ticketId, isVisitor: memberId === null, text, topic, question };
  await addMail(transaction, ticketAnswerMail, { key: id, to, data });
  if (memberId !== null) {
    const subject = TICKET_TOPICS[topic];
    await notify(transaction, memberId, { kind: 'ticket_answered', subject, path: `/contact/${ticketId}` });
  }
  const [before, after] = [{ state }, { state: 'answered' }];
  await recordAct(transaction, { act: 'answer ticket', subject: subjectOf(ticket), before, after });
}

export async function saveNote(
  transaction: StaffTransaction,
  ticket: StaffConversation,
  { authorId, text }: { authorId: string; text: string },
): Promise<void> {
  await insertNote(transaction, { id: makeId(randomUUID()), ticketId: ticket.id, authorId, text });
  await recordAct(transaction, { act: 'note ticket', subject: subjectOf(ticket) });
}

/** @throws HttpProblem 409 */
export async function markClosed(
  transaction: StaffTransaction,
  ticket: StaffConversation,
  lastMessageId: string,
): Promise<void> {
  requireRead(ticket, lastMessageId);
  if (!(await setTicketState(transaction, ticket.id, { from: ['open', 'answered'], to: 'closed' }))) {
    return markUnchanged(transaction);
  }
  const { state } = ticket;
  await recordAct(transaction, {
    act: 'close ticket',
    subject: subjectOf(ticket),
    before: { state },
    after: { state: 'closed' },
  });
}
