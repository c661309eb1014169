/** Votes as the account reads and removes them. */
export { readVotes, removeVotes } from './votes.member-data.queries.ts';
