/** Teams as other features use them: who may share what with one, and the account's archive. */
export { requireTeam } from './teams.access.ts';
export { readTeams } from './teams.member-data.queries.ts';
export { lockTeam } from './teams.queries.ts';
