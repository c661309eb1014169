/** Comments as the account reads and removes them, as staff decide about reported ones, and as notices tell of them. */

export { type DecidedComment, decideComment, findReported } from './comments.moderation.queries.ts';
export {
  exportComments,
  exportCommentVotes,
  exportReports,
  removeComments,
  removeCommentVotes,
  removeHiddenTexts,
} from './comments.personal-data.queries.ts';
export { findReplies } from './comments.replies.ts';
