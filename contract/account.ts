import { z } from 'zod';
import { idSchema, tierSchema } from './common.ts';
import { defineEndpoint, defineNavigation } from './endpoint.ts';

export const userSchema = z.object({
  id: idSchema,
  subscriptionTier: tierSchema,
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
  answer: userSchema,
});

export const checkAuth = defineEndpoint({
  method: 'GET',
  url: '/api/auth/check',
  access: 'public',
  summary: 'Whether the caller is signed in, and whether signing in is set up.',
  answer: z.object({
    authenticated: z.boolean(),
    signInConfigured: z.boolean(),
    /** Signing in and paying are stand-ins on this machine; a banner says so. */
    isSandbox: z.boolean(),
  }),
});

export type AuthState = z.infer<typeof checkAuth.answer>;

/**
 * Whatever is no path on this host is dropped, never refused: a person follows this link, and an error page would not
 * help them in.
 */
const returnQuery = z.object({
  returnUrl: z
    .string()
    .optional()
    .catch(undefined)
    .describe('Path on this host to come back to; anything else is ignored.'),
});

const redirect = z.null().describe('To the page to go on with; `Location` names it.');

export const login = defineNavigation({
  method: 'GET',
  url: '/api/login',
  access: 'public',
  summary: 'To the sign-in page.',
  query: returnQuery,
  answerStatus: 302,
  answer: redirect,
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
      .describe('Any text; makes the address a new one to caches. Nothing depends on it.'),
  }),
  answerStatus: 302,
  answer: redirect,
});

/** OpenID Connect Core section 3.1.2.5 and 3.1.2.6; taken as it came, because it is verified as it came. */
export const finishGoogleSignIn = defineNavigation({
  method: 'GET',
  url: '/api/auth/google/callback',
  access: 'public',
  summary: 'Where Google sends the browser back to; to the wanted page, or to `/login?error=google`.',
  query: z.looseObject({
    code: z.unknown().optional().describe('Exchanged for the ID token.'),
    state: z.unknown().optional().describe('Of the sign-in this browser began.'),
    error: z.unknown().optional().describe('Why Google did not sign anybody in.'),
  }),
  answerStatus: 302,
  answer: redirect,
  isInternal: true,
});

export const logout = defineNavigation({
  method: 'POST',
  url: '/api/logout',
  access: 'public',
  summary: 'Signs out, then to the landing page.',
  answerStatus: 303,
  answer: redirect,
});

export const logoutByLink = defineNavigation({
  method: 'GET',
  url: '/api/logout',
  access: 'public',
  summary:
    'Signs out, then to the landing page. Asks first when another site sent the browser here (DECISIONS 17).',
  answerStatus: 302,
  answer: redirect,
  pageAnswer: z.string().describe('The page that asks.'),
});
