import { z } from 'zod';
import { COUNTRIES, needsPostalCode } from './countries.ts';
import { defineEndpoint } from './endpoint.ts';
import { problemSchema } from './errors.ts';
import { idSchema, tierSchema, timestampSchema } from './field-schemas.ts';

/** The plans one subscribes to; a custom prompt is an order (orders.ts). */
export const PLAN_TIERS = ['basic', 'advanced', 'pro'] as const;

export type PlanTier = (typeof PLAN_TIERS)[number];

const planTierSchema = z.enum(PLAN_TIERS);

const taxKindSchema = z.enum(['added', 'included']);

export type TaxKind = z.infer<typeof taxKindSchema>;

/** What the payment page needs to know; nothing secret. */
export const getBillingSettings = defineEndpoint({
  method: 'GET',
  url: '/api/subscription/settings',
  access: 'public',
  summary: 'Whether payments are set up, the publishable key, and the price of each plan at the provider.',
  response: z.object({
    isConfigured: z.boolean(),
    publishableKey: z.string().nullable(),
    /** Where Stripe.js comes from instead of Stripe; with the sandbox only. */
    stripeJsUrl: z.string().nullable(),
    priceIds: z.partialRecord(planTierSchema, z.string()),
    takesPromotionCodes: z.boolean(),
    /** Whether tax is included in our prices or added; null: none is computed, and they are what is charged. */
    tax: taxKindSchema.nullable(),
  }),
});

export type BillingSettings = z.infer<typeof getBillingSettings.response>;

export const subscriptionStatusSchema = z.object({
  /** What the member may read by now: the best of plan, trial and what an administrator gave. */
  tier: tierSchema,
  /**
   * `no_subscription`, `trialing` (our own trial), `disputed` (a bank claims a payment back, so the plan opens
   * nothing), or the provider's status, shown raw when unknown.
   */
  status: z.string(),
  /** Unix seconds; the end of the trial while it runs. */
  currentPeriodEnd: z.int().nullable(),
  cancelAtPeriodEnd: z.boolean(),
  /** The plan paid for, also while its payment is overdue; null without one. */
  plan: planTierSchema.nullable(),
  /** Chosen but not paid for: nothing is owed. `amountCents` is the price of a month, in cents of `currency`. */
  unpaid: z
    .object({
      plan: planTierSchema,
      amountCents: z.int(),
      currency: z.string(),
      tax: taxKindSchema.nullable(),
    })
    .nullable(),
  /** When access ends by itself: the date to show after canceling, unix seconds. */
  endsAt: z.int().nullable(),
  /** The plan of a planned downgrade. */
  nextPlan: planTierSchema.nullable(),
  /** What the plan costs a month, and from the planned downgrade on, as the provider charges it: cents of `currency`. */
  amountCents: z.int().nullable(),
  nextAmountCents: z.int().nullable(),
  /** Both are with a discount: what a month costs after it. Null without one. */
  regularCents: z.int().nullable(),
  /** `added`: its bills are these amounts plus tax. Null without tax. */
  tax: taxKindSchema.nullable(),
  /** Unix seconds; null with `regularCents`: the discount does not end. */
  discountEndsAt: z.int().nullable(),
  currency: z.string().nullable(),
  /** A month is skipped: the plan opens nothing from then until then, unix seconds. */
  pause: z.object({ from: z.int(), until: z.int() }).nullable(),
  /** While overdue: the end of the grace period, unix seconds. */
  graceUntil: z.int().nullable(),
  /** An invoice is open that the member can pay now. */
  isPaymentDue: z.boolean(),
  /** The bank of the kept card waits for the member: that pays it. */
  isAuthenticationNeeded: z.boolean(),
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
  response: subscriptionStatusSchema,
});

const priceIdSchema = z
  .string()
  .min(1)
  .max(120)
  .regex(/^[A-Za-z0-9_]+$/, 'is not a price');

/** What the browser confirms with the provider. The secret is a credential for one payment: keep it out of logs and URLs. */
export const paymentSchema = z.object({
  clientSecret: z.string(),
  intent: z.literal('payment'),
  /** What will be charged, in cents of `currency`. */
  amountCents: z.int(),
  currency: z.string(),
});

export type Payment = z.infer<typeof paymentSchema>;

/** Where somebody lives, as far as tax needs it. */
export const billingAddressSchema = z.object({
  country: z.string().nullable(),
  postalCode: z.string().nullable(),
});

export type BillingAddress = z.infer<typeof billingAddressSchema>;

/** Why no tax is due: the buyer is a business and accounts for it, or exempt, or nothing is due there. */
const taxReasonSchema = z.enum(['reverse_charge', 'exempt', 'none_due']);

export type TaxReason = z.infer<typeof taxReasonSchema>;

