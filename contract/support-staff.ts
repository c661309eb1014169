import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  countSchema,
  cursorSchema,
  idSchema,
  requiredText,
  tierSchema,
  timestampSchema,
} from './field-schemas.ts';
import { LIMITS, SERVER_LIMITS } from './limits.ts';
import { conversationSchema, listedTicketSchema, TICKET_TOPIC_KEYS } from './support.ts';

/** What the list can be filtered by; unconfirmed ones are nobody's to read. */
export const STAFF_TICKET_STATES = ['open', 'answered', 'closed'] as const;

const ticketRowSchema = listedTicketSchema.extend({
  /** Asked by a paying member: sorted first. */
  isPriority: z.boolean(),
  /** Who asked: a visitor has an address alone. */
  name: z.string(),
  isVisitor: z.boolean(),
});

export type TicketRow = z.infer<typeof ticketRowSchema>;

const staffConversationSchema = conversationSchema.extend({
  isPriority: z.boolean(),
  /** Who asked: a visitor has an address alone. */
  asker: z.object({
    memberId: idSchema.nullable(),
    name: z.string().nullable(),
    email: z.string(),
    tier: tierSchema.nullable(),
  }),
  /** Among staff, oldest first; whoever asked never sees them. */
  notes: z.array(
    z.object({ id: idSchema, author: z.string().nullable(), text: z.string(), createdAt: timestampSchema }),
  ),
});

export type StaffConversation = z.infer<typeof staffConversationSchema>;

export const listAllTickets = defineEndpoint({
  method: 'GET',
  url: '/api/admin/tickets',
  access: 'moderator',
  summary:
    'Tickets in one state: open ones by default, priority first, then the longest waiting; others, the newest first.',
  query: z.object({
    state: z.enum(STAFF_TICKET_STATES).optional(),
    topic: z.enum(TICKET_TOPIC_KEYS).optional(),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object({
    tickets: z.array(ticketRowSchema),
    /** All that match, on every page. */
    total: z.int(),
    nextCursor: z.string().nullable(),
  }),
});

const ticketParams = { access: 'moderator', params: z.object({ ticketId: idSchema }) } as const;

export const getAnyTicket = defineEndpoint({
  method: 'GET',
  url: '/api/admin/tickets/:ticketId',
  ...ticketParams,
  summary: 'One ticket with who asked, its messages and the notes among staff.',
  response: staffConversationSchema,
});

const textBody = z.strictObject({ text: requiredText(LIMITS.ticketCharacters) });

/** The last message the caller has read: nobody answers or closes what they have not read. */
const lastMessageId = idSchema.describe('The newest message; 409 when there is a newer one.');

export const answerTicket = defineEndpoint({
  method: 'POST',
  url: '/api/admin/tickets/:ticketId/answers',
  ...ticketParams,
  summary: 'Answers whoever asked, by mail and in the app. The same text twice in a row is one answer.',
  body: textBody.extend({ lastMessageId }),
  response: staffConversationSchema,
});

export const addTicketNote = defineEndpoint({
  method: 'POST',
  url: '/api/admin/tickets/:ticketId/notes',
  ...ticketParams,
  summary: 'Writes a note for staff.',
  body: textBody,
  response: staffConversationSchema,
});

export const closeTicket = defineEndpoint({
  method: 'POST',
  url: '/api/admin/tickets/:ticketId/closing',
  ...ticketParams,
  summary: 'Closes a ticket; another message of whoever asked opens it again. May be repeated.',
  body: z.strictObject({ lastMessageId }),
  response: staffConversationSchema,
});
