import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { requiredText, timestampSchema } from './field-schemas.ts';
import { LIMITS } from './limits.ts';
import { isOpenInUrlTemplate } from './open-in.ts';

export const getAccount = defineEndpoint({
  method: 'GET',
  url: '/api/account',
  access: 'member',
  summary: 'What the account page shows of the member, besides what they pay.',
  response: z.object({
    email: z.string(),
    /** As Google says it; empty when it says none. */
    googleName: z.string(),
    /** Shown instead, when the member wrote one. */
    ownName: z.string().nullable(),
    /** Where else filled prompts open, with `{prompt}` for the text. */
    openInUrl: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    memberSince: timestampSchema,
  }),
});

export type Account = z.infer<typeof getAccount.response>;

export const setOwnName = defineEndpoint({
  method: 'PUT',
  url: '/api/account/name',
  access: 'member',
  summary: 'The name shown to others; null takes Google’s again.',
  body: z.strictObject({
    name: requiredText(LIMITS.ownNameCharacters)
      .refine((name) => !name.includes('@'), 'must not hold an address')
      .nullable(),
  }),
  response: z.object({ ownName: z.string().nullable() }),
});

export const setOpenInUrl = defineEndpoint({
  method: 'PUT',
  url: '/api/account/open-in',
  access: 'member',
  summary: 'An address of one’s own to open filled prompts in; null removes it. We never call it.',
  body: z.strictObject({
    url: requiredText(LIMITS.openInUrlCharacters)
      .refine(isOpenInUrlTemplate, 'must begin with https:// and hold {prompt} behind the host')
      .nullable(),
  }),
  response: z.object({ openInUrl: z.string().nullable() }),
});

const sessionIdSchema = z.uuid('is not an id');

export const listSessions = defineEndpoint({
  method: 'GET',
  url: '/api/account/sessions',
  access: 'member',
  summary: 'Where the member is signed in, last use first.',
  response: z.object({
    sessions: z.array(
      z.object({
        id: sessionIdSchema,
        /** Browser and system; null when they are unknown. */
        device: z.string().nullable(),
        startedAt: timestampSchema,
        /** To the day. */
        usedAt: timestampSchema,
        isCurrent: z.boolean(),
      }),
    ),
  }),
});

export type Session = z.infer<typeof listSessions.response>['sessions'][number];

export const endOneSession = defineEndpoint({
  method: 'DELETE',
  url: '/api/account/sessions/:sessionId',
  access: 'member',
  summary: 'Signs another device out. May be repeated.',
  params: z.object({ sessionId: sessionIdSchema }),
  response: z.object({ ended: z.int() }),
});

export const endOtherSessions = defineEndpoint({
  method: 'DELETE',
  url: '/api/account/sessions',
  access: 'member',
  summary: 'Signs all other devices out; tokens and connected apps stay. May be repeated.',
  response: z.object({ ended: z.int() }),
});

export const exportAccount = defineEndpoint({
  method: 'GET',
  url: '/api/account/export',
  access: 'member',
  summary:
    'Everything stored about the member: a ZIP of JSON, and of their comments and ordered prompts as Markdown.',
  response: z.string(),
});

export const deleteAccount = defineEndpoint({
  method: 'POST',
  url: '/api/account/deletion',
  access: 'member',
  summary: 'Ends what the member pays, then deletes the account. 409 while a payment is being processed.',
  body: z.strictObject({
    confirmation: z.literal('DELETE', 'must be DELETE'),
    /** Kept ones are shown as of a deleted member. */
    comments: z.enum(['keep', 'remove']),
  }),
  response: z.object({ deleted: z.literal(true) }),
});
