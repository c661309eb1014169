/** Saved values as other features use them: teams, and the account's archive. */
export { readSavedValues } from './saved-values.member-data.queries.ts';
export { leaveSavedValues } from './saved-values.queries.ts';
