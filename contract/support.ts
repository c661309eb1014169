import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, requiredText, timestampSchema } from './field-schemas.ts';
import { LIMITS } from './limits.ts';

/** What a ticket is about, and how both sides call it. */
export const TICKET_TOPICS = {
  question: 'A question',
  payment: 'Payment or plan',
  order: 'A custom prompt',
  problem: 'Something isn’t working',
  privacy: 'Privacy or my data',
  other: 'Something else',
} as const;

export type TicketTopic = keyof typeof TICKET_TOPICS;

// Object.keys forgets that the keys of this constant are its topics.
export const TICKET_TOPIC_KEYS = Object.keys(TICKET_TOPICS) as [TicketTopic, ...TicketTopic[]];

const topicSchema = z.enum(TICKET_TOPIC_KEYS);

/** `unconfirmed`: a visitor's, whose address nobody has confirmed; staff do not see it. */
const stateSchema = z.enum(['unconfirmed', 'open', 'answered', 'closed']);

export type TicketState = z.infer<typeof stateSchema>;

const ticketTextSchema = requiredText(LIMITS.ticketCharacters);

const emailSchema = z.string().trim().max(254, 'is too long').pipe(z.email('is not an address'));

export const ticketSchema = z.object({
  id: idSchema,
  topic: topicSchema,
  state: stateSchema,
  createdAt: timestampSchema,
  updatedAt: timestampSchema,
});

export type Ticket = z.infer<typeof ticketSchema>;

/** A ticket in a list. */
export const listedTicketSchema = ticketSchema.extend({
  excerpt: z.string().describe('How its first message begins.'),
});

export type ListedTicket = z.infer<typeof listedTicketSchema>;

const messageSchema = z.object({
  id: idSchema,
  isFromStaff: z.boolean(),
  text: z.string(),
  createdAt: timestampSchema,
});

export type TicketMessage = z.infer<typeof messageSchema>;

export const conversationSchema = ticketSchema.extend({
  promptId: idSchema.nullable(),
  orderId: idSchema.nullable(),
  /** Oldest first. */
  messages: z.array(messageSchema),
});

export type Conversation = z.infer<typeof conversationSchema>;

export const addTicket = defineEndpoint({
  method: 'POST',
  url: '/api/tickets',
  access: 'public',
  summary:
    'Asks the team something. A visitor gives an address, and confirms it by the link that is mailed there; the response is the same whatever address it is.',
  body: z.strictObject({
    topic: topicSchema,
    text: ticketTextSchema,
    promptId: idSchema.optional(),
    orderId: idSchema.optional(),
    email: emailSchema.optional().describe('Of a visitor; a member’s own is used.'),
  }),
  response: z.object({ ticketId: idSchema.nullable().describe('Null for visitors, until they confirm.') }),
});

export const listTickets = defineEndpoint({
  method: 'GET',
  url: '/api/account/tickets',
  access: 'member',
  summary: 'What the member asked, newest first.',
  response: z.array(listedTicketSchema),
});

const orderMessageSchema = messageSchema.extend({ ticketId: idSchema });

export type OrderMessage = z.infer<typeof orderMessageSchema>;

export const listOrderMessages = defineEndpoint({
  method: 'GET',
  url: '/api/orders/:id/messages',
  access: 'member',
  summary:
    'What the member and the team wrote about one of the member’s orders, in all tickets, oldest first.',
  params: z.object({ id: idSchema }),
  response: z.array(orderMessageSchema),
});

const ticketParams = {
  params: z.object({ ticketId: idSchema }),
  query: z.object({
    key: z
      .string()
      .max(LIMITS.ticketKeyCharacters)
      .optional()
      .describe('Of the link in the mail, for visitors.'),
  }),
} as const;

export const getTicket = defineEndpoint({
  method: 'GET',
  url: '/api/tickets/:ticketId',
  access: 'public',
  summary: 'One’s own ticket with its messages: a member’s, or a visitor’s by the link in the mail.',
  ...ticketParams,
  response: conversationSchema,
});

export const confirmTicket = defineEndpoint({
  method: 'POST',
  url: '/api/tickets/:ticketId/confirmation',
  access: 'public',
  summary: 'Confirms a visitor’s address; only then the ticket reaches the team. May be repeated.',
  ...ticketParams,
  response: conversationSchema,
});

export const addReply = defineEndpoint({
  method: 'POST',
  url: '/api/tickets/:ticketId/replies',
  access: 'public',
  summary: 'Writes more to one’s own ticket, which opens it again.',
  ...ticketParams,
  body: z.strictObject({ text: ticketTextSchema }),
  response: conversationSchema,
});
