import { z } from 'zod';
import { commentAuthorSchema } from './comments.ts';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, timestampSchema } from './field-schemas.ts';
import { NOTICE_KINDS } from './notice-texts.ts';

const noticeKindSchema = z.enum(NOTICE_KINDS);

const noticeSchema = z.object({
  id: idSchema,
  kind: noticeKindSchema,
  subject: z.string(),
  /** A page of ours. */
  path: z.string(),
  /** When the member copied what has changed; null where it tells of something else. */
  copiedOn: z.iso.date().nullable(),
  /** The reply it tells of: null once that is hidden or deleted, or its prompt is not the member's to read. */
  reply: z
    .object({
      /** Null once the account is gone. */
      author: commentAuthorSchema.nullable(),
      /** Its first line as plain text, cut after a word. */
      excerpt: z.string(),
    })
    .nullable(),
  createdAt: timestampSchema,
  isRead: z.boolean(),
});

export type Notice = z.infer<typeof noticeSchema>;

/** What a member opens by other ways than its notice. */
const NOTICE_SUBJECTS = ['order', 'ticket', 'prompt'] as const;

export type NoticeSubject = (typeof NOTICE_SUBJECTS)[number];

export const listNotices = defineEndpoint({
  method: 'GET',
  url: '/api/notices',
  access: 'member',
  summary: 'What the member was told of in the app, newest first; the last hundred.',
  response: z.array(noticeSchema),
});

export const countUnreadNotices = defineEndpoint({
  method: 'GET',
  url: '/api/notices/unread',
  access: 'member',
  summary: 'How many notices the member has not read.',
  response: z.object({ unread: z.int() }),
});

export const markNoticesRead = defineEndpoint({
  method: 'POST',
  url: '/api/notices/read',
  access: 'member',
  summary:
    'Marks one notice as read, those about something that was opened, or all there are. May be repeated.',
  body: z
    .strictObject({
      id: idSchema.optional(),
      about: z
        .strictObject({
          kind: z.enum(NOTICE_SUBJECTS).describe('Of a prompt: replies on it, and that it has changed.'),
          id: idSchema,
        })
        .optional(),
    })
    .describe('All when both are absent.'),
  response: z.object({ unread: z.int() }),
});
