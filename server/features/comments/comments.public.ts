/** Comments as the account reads and removes them, and as staff decide about reported ones. */

export { type DecidedComment, decideComment, findReported } from './comments.moderation.queries.ts';
export {
  exportComments,
  exportCommentVotes,
  exportReports,
  removeComments,
  removeCommentVotes,
  removeHiddenTexts,
} from './comments.personal-data.queries.ts';
