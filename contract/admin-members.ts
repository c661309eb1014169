import { z } from 'zod';
import { billSchema } from './billing.ts';
import { defineEndpoint } from './endpoint.ts';
import {
  countSchema,
  cursorSchema,
  idSchema,
  requiredText,
  storableText,
  tierSchema,
  timestampSchema,
} from './field-schemas.ts';
import { LIMITS, SERVER_LIMITS } from './limits.ts';
import { ORDER_STATES } from './orders.ts';
import { ROLES } from './roles.ts';
import { listedTicketSchema } from './support.ts';

/** Why staff do it, for the audit log: no personal data. */
export const reasonSchema = requiredText(LIMITS.auditReasonCharacters);

const doneSchema = z.object({ done: z.literal(true) });
const member = z.object({ memberId: idSchema });

export const MEMBER_STATES = ['active', 'suspended'] as const;

/** Where a member's tier comes from. `paying` are all that pay, `ending` and `overdue` those of them that may soon not. */
export const PLAN_FILTERS = ['paying', 'ending', 'overdue', 'trial', 'granted', 'none'] as const;

const planSchema = z.object({
  kind: z.enum(['paying', 'ending', 'overdue', 'trial', 'granted']),
  tier: tierSchema,
  /** What a month costs them, in cents of `currency`; null where nothing is charged, or it is not known yet. */
  monthlyCents: z.int().nullable(),
  currency: z.string().nullable(),
  /** When it ends by itself; null where nothing ends it. */
  endsAt: timestampSchema.nullable(),
});

const memberRowSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  /** What they read now, whatever it comes from. */
  tier: tierSchema,
  /** The one they pay for before what was given to them; null for the free tier. */
  plan: planSchema.nullable(),
  role: z.enum(ROLES),
  isSuspended: z.boolean(),
  memberSince: timestampSchema,
});

export type MemberRow = z.infer<typeof memberRowSchema>;

export const findMembers = defineEndpoint({
  method: 'GET',
  url: '/api/admin/members',
  access: 'moderator',
  summary: 'Members by a part of their name or address, or by id; newest first.',
  query: z.object({
    q: storableText.max(LIMITS.searchTextCharacters).optional(),
    tier: tierSchema.optional(),
    plan: z.enum(PLAN_FILTERS).optional(),
    role: z.enum(ROLES).optional(),
    state: z.enum(MEMBER_STATES).optional(),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object({
    members: z.array(memberRowSchema),
    /** All that match, on every page. */
    total: z.int(),
    nextCursor: z.string().nullable(),
  }),
});

export const getMember = defineEndpoint({
  method: 'GET',
  url: '/api/admin/members/:memberId',
  access: 'moderator',
  summary: 'What staff need to help one member; nothing they filled into prompts, and nothing of a card.',
  params: member,
  response: memberRowSchema.extend({
    suspendedAt: timestampSchema.nullable(),
    suspensionReason: z.string().nullable(),
    /** By staff. */
    grantedTier: tierSchema,
    grantedUntil: timestampSchema.nullable(),
    subscription: z
      .object({
        status: z.string(),
        tier: tierSchema,
        periodEnd: timestampSchema,
        endsAt: timestampSchema.nullable(),
        /** The bank of its owner claims a payment back, or has taken it back. */
        isDisputed: z.boolean(),
      })
      .nullable(),
    trialEndsAt: timestampSchema.nullable(),
    /** The customer at the payment provider; null where there is none. */
    customerUrl: z.string().nullable(),
    sessions: z.array(
      z.object({ device: z.string().nullable(), startedAt: timestampSchema, usedAt: timestampSchema }),
    ),
    /** Their tokens and connected apps: how many, and nothing of them. */
    tokens: z.int(),
    apps: z.int(),
    orders: z.array(
      z.object({ id: idSchema, goal: z.string(), state: z.enum(ORDER_STATES), at: timestampSchema }),
    ),
    /** The newest ones, at most a hundred. */
    tickets: z.array(listedTicketSchema),
    grants: z.array(z.object({ promptId: idSchema, title: z.string(), isByStaff: z.boolean() })),
    /** The newest ones. */
    comments: z.array(
      z.object({
        id: idSchema,
        promptId: idSchema,
        promptTitle: z.string(),
        content: z.string(),
        state: z.enum(['shown', 'hidden', 'deleted']),
        at: timestampSchema,
        reports: z.int(),
      }),
    ),
    counts: z.object({ favorites: z.int(), copies: z.int(), comments: z.int(), reports: z.int() }),
  }),
});

export type MemberDetail = z.infer<typeof getMember.response>;

const paymentSchema = billSchema.pick({
  id: true,
  date: true,
  paidAt: true,
  amountCents: true,
  currency: true,
  status: true,
  isOrder: true,
  plan: true,
  isChange: true,
});

export type MemberPayment = z.infer<typeof paymentSchema>;

/** The last bill of their plan that was settled. */
const planPaymentSchema = z.object({
  /** By card: what a refund gives back. Less than the bill where credit paid for some of it. Cents of `currency`. */
  amountPaidCents: z.int(),
  currency: z.string(),
  paidAt: timestampSchema.nullable(),
  isRefunded: z.boolean(),
});

export type MemberPlanPayment = z.infer<typeof planPaymentSchema>;

export const listMemberPayments = defineEndpoint({
  method: 'GET',
  url: '/api/admin/members/:memberId/payments',
  access: 'moderator',
  summary:
    'The last bills of a member, and what a refund of their plan would give back, read from the payment provider: amounts, states and dates, and nothing of a card. 503 while it is away.',
  params: member,
  response: z.object({ payments: z.array(paymentSchema), planPayment: planPaymentSchema.nullable() }),
});

export const setMemberRole = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/members/:memberId/role',
  access: 'admin',
  needsRecentSignIn: true,
  summary: 'Makes a member staff, or staff a member. Not oneself.',
  params: member,
  body: z.strictObject({ role: z.enum(ROLES), reason: reasonSchema }),
  response: doneSchema,
});

