/** Saved values as other features use them: teams, and the account's archive. */
export { exportSavedValues } from './saved-values.personal-data.queries.ts';
export { unshareSavedValues } from './saved-values.queries.ts';
