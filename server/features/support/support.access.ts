import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import type { Viewer } from '#server/core/sessions/viewer.ts';
import type { LinkSigner } from '#server/core/signed-links.ts';
import { findOwner, type TicketOwner } from './support.queries.ts';

/** What the signature in a link to a visitor's ticket is good for. */
export const TICKET_LINK = 'ticket';

/**
 * A member opens their own ticket; whoever has the link that was mailed opens a visitor's.
 * @throws HttpProblem 404 for everybody else, as for one that does not exist
 */
export async function requireTicket(
  { db, signer }: { db: Db; signer: LinkSigner },
  { ticketId, key, viewer }: { ticketId: string; key: string | undefined; viewer: Viewer },
): Promise<TicketOwner> {
  const owner = await findOwner(db, ticketId);
  if (owner === undefined) throw notFound('Ticket');
  const isOwn =
    owner.memberId === null
      ? key !== undefined && (await signer.isSigned(TICKET_LINK, ticketId, key))
      : viewer.kind === 'member' && viewer.memberId === owner.memberId;
  if (!isOwn) throw notFound('Ticket');
  return owner;
}
