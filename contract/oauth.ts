import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { timestampSchema } from './field-schemas.ts';
import { SERVER_LIMITS } from './limits.ts';
import { OAUTH_SCOPES } from './oauth-scopes.ts';

const scopesSchema = z.array(z.enum(OAUTH_SCOPES));

const text = (characters: number) =>
  z
    .string()
    .max(characters, `is longer than ${characters.toLocaleString('en-US')} characters`)
    .optional();
const parameter = text(SERVER_LIMITS.oauthParameterCharacters);

/** What a client sends a browser with (OAuth 2.1 section 4.1.1, RFC 8707). Checked by the server, not by a schema. */
const authorizationRequestSchema = z.object({
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  scope: parameter,
  state: text(SERVER_LIMITS.oauthStateCharacters),
  resource: parameter,
});

export type AuthorizationRequest = z.infer<typeof authorizationRequestSchema>;

export const describeAuthorization = defineEndpoint({
  method: 'GET',
  url: '/api/oauth/authorization',
  access: 'member',
  summary: 'What a client asks the member to allow, for the page that asks them.',
  query: authorizationRequestSchema,
  response: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('consent'),
      clientName: z.string(),
      /** Where the browser goes afterwards: the one thing about a client that is checked. */
      redirectHost: z.string(),
      /** A program on the member's own machine, which any program there could pretend to be. */
      isLocal: z.boolean(),
      scopes: scopesSchema,
      /** Where the browser goes when the member does not allow it. */
      refusalUrl: z.string(),
    }),
    z.object({
      kind: z.literal('refused'),
      message: z.string(),
      /** Tells the client; null where it is not known to be its address. */
      refusalUrl: z.string().nullable(),
      redirectHost: z.string().nullable(),
    }),
  ]),
});

export type Authorization = z.infer<typeof describeAuthorization.response>;

export const allowAuthorization = defineEndpoint({
  method: 'POST',
  url: '/api/oauth/authorization',
  access: 'member',
  needsRecentSignIn: true,
  summary: 'Allows a client what it asks for, or less. Returns where the browser has to go with the code.',
  body: z.strictObject({
    request: authorizationRequestSchema,
    scopes: scopesSchema
      .max(OAUTH_SCOPES.length, 'names one twice')
      .refine((scopes) => new Set(scopes).size === scopes.length, 'names one twice')
      .refine((scopes) => scopes.includes('read'), 'must name read'),
  }),
  response: z.object({ location: z.string() }),
});

const grantSchema = z.object({
  id: z.uuid('is not an id'),
  clientName: z.string(),
  redirectHost: z.string(),
  scopes: scopesSchema,
  createdAt: timestampSchema,
  expiresAt: timestampSchema,
  /** The day of its last use, YYYY-MM-DD in UTC; null when it was never used. */
  usedOn: z.iso.date().nullable(),
});

export type Grant = z.infer<typeof grantSchema>;

export const listGrants = defineEndpoint({
  method: 'GET',
  url: '/api/account/grants',
  access: 'member',
  summary: 'The apps the member lets use the library as them, newest first.',
  response: z.object({ grants: z.array(grantSchema) }),
});

export const revokeGrant = defineEndpoint({
  method: 'DELETE',
  url: '/api/account/grants/:grantId',
  access: 'member',
  summary: 'Disconnects an app at once. May be repeated.',
  params: z.object({ grantId: grantSchema.shape.id }),
  response: z.object({ revoked: z.int() }),
});
