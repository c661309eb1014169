/** Collections as other features use them: exports, the account's archive, the sitemap, staff. */

export {
  type DecidedCollection,
  decideCollection,
  findReportedCollections,
} from './collections.moderation.queries.ts';
export { exportCollectionReports, exportCollections } from './collections.personal-data.queries.ts';
export { findCollectedNotFavorite, findItems } from './collections.prompts.queries.ts';
export { invalidateSharedCollectionsOf, requireCollection } from './collections.queries.ts';
export { findPublicCollections } from './collections.sharing.queries.ts';
export { unshareCollections } from './collections.team.queries.ts';
