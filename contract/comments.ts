import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { countSchema, cursorSchema, idSchema, storableText, timestampSchema } from './field-schemas.ts';
import { LIMITS, SERVER_LIMITS } from './limits.ts';

/** Why a comment is reported. */
export const REPORT_REASONS = ['spam', 'abuse', 'personal-data', 'other'] as const;

export const commentAuthorSchema = z.object({
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Whole for oneself, masked (`a•••@•••`) for others. */
  email: z.string(),
  profileImageUrl: z.string().nullable(),
});

export const commentSchema = z.object({
  id: idSchema,
  /** Empty once deleted. */
  content: z.string(),
  parentId: idSchema.nullable(),
  createdAt: timestampSchema,
  editedAt: timestampSchema.nullable(),
  isDeleted: z.boolean(),
  upvotes: z.int(),
  hasUpvoted: z.boolean(),
  isOwn: z.boolean(),
  /** Until when its author may edit or delete it; null for others' comments and deleted ones. */
  editableUntil: timestampSchema.nullable(),
  /** Null once the comment is deleted or its author's account is gone. */
  user: commentAuthorSchema.nullable(),
});

export type Comment = z.infer<typeof commentSchema>;

/** 1 to 10,000 characters after trimming, at least one of them to be seen. The server trims. */
const contentSchema = storableText
  .refine((text) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(text), 'must not be blank')
  .refine(
    (text) => text.trim().length <= LIMITS.commentCharacters,
    `must have at most ${LIMITS.commentCharacters} characters`,
  );

const promptParams = z.object({ id: idSchema });
const commentParams = z.object({ id: idSchema });

export const listComments = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/comments',
  access: 'member',
  scope: 'read',
  summary: `The comments of one prompt, the oldest threads first, at most ${SERVER_LIMITS.commentPageThreads} of them and ${SERVER_LIMITS.commentPage} comments, fewer long ones; in one response oldest first. A deleted one only while it has replies. More by \`Link: rel="next"\`.`,
  params: promptParams,
  query: z.object({
    limit: countSchema(SERVER_LIMITS.maxCommentPage).optional(),
    cursor: cursorSchema.optional(),
  }),
  response: z.array(commentSchema),
});

export const getComment = defineEndpoint({
  method: 'GET',
  url: '/api/prompts/:id/comments/:commentId',
  access: 'member',
  scope: 'read',
  summary: 'One comment of a prompt: what a link to it shows when its page of the list is not here.',
  params: z.object({ id: idSchema, commentId: idSchema }),
  response: commentSchema,
});

export const addComment = defineEndpoint({
  method: 'POST',
  url: '/api/prompts/:id/comments',
  access: 'member',
  scope: 'comments',
  summary:
    'Posts a comment, or a reply; a reply to a reply joins its thread. The same text twice within a minute is one comment.',
  params: promptParams,
  body: z.strictObject({ content: contentSchema, parentId: idSchema.nullish() }),
  response: commentSchema,
});

export const editComment = defineEndpoint({
  method: 'PUT',
  url: '/api/comments/:id',
  access: 'member',
  scope: 'comments',
  summary: 'Changes my comment, within 15 minutes of posting it.',
  params: commentParams,
  body: z.strictObject({ content: contentSchema }),
  response: commentSchema,
});

export const deleteComment = defineEndpoint({
  method: 'DELETE',
  url: '/api/comments/:id',
  access: 'member',
  scope: 'comments',
  summary: 'Deletes my comment, within 15 minutes; one with replies stays as "deleted". May be repeated.',
  params: commentParams,
  response: z.object({ commentCount: z.int() }),
});

const commentVoteSchema = z.object({ upvotes: z.int(), hasUpvoted: z.boolean() });

export const upvoteComment = defineEndpoint({
  method: 'POST',
  url: '/api/comments/:id/vote',
  access: 'member',
  scope: 'comments',
  summary: 'Upvotes another member’s comment. May be repeated.',
  params: commentParams,
  response: commentVoteSchema,
});

export const removeCommentVote = defineEndpoint({
  method: 'DELETE',
  url: '/api/comments/:id/vote',
  access: 'member',
  scope: 'comments',
  summary: 'Takes my upvote back. May be repeated.',
  params: commentParams,
  response: commentVoteSchema,
});

export const reportComment = defineEndpoint({
  method: 'POST',
  url: '/api/comments/:id/report',
  access: 'member',
  scope: 'comments',
  summary: 'Reports another member’s comment; once per member and comment.',
  params: commentParams,
  body: z.strictObject({ reason: z.enum(REPORT_REASONS), details: storableText.max(1000).optional() }),
  response: z.object({ isReported: z.literal(true) }),
});
