import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { TICKET_LINK } from './support.access.ts';

/** The team has answered a ticket. */
export const ticketAnswerMail = defineMail({
  kind: 'ticket-answer',
  schema: z.object({ ticketId: z.string(), isVisitor: z.boolean(), text: z.string() }),
  content: async ({ ticketId, isVisitor, text }, sign) => ({
    subject: `A reply from ${BRAND.name}`,
    paragraphs: [text, 'To reply, open the conversation below. We don’t read replies to this email.'],
    link: {
      label: 'Open the conversation',
      path: isVisitor
        ? `/contact/${ticketId}?key=${await sign(TICKET_LINK, ticketId)}`
        : `/contact/${ticketId}`,
    },
  }),
});