export const setMemberTier = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/members/:memberId/tier',
  access: 'admin',
  needsRecentSignIn: true,
  summary: 'Gives a tier, until the end of a day (UTC) or until it is taken back; `basic` takes it back.',
  params: member,
  body: z.strictObject({ tier: tierSchema, until: z.iso.date().nullable(), reason: reasonSchema }),
  response: doneSchema,
});

export const grantMemberPrompt = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/members/:memberId/prompts/:promptId',
  access: 'admin',
  needsRecentSignIn: true,
  summary: 'Opens one prompt to one member, or takes back what staff opened.',
  params: member.extend({ promptId: idSchema }),
  body: z.strictObject({ isGranted: z.boolean(), reason: reasonSchema }),
  response: doneSchema,
});

export const endMemberSessions = defineEndpoint({
  method: 'POST',
  url: '/api/admin/members/:memberId/sign-out',
  access: 'moderator',
  summary: 'Signs a member out everywhere, revokes their tokens and disconnects their apps.',
  params: member,
  body: z.strictObject({ reason: reasonSchema }),
  response: doneSchema,
});

export const suspendMember = defineEndpoint({
  method: 'PUT',
  url: '/api/admin/members/:memberId/suspension',
  access: 'moderator',
  needsRecentSignIn: true,
  summary: 'Suspends a member, or ends that. Not oneself, and staff only by admins.',
  params: member,
  body: z.strictObject({ isSuspended: z.boolean(), reason: reasonSchema }),
  response: doneSchema,
});

export const refundMember = defineEndpoint({
  method: 'POST',
  url: '/api/admin/members/:memberId/refund',
  access: 'admin',
  needsRecentSignIn: true,
  summary:
    'Refunds the last payment of a member’s plan and ends the plan at once; 400 when nothing was paid, 409 when that is more than 14 days ago, or disputed. May be repeated.',
  params: member,
  body: z.strictObject({ reason: reasonSchema }),
  response: doneSchema,
});

export const eraseMember = defineEndpoint({
  method: 'POST',
  url: '/api/admin/members/:memberId/erasure',
  access: 'admin',
  needsRecentSignIn: true,
  summary: 'Deletes an account as its member would; 409 while a payment is being processed. Not oneself.',
  params: member,
  body: z.strictObject({
    confirmation: z.literal('DELETE', 'must be DELETE'),
    comments: z.enum(['keep', 'remove']),
    reason: reasonSchema,
  }),
  response: doneSchema,
});
