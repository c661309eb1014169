/** Comments as the account reads and removes them. */
export {
  readComments,
  readCommentVotes,
  readReports,
  removeComments,
  removeCommentVotes,
} from './comments.member-data.queries.ts';
