/** What a token may be for; an endpoint names the one that reaches it. */
export const TOKEN_SCOPES = ['read', 'copy', 'favorites', 'comments'] as const;

export type TokenScope = (typeof TOKEN_SCOPES)[number];
