import { z } from 'zod';
import { idSchema, tierSchema } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

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
