/** The door of recents: a use as part of a statement. */
export { rememberUse } from './recents.queries.ts';
