import { z } from 'zod';
import { idSchema, tierSchema, timestampSchema } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { problemSchema } from './errors.ts';

/** The plans one subscribes to; a custom prompt is an order (orders.ts). */
export const PLAN_TIERS = ['basic', 'advanced', 'pro'] as const;

export type PlanTier = (typeof PLAN_TIERS)[number];

const planTierSchema = z.enum(PLAN_TIERS);

/** What the payment page needs to know; nothing secret. */
export const getBillingSettings = defineEndpoint({
  method: 'GET',
  url: '/api/subscription/settings',
  access: 'public',
  summary: 'Whether payments are set up, the publishable key, and the price of each plan at the provider.',
  answer: z.object({
    isConfigured: z.boolean(),
    publishableKey: z.string().nullable(),
    /** Where Stripe.js comes from instead of Stripe; only beside the sandbox. */
    stripeJsUrl: z.string().nullable(),
    priceIds: z.partialRecord(planTierSchema, z.string()),
  }),
});

export type BillingSettings = z.infer<typeof getBillingSettings.answer>;

export const subscriptionStatusSchema = z.object({
  /** What the member may read by now: the best of plan, trial and what an administrator gave. */
  tier: tierSchema,
  /**
   * `no_subscription`, `trialing` (our own trial), `disputed` (money is wanted back by a bank, so the plan opens
   * nothing), or the provider's word, shown raw when unknown.
   */
  status: z.string(),
  /** Unix seconds (DECISIONS 48); the end of the trial while it runs. */
  currentPeriodEnd: z.int().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** The plan paid for, also while its payment is overdue; null without one. */
  plan: planTierSchema.nullable(),
  /** When access ends by itself: the date to show after cancelling, unix seconds. */
  endsAt: z.int().nullable(),
  /** A downgrade that waits for the end of the period. */
  nextPlan: planTierSchema.nullable(),
  /** While overdue: until when the plan is kept, unix seconds. */
  graceUntil: z.int().nullable(),
  /** An invoice is open that the member can pay now. */
  isPaymentDue: z.boolean(),
  trial: z.object({ isAvailable: z.boolean(), endsAt: z.int().nullable() }),
  /** Export of favorites and prompts is open. */
  canExport: z.boolean(),
  /** When this was last read from the provider; null when it never had to be. */
  asOf: timestampSchema.nullable(),
});

export type SubscriptionStatus = z.infer<typeof subscriptionStatusSchema>;

export const getSubscriptionStatus = defineEndpoint({
  method: 'GET',
  url: '/api/subscription/status',
  access: 'member',
  summary: 'My subscription as stored; answers while the provider is down.',
  answer: subscriptionStatusSchema,
});

export const priceIdSchema = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[A-Za-z0-9_]+$/, 'is not a price');

/** What the browser confirms with the provider. The secret opens one payment: keep it out of logs and addresses. */
export const paymentSchema = z.object({
  clientSecret: z.string(),
  intent: z.literal('payment'),
  /** What will be charged, in cents of `currency`. */
  amountCents: z.int(),
  currency: z.string(),
});

export type Payment = z.infer<typeof paymentSchema>;

export const createSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/get-or-create-subscription',
  access: 'member',
  summary:
    'Begins a subscription, or goes on with the one begun. 400 for an unknown price, 409 with an active plan, 503 while payments are away.',
  body: z.strictObject({ priceId: priceIdSchema }),
  answer: paymentSchema.extend({
    /** Null: nothing is due, and the subscription is active. */
    clientSecret: z.string().nullable(),
    subscriptionId: z.string(),
  }),
});

/** A refusal of what has to do with money. */
export const paymentProblemSchema = problemSchema.extend({
  /** The reason, for programs; absent where the request itself was not valid. */
  code: z.string().optional(),
  /** The message again, where the specification's client looks for it. */
  error: z.object({ message: z.string() }).optional(),
  /** With `already_ordered`: the order there is. */
  orderId: idSchema.optional(),
});

/** Why creating or changing is refused with 409, in the problem's `code`. */
export const SUBSCRIPTION_CONFLICTS = [
  'already_subscribed',
  'purchase_in_progress',
  'earlier_payment_unsettled',
  /** The subscription is to end, or to become a lesser one: take that back first. */
  'change_planned',
  /** The amount is no longer the one shown. */
  'preview_expired',
  'trial_used',
] as const;

export const cancelSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/cancel',
  access: 'member',
  summary: 'Ends the subscription with its period; access continues until then. May be repeated.',
  answer: subscriptionStatusSchema.extend({ message: z.string() }),
});

export const resumeSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/resume',
  access: 'member',
  summary:
    'Takes back a cancellation; without one, an upgrade that waits for its payment; without one, a planned downgrade. May be repeated.',
  answer: subscriptionStatusSchema,
});

const changeSchema = z.object({
  /** Upgrades happen now, downgrades with the end of the period (DECISIONS 44). */
  kind: z.enum(['upgrade', 'downgrade']),
  plan: planTierSchema,
  /** Charged now; 0 for a downgrade. Cents of `currency`. */
  amountDueCents: z.int(),
  currency: z.string(),
  /** Unix seconds. */
  effectiveAt: z.int(),
  /** Hand it back with the change: the amount is then the one shown. Unix seconds. */
  prorationDate: z.int(),
});

export const previewChange = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/change-preview',
  access: 'member',
  summary: 'What changing to this plan would cost now, and when it happens. Changes nothing.',
  body: z.strictObject({ priceId: priceIdSchema }),
  answer: changeSchema,
});

export type ChangePreview = z.infer<typeof changeSchema>;

export const changeSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/change',
  access: 'member',
  summary: 'Changes the plan. 409 for the same plan; a payment to confirm when the bank asks for it.',
  body: z.strictObject({ priceId: priceIdSchema, prorationDate: z.int().optional() }),
  answer: z.object({ subscription: subscriptionStatusSchema, payment: paymentSchema.nullable() }),
});

export const payOpenInvoice = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/pay',
  access: 'member',
  summary: 'The payment of my open invoice, to confirm it in the browser; 400 when nothing is due.',
  answer: paymentSchema,
});

export const startTrial = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/trial',
  access: 'member',
  summary: 'Seven days of Pro without a card, once per Google account; 409 the second time.',
  answer: subscriptionStatusSchema,
});

export const syncSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/sync',
  access: 'member',
  summary: 'Reads the truth from the provider now; 503 when it cannot be reached.',
  answer: subscriptionStatusSchema,
});

export const openPortal = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/portal',
  access: 'member',
  summary: 'An address at the provider, for once: my invoices, or another card.',
  body: z.strictObject({ purpose: z.enum(['invoices', 'card']) }),
  answer: z.object({ url: z.url() }),
});

/** The signed notes of the provider. Their text is a hint to read the truth, never the truth. */
export const receiveWebhook = defineEndpoint({
  method: 'POST',
  url: '/api/stripe/webhook',
  access: 'public',
  summary: 'For the payment provider only: signed, at most five minutes old.',
  answer: z.object({ received: z.literal(true) }),
});
