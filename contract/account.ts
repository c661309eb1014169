import { z } from 'zod';
import { defineEndpoint, defineNavigation } from './endpoint.ts';
import { idSchema, tierSchema, timestampSchema, writtenText } from './field-schemas.ts';
import { LIMITS } from './limits.ts';
import { isOpenInUrl } from './open-in.ts';
import { ROLES } from './roles.ts';

export const userSchema = z.object({
  id: idSchema,
  subscriptionTier: tierSchema,
  role: z.enum(ROLES),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
});

export type User = z.infer<typeof userSchema>;

export const getUser = defineEndpoint({
  method: 'GET',
  url: '/api/auth/user',
  access: 'member',
  summary: 'The signed-in member; 401 for visitors.',
  response: userSchema,
});

export const checkAuth = defineEndpoint({
  method: 'GET',
  url: '/api/auth/check',
  access: 'public',
  summary: 'Whether the caller is signed in, and whether signing in is set up.',
  response: z.object({
    authenticated: z.boolean(),
    signInConfigured: z.boolean(),
    /** Sign-in and payments are simulated on this machine; a banner says so. */
    isSandbox: z.boolean(),
  }),
});

/**
 * Anything but a path on this host is ignored, never refused: people follow this link, and an error page would not help
 * them.
 */
const returnQuery = z.object({
  returnUrl: z
    .string()
    .optional()
    .catch(undefined)
    .describe('Path on this host to come back to; anything else is ignored.'),
});

const redirect = z.null().describe('To the next page, in `Location`.');

export const login = defineNavigation({
  method: 'GET',
  url: '/api/login',
  access: 'public',
  summary: 'To the sign-in page.',
  query: returnQuery,
  redirectStatus: 302,
  response: redirect,
});

export const startGoogleSignIn = defineNavigation({
  method: 'GET',
  url: '/api/auth/google',
  access: 'public',
  summary: 'Starts signing in with Google; to `/login?error=…` when it cannot be started.',
  query: returnQuery.extend({
    t: z
      .string()
      .optional()
      .catch(undefined)
      .describe('Any text; makes the URL unique for caches. Nothing depends on it.'),
    again: z
      .literal('true')
      .optional()
      .catch(undefined)
      .describe('Has the person prove who they are, even if their browser is signed in at Google.'),
  }),
  redirectStatus: 302,
  response: redirect,
});

/** OpenID Connect Core section 3.1.2.5 and 3.1.2.6; not parsed here, because it is verified as received. */
export const finishGoogleSignIn = defineNavigation({
  method: 'GET',
  url: '/api/auth/google/callback',
  access: 'public',
  summary: 'The callback of Google; to the wanted page, or to `/login?error=google`.',
  query: z.looseObject({
    code: z.unknown().optional().describe('Exchanged for the ID token.'),
    state: z.unknown().optional().describe('Of the sign-in this browser started.'),
    error: z.unknown().optional().describe('Why Google did not sign anybody in.'),
  }),
  redirectStatus: 302,
  response: redirect,
  isInternal: true,
});

export const logout = defineNavigation({
  method: 'POST',
  url: '/api/logout',
  access: 'public',
  summary: 'Signs out, then to the landing page.',
  redirectStatus: 303,
  response: redirect,
});

export const logoutEverywhere = defineEndpoint({
  method: 'POST',
  url: '/api/logout/everywhere',
  access: 'member',
  summary:
    'Ends all sessions of the member, on every device, this one too, all their tokens and connected apps.',
  response: z.object({
    ended: z.int().describe('Sessions that were ended.'),
    tokens: z.int(),
    apps: z.int(),
  }),
});

export const logoutByLink = defineNavigation({
  method: 'GET',
  url: '/api/logout',
  access: 'public',
  summary: 'Signs out, then to the landing page. Asks first when another site sent the browser here.',
  redirectStatus: 302,
  response: redirect,
  pageResponse: z.string().describe('The page that asks.'),
});

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
    name: writtenText(LIMITS.ownNameCharacters)
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
    url: writtenText(LIMITS.openInUrlCharacters)
      .refine(isOpenInUrl, 'must begin with https:// and hold {prompt} behind the host')
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