/** Of one bill: in its amount either way. */
export const taxSchema = z.object({
  kind: taxKindSchema,
  amountCents: z.int(),
  /** Null where tax is due. */
  reason: taxReasonSchema.nullable(),
  place: billingAddressSchema,
});

export type Tax = z.infer<typeof taxSchema>;

export const setBillingAddress = defineEndpoint({
  method: 'PUT',
  url: '/api/subscription/address',
  access: 'member',
  summary:
    'The country and postal code my next bills are taxed for; kept at the payment provider alone. 400 for a place it does not know.',
  body: z
    .strictObject({
      country: z.string().refine((code) => COUNTRIES.includes(code), 'is not a country'),
      postalCode: z.string().trim().max(20),
    })
    .refine(({ country, postalCode }) => postalCode !== '' || !needsPostalCode(country), {
      path: ['postalCode'],
      error: 'is needed in this country',
    }),
  response: billingAddressSchema,
});

export const createSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/get-or-create-subscription',
  access: 'member',
  summary:
    'Starts a subscription, or continues the one already started. 400 for an unknown price or promotion code, or without an address where tax is computed (`code`: `address_needed`), 409 with an active plan or for a plan below the member’s tier, 503 while payments are unavailable.',
  body: z.strictObject({
    priceId: priceIdSchema,
    /** Null takes one off that was entered before; absent, it stays as it is. */
    promotionCode: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_-]{1,60}$/, 'is not a promotion code')
      .nullable()
      .optional(),
  }),
  response: paymentSchema.extend({
    /** Null: nothing is due, and the subscription is active. */
    clientSecret: z.string().nullable(),
    /** What each further month costs, without a discount. */
    monthlyCents: z.int(),
    /** By a promotion code. `months`: how many it counts, this one included; null: all. */
    discount: z.object({ code: z.string(), offCents: z.int(), months: z.int().nullable() }).nullable(),
    /** Null where none is computed. */
    tax: taxSchema.nullable(),
    subscriptionId: z.string(),
  }),
});

/** An error of a payment call. */
export const paymentProblemSchema = problemSchema.extend({
  /** The reason, for programs; absent where the request itself was not valid. */
  code: z.string().optional(),
  /** The message again, where the specification's client looks for it. */
  error: z.object({ message: z.string() }).optional(),
  /** With `already_ordered`: the existing order. */
  orderId: idSchema.optional(),
});

/** Why creating or changing is refused with 409, in the problem's `code`. */
export const SUBSCRIPTION_CONFLICTS = [
  'already_subscribed',
  /** Below what the member has: it would open nothing. */
  'plan_included',
  'purchase_in_progress',
  'earlier_payment_unsettled',
  /** An end or a downgrade is planned: undo it first. */
  'change_planned',
  /** The amount is no longer the one shown. */
  'preview_expired',
  'trial_used',
] as const;

export const cancelSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/cancel',
  access: 'member',
  summary:
    'Ends the subscription with its period; access continues until then. An overdue one ends at once, and its open bill is canceled. May be repeated.',
  response: subscriptionStatusSchema.extend({ message: z.string() }),
});

export const removeUnpaidPlan = defineEndpoint({
  method: 'DELETE',
  url: '/api/subscription/unpaid',
  access: 'member',
  summary:
    'Removes a plan that I chose and did not pay for; its bill can be paid no more. 409 when it was paid in the meantime. May be repeated.',
  response: subscriptionStatusSchema,
});

/** In the cancel dialog: what somebody may do instead, once. */
const retentionOffersSchema = z.object({
  /** Skips one month: the plan opens nothing and is not charged from then until then. Unix seconds. */
  pause: z.object({ from: z.int(), until: z.int() }).nullable(),
  /** What the next months cost then, cents of `currency`, and how many; null: all. */
  discount: z
    .object({ amountCents: z.int(), regularCents: z.int(), currency: z.string(), months: z.int().nullable() })
    .nullable(),
  /** Why no pause is offered where others get one: they have taken an offer, or a lower plan is planned. */
  pauseRefusal: z.enum(['taken', 'change_planned']).nullable(),
});

export type RetentionOffers = z.infer<typeof retentionOffersSchema>;

export const getRetentionOffers = defineEndpoint({
  method: 'GET',
  url: '/api/subscription/stay',
  access: 'member',
  summary: 'What is offered to me instead of canceling: nothing once I have taken one of the offers.',
  response: retentionOffersSchema,
});

export const acceptRetentionOffer = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/stay',
  access: 'member',
  summary: 'Takes an offer instead of canceling; 409 when it is not made, or not any more.',
  body: z.strictObject({ offer: z.enum(['pause', 'discount']) }),
  response: subscriptionStatusSchema,
});

