// The public interface of support: what of a member's tickets others need.
export { exportTickets } from './support.personal-data.queries.ts';
export { findTickets as findTicketsOfMember } from './support.queries.ts';
export { countTickets } from './support.staff.queries.ts';
