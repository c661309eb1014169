import { z } from 'zod';
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

/** Why staff do it, for the audit log: no personal data. */
export const reasonSchema = requiredText(LIMITS.auditReasonCharacters);

const doneSchema = z.object({ done: z.literal(true) });
const member = z.object({ memberId: idSchema });

export const MEMBER_STATES = ['active', 'suspended'] as const;

const memberRowSchema = z.object({
  id: idSchema,
  name: z.string(),
  email: z.string(),
  /** What they read now, whatever it comes from. */
  tier: tierSchema,
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
    role: z.enum(ROLES).optional(),
    state: z.enum(MEMBER_STATES).optional(),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object({ members: z.array(memberRowSchema), nextCursor: z.string().nullable() }),
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
