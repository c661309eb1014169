/** The door of search: what other features may ask of it. */
export { indexPrompts, refreshSearchWords } from './search-index.queries.ts';
