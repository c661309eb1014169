/** Collections as other features use them: exports, the account's archive, the sitemap, staff. */
export { readCollectionReports, readCollections } from './collections.member-data.queries.ts';
export {
  type DecidedCollection,
  decideCollection,
  findReportedCollections,
} from './collections.moderation.queries.ts';
export { findCollectedOnly, findItems } from './collections.prompts.queries.ts';
export { forgetSharedOf, requireCollection } from './collections.queries.ts';
export { findPublicCollections } from './collections.sharing.queries.ts';
export { leaveCollections } from './collections.team.queries.ts';
