/** Votes as the account reads and removes them. */
export { exportVotes, removeVotes } from './votes.personal-data.queries.ts';
