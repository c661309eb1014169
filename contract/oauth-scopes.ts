/** What an app may be allowed: what the MCP server has tools for. `read` is part of every consent. */
export const OAUTH_SCOPES = ['read', 'copy', 'favorites'] as const;

export type OAuthScope = (typeof OAUTH_SCOPES)[number];

/** Where OAuth is answered; the page that asks members is `/oauth/authorize`. */
export const OAUTH_PATHS = {
  authorize: '/oauth/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
  serverMetadata: '/.well-known/oauth-authorization-server',
  resourceMetadata: '/.well-known/oauth-protected-resource',
} as const;
