/** Teams as other features use them: who may share what with one, and the account's archive. */
export { requireTeam } from './teams.access.ts';
export { exportTeams } from './teams.personal-data.queries.ts';
export { lockTeam } from './teams.queries.ts';
