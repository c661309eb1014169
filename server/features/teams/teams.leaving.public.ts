/** Apart from teams.public.ts, which collections and saved values use: leaving uses them in its turn. */
export { leaveTeams } from './teams.leaving.ts';
