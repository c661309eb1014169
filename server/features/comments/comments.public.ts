/** Comments as the account reads and removes them, and as staff decide about reported ones. */
export {
  readComments,
  readCommentVotes,
  readReports,
  removeComments,
  removeCommentVotes,
  removeHiddenTexts,
} from './comments.member-data.queries.ts';
export { type DecidedComment, decideComment, findReported } from './comments.moderation.queries.ts';
