import { z } from 'zod';
import { defineEndpoint, defineNavigation } from './endpoint.ts';
import { idSchema, tierSchema } from './field-schemas.ts';
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
    /** Whether actions that need a recent sign-in are open to the caller now. */
    isSignInRecent: z.boolean(),
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
  summary: 'The callback of Google; to the wanted page, or to `/login?error=…`.',
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
