import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { requiredText, timestampSchema } from './field-schemas.ts';
import { LIMITS } from './limits.ts';
import { TOKEN_SCOPES } from './token-scopes.ts';

/** How long a token may live. Days. */
export const TOKEN_DAYS = [30, 90, 365] as const;

export type TokenDays = (typeof TOKEN_DAYS)[number];

/** Where every token begins: people and secret scanners know it by this. */
export const TOKEN_PREFIX = 'prmt_';

const tokenSchema = z.object({
  id: z.uuid('is not an id'),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** All that is kept of the token itself, besides its hash. */
  lastFour: z.string(),
  createdAt: timestampSchema,
  expiresAt: timestampSchema,
  /** The day of its last use, YYYY-MM-DD in UTC; null when it was never used. */
  usedOn: z.iso.date().nullable(),
});

export type Token = z.infer<typeof tokenSchema>;

export const listTokens = defineEndpoint({
  method: 'GET',
  url: '/api/account/tokens',
  access: 'member',
  summary: 'The member’s tokens, newest first; expired ones for 30 days more.',
  response: z.object({
    tokens: z.array(tokenSchema),
    /** Making one is refused until the member has signed in again. */
    needsSignIn: z.boolean(),
  }),
});

export const createToken = defineEndpoint({
  method: 'POST',
  url: '/api/account/tokens',
  access: 'member',
  needsRecentSignIn: true,
  summary: `Makes a token, which is returned this once. 409 with ${LIMITS.tokens} of them.`,
  body: z.strictObject({
    name: requiredText(LIMITS.tokenNameCharacters),
    scopes: z
      .array(z.enum(TOKEN_SCOPES))
      .min(1, 'must name one at least')
      .max(TOKEN_SCOPES.length, 'names one twice')
      .refine((scopes) => new Set(scopes).size === scopes.length, 'names one twice'),
    days: z.literal([...TOKEN_DAYS], `must be one of ${TOKEN_DAYS.join(', ')}`),
  }),
  response: tokenSchema.extend({ token: z.string() }),
});

export const revokeToken = defineEndpoint({
  method: 'DELETE',
  url: '/api/account/tokens/:tokenId',
  access: 'member',
  summary: 'Ends a token at once. May be repeated.',
  params: z.object({ tokenId: tokenSchema.shape.id }),
  response: z.object({ revoked: z.int() }),
});
