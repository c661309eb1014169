import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { TICKET_LINK } from './support.access.ts';

/**
 * To the address a visitor gave, which may be somebody else's: nothing of what was written, so that it is no way to send
 * people text.
 */
export const ticketConfirmationMail = defineMail({
  kind: 'ticket-confirmation',
  schema: z.object({ ticketId: z.string() }),
  content: async ({ ticketId }, sign) => ({
    subject: `Confirm your message to ${BRAND.name}`,
    paragraphs: [
      'Someone contacted us using this address. If it was you, confirm it so your message reaches our team. The same link will show our reply.',
      'If it wasn’t you, ignore this email. Unconfirmed messages are deleted after a week.',
    ],
    link: {
      label: 'Confirm my message',
      path: `/contact/${ticketId}?key=${await sign(TICKET_LINK, ticketId)}`,
    },
  }),
});