export const resumeSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/resume',
  access: 'member',
  summary:
    'Undoes a cancellation; without one, an upgrade that waits for its payment; without one, a planned downgrade; without one, a month that is to be skipped. May be repeated.',
  response: subscriptionStatusSchema,
});

const changeSchema = z.object({
  /**
   * Upgrades take effect now, downgrades at the end of the period. `restart`: the member's own plan in a month that is
   * skipped; a new month is charged, and begins now.
   */
  kind: z.enum(['upgrade', 'downgrade', 'restart']),
  plan: planTierSchema,
  /** Charged now; 0 for a downgrade. Cents of `currency`. */
  amountDueCents: z.int(),
  /** What each month costs from then on. */
  monthlyCents: z.int(),
  /** That is with a discount: what a month costs after it. Null without one. */
  regularCents: z.int().nullable(),
  /** Unix seconds; null with `regularCents`: the discount does not end. */
  discountEndsAt: z.int().nullable(),
  /** Whether tax is included in `monthlyCents` or added; `amountDueCents` has it. Null without tax. */
  tax: taxKindSchema.nullable(),
  currency: z.string(),
  /** Unix seconds. */
  effectiveAt: z.int(),
  /** Send it with the change, so that the amount is the one shown. Unix seconds. */
  prorationDate: z.int(),
});

export const previewChange = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/change-preview',
  access: 'member',
  summary:
    'What changing to this plan would cost now, and when it happens; for my own plan while a month is skipped, what starting again now would. Changes nothing.',
  body: z.strictObject({ priceId: priceIdSchema }),
  response: changeSchema,
});

export type ChangePreview = z.infer<typeof changeSchema>;

export const changeSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/change',
  access: 'member',
  summary:
    'Changes the plan, or starts it again in a month that is skipped. 409 for the same plan; a payment to confirm when the bank asks for it.',
  body: z.strictObject({ priceId: priceIdSchema, prorationDate: z.int().optional() }),
  response: z.object({ subscription: subscriptionStatusSchema, payment: paymentSchema.nullable() }),
});

export const payOpenInvoice = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/pay',
  access: 'member',
  summary: 'The payment of my open invoice, to confirm it in the browser; 400 when nothing is due.',
  response: paymentSchema.extend({ isAuthenticationNeeded: z.boolean() }),
});

export type DuePayment = z.infer<typeof payOpenInvoice.response>;

export const startTrial = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/trial',
  access: 'member',
  summary: 'Seven days of Pro without a card, once per Google account; 409 the second time.',
  response: subscriptionStatusSchema,
});

export const syncSubscription = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/sync',
  access: 'member',
  summary: 'Reads the current state from the provider; 503 when it cannot be reached.',
  response: subscriptionStatusSchema,
});

export const billSchema = z.object({
  id: z.string(),
  date: timestampSchema,
  paidAt: timestampSchema.nullable(),
  /** Cents of `currency`. */
  amountCents: z.int(),
  currency: z.string(),
  /** `paid`, `refunded`, `open`, `void` or `uncollectible`. */
  status: z.string(),
  /** For a custom prompt; else for a plan. */
  isOrder: z.boolean(),
  /** What it is for; null for an order, and for a price that is none of ours. */
  plan: planTierSchema.nullable(),
  /** The rest of a month, after a change from another plan. */
  isChange: z.boolean(),
  /** Of the provider's own page, where an open one can be paid too. */
  receiptUrl: z.url().nullable(),
  pdfUrl: z.url().nullable(),
});

export type Bill = z.infer<typeof billSchema>;

export const listBills = defineEndpoint({
  method: 'GET',
  url: '/api/subscription/bills',
  access: 'member',
  summary:
    'My last bills with their receipts, the card that is charged, and where I am taxed; 503 while the provider is away.',
  response: z.object({
    card: z.object({ brand: z.string(), last4: z.string(), expMonth: z.int(), expYear: z.int() }).nullable(),
    /** What my next bills are taxed for; null where no tax is computed, or no place is known. */
    place: billingAddressSchema.nullable(),
    bills: z.array(billSchema),
  }),
});

export type Bills = z.infer<typeof listBills.response>;

export const openPortal = defineEndpoint({
  method: 'POST',
  url: '/api/subscription/portal',
  access: 'member',
  summary: 'A single-use address at the provider: my invoices, or another card.',
  body: z.strictObject({ purpose: z.enum(['invoices', 'card']) }),
  response: z.object({ url: z.url() }),
});

/** Signed webhook events. Their content is only a hint to read the provider's current state. */
export const receiveWebhook = defineEndpoint({
  method: 'POST',
  url: '/api/stripe/webhook',
  access: 'public',
  summary: 'For the payment provider only: signed, at most five minutes old.',
  response: z.object({ received: z.literal(true) }),
});
