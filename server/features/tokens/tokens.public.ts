/** Tokens as other features need them: for a member's archive, and to end them all. */
export { exportTokens, removeTokens } from './tokens.personal-data.queries.ts';
