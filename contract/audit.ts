import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { countSchema, cursorSchema, storableText, timestampSchema } from './field-schemas.ts';
import { LIMITS, SERVER_LIMITS } from './limits.ts';

/** What staff do, as the audit log names it. */
export const AUDIT_ACTS = [
  'grant role',
  'revoke role',
  'grant tier',
  'grant prompt',
  'revoke prompt',
  'end sessions',
  'suspend',
  'unsuspend',
  'erase',
  'refund plan',
  'refund order',
  'start order',
  'deliver order',
  'keep comment',
  'hide comment',
  'delete comment',
  'keep collection',
  'hide collection',
  'delete collection',
  'feature prompt',
  'unfeature prompt',
  'retire prompt',
  'restore prompt',
  'import prompts',
  'close request',
  'reopen request',
  'answer ticket',
  'note ticket',
  'close ticket',
  'add canned answer',
  'change canned answer',
  'remove canned answer',
  'dismiss incident',
  'resend mail',
] as const;

export type AuditAct = (typeof AUDIT_ACTS)[number];

/** To what. */
export const AUDIT_SUBJECTS = [
  'member',
  'order',
  'comment',
  'collection',
  'prompt',
  'library',
  'request',
  'ticket',
  'answer',
  'incident',
  'mail',
] as const;

export type AuditSubject = (typeof AUDIT_SUBJECTS)[number];

/** Filters of the list, all of which a line has to meet. */
const filters = z.object({
  /** An id, a part of a name or address of staff, or `command`. */
  actor: storableText.max(LIMITS.searchTextCharacters).optional(),
  act: z.enum(AUDIT_ACTS).optional(),
  subject: z.enum(AUDIT_SUBJECTS).optional(),
  /** An id, or a part of a member's name or address, of a prompt's title or of an order's goal. */
  target: storableText.max(LIMITS.searchTextCharacters).optional(),
  /** Days by UTC, both of them included. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
});

export type AuditFilters = z.infer<typeof filters>;

export const auditLineSchema = z.object({
  id: z.string(),
  at: timestampSchema,
  /** Null: a command at a shell. `name` is null once the account is gone. */
  actor: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  actorRole: z.enum(['moderator', 'admin', 'command']),
  act: z.string(),
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
  network: z.string().nullable(),
});

export type AuditEntry = z.infer<typeof auditLineSchema>;

export const listAudit = defineEndpoint({
  method: 'GET',
  url: '/api/admin/audit',
  access: 'admin',
  summary: 'Who of staff did what to whom, newest first.',
  query: filters.extend({
    limit: countSchema(SERVER_LIMITS.maxListPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.object({ lines: z.array(auditLineSchema), nextCursor: z.string().nullable() }),
});
