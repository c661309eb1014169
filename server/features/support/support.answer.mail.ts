import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { TICKET_TOPIC_KEYS, TICKET_TOPICS } from '#contract/support.ts';
import { cutText } from '#server/core/cut-text.ts';
import { defineMail } from '#server/core/mail/mail-template.ts';
import { TICKET_LINK } from './support.access.ts';

/** Enough to recognize it by; all of it is in the conversation. */
const QUESTION_CHARACTERS = 400;

/** The team has answered a ticket. */
export const ticketAnswerMail = defineMail({
  kind: 'ticket-answer',
  schema: z.object({
    ticketId: z.string(),
    isVisitor: z.boolean(),
    text: z.string(),
    // Absent in mail of earlier versions.
    topic: z.enum(TICKET_TOPIC_KEYS).nullable().default(null),
    /** What they wrote last. */
    question: z.string().default(''),
  }),
  content: async ({ ticketId, isVisitor, text, topic, question }, sign) => ({
    subject: `A reply from ${BRAND.name}${topic === null ? '' : `: ${TICKET_TOPICS[topic]}`}`,
    paragraphs: [
      text,
      ...(question ? [`You wrote: “${cutText(question, QUESTION_CHARACTERS)}”`] : []),
      'To reply, open the conversation below. We don’t read replies to this email.',
    ],
    link: {
      label: 'Open the conversation',
      path: isVisitor
        ? `/contact/${ticketId}?key=${await sign(TICKET_LINK, ticketId)}`
        : `/contact/${ticketId}`,
    },
  }),
});
