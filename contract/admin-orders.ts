import { z } from 'zod';
import { reasonSchema } from './admin-members.ts';
import { defineEndpoint } from './endpoint.ts';
import { countSchema, cursorSchema, idSchema, storableText, timestampSchema } from './field-schemas.ts';
import { LIMITS, SERVER_LIMITS } from './limits.ts';
import { ORDER_STATES, orderSchema } from './orders.ts';
import { variableSchema } from './prompts.ts';

/** Which orders staff look at: those that wait for them, all that were paid, those in one state, or those that were not delivered when their buyer deleted the account. */
export const ORDER_QUEUES = ['waiting', 'all', 'delivered', 'accepted', 'refunded', 'dropped'] as const;

const orderRowSchema = z.object({
  id: idSchema,
  state: z.enum(ORDER_STATES),
  isDisputed: z.boolean(),
  goal: z.string(),
  amountCents: z.int(),
  currency: z.string(),
  /** Null once they have deleted their account: with it went the brief. */
  buyer: z.object({ id: idSchema, email: z.string() }).nullable(),
  paidAt: timestampSchema.nullable(),
  /** The payment, or what was asked to be changed last. */
  waitsSince: timestampSchema,
  /** The day on which it is expected, while it waits for us and nobody disputes the payment. */
  dueOn: z.iso.date().nullable(),
  /** The newest delivery. */
  deliveredAt: timestampSchema.nullable(),
  /** Null also where the day is not known. */
  refundedAt: timestampSchema.nullable(),
  revisions: z.int(),
  deliveries: z.int(),
});

export type OrderQueueRow = z.infer<typeof orderRowSchema>;

export const listOrderQueue = defineEndpoint({
  method: 'GET',
  url: '/api/admin/orders',
  access: 'moderator',
  summary:
    'Paid orders of custom prompts: those that wait, the longest waiting first; others, the newest first.',
  query: z.object({
    queue: z.enum(ORDER_QUEUES).optional(),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object({
    orders: z.array(orderRowSchema),
    /** All of the queue, on every page. */
    total: z.int(),
    nextCursor: z.string().nullable(),
  }),
});

const order = z.object({ orderId: idSchema });
const staffOrderSchema = z.object({
  /** As its buyer sees it; with their account went what they wrote. Unpaid ones are not staff's. */
  order: orderSchema.extend({
    paidAt: timestampSchema,
    brief: z.object({
      goal: z.string(),
      context: z.string(),
      result: z.string(),
      model: z.string().optional(),
    }),
  }),
  buyer: z.object({ id: idSchema, email: z.string() }).nullable(),
  /** As in the list. */
  dueOn: z.iso.date().nullable(),
  /** The provider has its payment. One without is refunded by hand. */
  hasPayment: z.boolean(),
  /** As the audit log has it, so for admins only; null also where nobody of us refunded it. `by`: an address, or null for a command and a deleted member. */
  refund: z.object({ by: z.string().nullable(), reason: z.string().nullable() }).nullable(),
});

export type StaffOrder = z.infer<typeof staffOrderSchema>;

export const getStaffOrder = defineEndpoint({
  method: 'GET',
  url: '/api/admin/orders/:orderId',
  access: 'moderator',
  summary: 'One order with its brief and history.',
  params: order,
  response: staffOrderSchema,
});

export const startStaffOrder = defineEndpoint({
  method: 'POST',
  url: '/api/admin/orders/:orderId/start',
  access: 'moderator',
  summary: 'Shows the buyer that work has started; 409 when its state does not allow it. May be repeated.',
  params: order,
  response: staffOrderSchema,
});

export const refundStaffOrder = defineEndpoint({
  method: 'POST',
  url: '/api/admin/orders/:orderId/refund',
  access: 'admin',
  needsRecentSignIn: true,
  summary:
    'Refunds an order and closes what it opened; 409 when it was paid more than 14 days ago, or is disputed. May be repeated.',
  params: order,
  body: z.strictObject({ reason: reasonSchema }),
  response: staffOrderSchema,
});

/** A file like those in content/: front matter, then the text. */
const fileSchema = storableText.max(SERVER_LIMITS.deliveryFileCharacters, 'is too long');

export const previewDelivery = defineEndpoint({
  method: 'POST',
  url: '/api/admin/delivery-preview',
  access: 'moderator',
  summary: 'What a buyer would get of a file, or what is wrong with it. Changes nothing.',
  body: z.strictObject({ file: fileSchema }),
  response: z.object({
    prompt: z
      .object({ title: z.string(), content: z.string(), variables: z.array(variableSchema) })
      .nullable(),
    problems: z.array(z.object({ line: z.int(), message: z.string() })),
  }),
});

export const deliverStaffOrder = defineEndpoint({
  method: 'POST',
  url: '/api/admin/orders/:orderId/delivery',
  access: 'moderator',
  summary:
    'Delivers a prompt to its buyer, and to nobody else; 400 for a faulty file, 409 when the state does not allow it. The same again changes nothing.',
  params: order,
  body: z.strictObject({ file: fileSchema, note: storableText.max(LIMITS.briefCharacters).nullable() }),
  response: staffOrderSchema,
});
