import { z } from 'zod';
import { reasonSchema } from './admin-members.ts';
import { REPORT_REASONS } from './comments.ts';
import { defineEndpoint } from './endpoint.ts';
import { countSchema, cursorSchema, idSchema, timestampSchema } from './field-schemas.ts';
import { SERVER_LIMITS } from './limits.ts';

/** What becomes of a reported comment or collection. A hidden collection is its member's alone. */
export const MODERATION_DECISIONS = ['keep', 'hide', 'delete'] as const;

export type Decision = (typeof MODERATION_DECISIONS)[number];

export const CASE_STATES = ['open', 'resolved'] as const;

const personSchema = z.object({ id: idSchema, name: z.string() });

const reportSchema = z.object({
  by: personSchema,
  reason: z.enum(REPORT_REASONS),
  details: z.string().nullable(),
  at: timestampSchema,
});

/** Who wrote what was reported. */
const authorSchema = personSchema.extend({
  memberSince: timestampSchema,
  isSuspended: z.boolean(),
  /** Comments and collections of theirs that were ever reported, and those that were hidden or deleted for it. */
  reported: z.int(),
  removed: z.int(),
});

export type ReportedAuthor = z.infer<typeof authorSchema>;

const caseSchema = z.object({
  commentId: idSchema,
  content: z.string(),
  state: z.enum(['shown', 'hidden', 'deleted']),
  postedAt: timestampSchema,
  prompt: z.object({ id: idSchema, title: z.string() }),
  /** What it answers. */
  parent: z.object({ content: z.string() }).nullable(),
  /** Null once the account is gone. */
  author: authorSchema.nullable(),
  reports: z.array(reportSchema),
  firstReportedAt: timestampSchema,
  resolution: z.enum(['kept', 'hidden', 'deleted']).nullable(),
  resolvedAt: timestampSchema.nullable(),
});

export type ModerationCase = z.infer<typeof caseSchema>;

export const listCases = defineEndpoint({
  method: 'GET',
  url: '/api/admin/moderation',
  access: 'moderator',
  summary:
    'Reported comments with their reports, the longest waiting first; resolved ones newest first. `open` counts collections too.',
  query: z.object({
    state: z.enum(CASE_STATES).optional(),
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object({ cases: z.array(caseSchema), open: z.int(), nextCursor: z.string().nullable() }),
});

export const decideCase = defineEndpoint({
  method: 'POST',
  url: '/api/admin/moderation/:commentId/decision',
  access: 'moderator',
  summary:
    'Keeps, hides or deletes a reported comment, and resolves its reports. A hidden one that is kept is shown again; 409 for keeping or hiding one whose text is gone.',
  params: z.object({ commentId: idSchema }),
  body: z.strictObject({ decision: z.enum(MODERATION_DECISIONS), reason: reasonSchema }),
  response: z.object({ done: z.literal(true) }),
});

const collectionCaseSchema = z.object({
  collectionId: idSchema,
  name: z.string(),
  description: z.string(),
  notes: z.array(z.string()),
  state: z.enum(['shown', 'hidden']),
  owner: authorSchema,
  reports: z.array(reportSchema),
  resolution: z.enum(['kept', 'hidden']).nullable(),
  resolvedAt: timestampSchema.nullable(),
});

export type CollectionCase = z.infer<typeof collectionCaseSchema>;

export const listCollectionCases = defineEndpoint({
  method: 'GET',
  url: '/api/admin/collections',
  access: 'moderator',
  summary: 'Reported collections with their reports, the longest waiting first; resolved ones newest first.',
  query: z.object({ state: z.enum(CASE_STATES).optional() }),
  response: z.array(collectionCaseSchema),
});

export const decideCollectionCase = defineEndpoint({
  method: 'POST',
  url: '/api/admin/collections/:collectionId/decision',
  access: 'moderator',
  summary:
    'Keeps, hides or deletes a reported collection, and resolves its reports. A hidden one that is kept is shown again; a deleted one is gone, with its reports.',
  params: z.object({ collectionId: idSchema }),
  body: z.strictObject({ decision: z.enum(MODERATION_DECISIONS), reason: reasonSchema }),
  response: z.object({ done: z.literal(true) }),
});
