/** The public interface of search. */
export {
  indexPrompts,
  isIndexIncomplete,
  rebuildSearchIndex,
  refreshSearchWords,
} from './search.index.queries.ts';
export { readPromptList } from './search.lists.ts';
export { exportPromptRequests } from './search.personal-data.queries.ts';
export { findRequests, markRequest } from './search.requests.queries.ts';
export { type SearchSources, searchSources } from './search.sources.ts';
