/** Tokens as other features need them: for a member's archive, and to end them all. */
export { readTokens, removeTokens } from './tokens.member-data.queries.ts';
