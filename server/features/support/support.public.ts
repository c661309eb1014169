// The public interface of support: what of a member's tickets others need.
export { exportTickets } from './support.personal-data.queries.ts';
