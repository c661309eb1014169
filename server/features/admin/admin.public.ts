/** The public interface of admin: for the command that makes the first one. */
export { findByEmail, findStaff, setRole } from './admin.roles.queries.ts';
