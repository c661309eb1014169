import { z } from 'zod';
import { paymentSchema } from './billing.ts';
import { idSchema, timestampSchema, writtenText } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { LIMITS } from './limits.ts';
import { variableSchema } from './prompts.ts';

/**
 * Unpaid first; after the money came, the way of DECISIONS 6. `refunded`: the buyer has it again, from us or by winning a
 * dispute; that takes the grant back.
 */
export const ORDER_STATES = [
  'awaiting_payment',
  'received',
  'in_work',
  'delivered',
  'revision',
  'accepted',
  'refunded',
] as const;

export type OrderState = (typeof ORDER_STATES)[number];

export const briefSchema = z.strictObject({
  /** What the prompt is to achieve, as a title. */
  goal: writtenText(LIMITS.briefGoalCharacters),
  /** Situation, inputs, audience. */
  context: writtenText(LIMITS.briefCharacters),
  /** What a good result looks like. */
  result: writtenText(LIMITS.briefCharacters),
  /** The assistant it is meant for. */
  model: writtenText(LIMITS.briefGoalCharacters).optional(),
});

export type Brief = z.infer<typeof briefSchema>;

/** A prompt written for one buyer; nobody else ever reads it. */
export const deliverySchema = z.object({
  id: idSchema,
  deliveredAt: timestampSchema,
  title: z.string(),
  content: z.string(),
  variables: z.array(variableSchema),
  note: z.string().nullable(),
});

export const orderSchema = z.object({
  id: idSchema,
  state: z.enum(ORDER_STATES),
  /** The buyer's bank claims the payment back: nothing of the order is open meanwhile. With `refunded`: it got it. */
  isDisputed: z.boolean(),
  brief: briefSchema,
  /** The engineer prompt it was ordered from, which the payment opens. */
  prompt: z.object({ id: idSchema, title: z.string() }).nullable(),
  amountCents: z.int(),
  currency: z.string(),
  createdAt: timestampSchema,
  paidAt: timestampSchema.nullable(),
  /** What the member asked to be changed, newest last. */
  revisions: z.array(z.object({ at: timestampSchema, text: z.string() })),
  /** Newest last. */
  deliveries: z.array(deliverySchema),
});

export type Order = z.infer<typeof orderSchema>;

const params = z.object({ id: idSchema });

export const listOrders = defineEndpoint({
  method: 'GET',
  url: '/api/orders',
  access: 'member',
  summary: 'My custom prompts, newest first; at most 100.',
  answer: z.array(orderSchema),
});

export const getOrder = defineEndpoint({
  method: 'GET',
  url: '/api/orders/:id',
  access: 'member',
  summary: 'One of my orders; 404 for anybody else’s.',
  params,
  answer: orderSchema,
});

export const placeOrder = defineEndpoint({
  method: 'POST',
  url: '/api/orders',
  access: 'member',
  summary:
    'Orders a custom prompt. Repeated with the same `key`, or for a prompt whose order is not paid yet, the same order, with the newer brief while it is unpaid. 400 for a prompt that is not on the engineer shelf, 409 when this prompt is ordered and paid already (`orderId` says where).',
  body: z.strictObject({
    /** Made by the browser once per form, so that a double click is one order. */
    key: z.uuid(),
    brief: briefSchema,
    promptId: idSchema.optional(),
  }),
  answer: orderSchema,
});

export const payOrder = defineEndpoint({
  method: 'POST',
  url: '/api/orders/:id/pay',
  access: 'member',
  summary: 'The payment of an unpaid order, to confirm it in the browser; 409 when it is paid.',
  params,
  answer: paymentSchema,
});

/** After returning from the payment. */
export const syncOrder = defineEndpoint({
  method: 'POST',
  url: '/api/orders/:id/sync',
  access: 'member',
  summary: 'Reads from the provider whether the order is paid; 503 when it cannot be reached.',
  params,
  answer: orderSchema,
});

export const acceptOrder = defineEndpoint({
  method: 'POST',
  url: '/api/orders/:id/accept',
  access: 'member',
  summary: 'Takes the delivered prompt; 409 when nothing is delivered. May be repeated.',
  params,
  answer: orderSchema,
});

export const requestRevision = defineEndpoint({
  method: 'POST',
  url: '/api/orders/:id/revision',
  access: 'member',
  summary: 'Asks for changes to the delivered prompt; 409 when nothing is delivered.',
  params,
  body: z.strictObject({ text: writtenText(LIMITS.briefCharacters) }),
  answer: orderSchema,
});
