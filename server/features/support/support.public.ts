// The public interface of support: what of a member's tickets others need.
export { readTickets } from './support.member-data.queries.ts';
