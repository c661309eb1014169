import type { TeamRole } from '#contract/teams.ts';

/** What a role is called, and what whoever has it can do: to read on behind "can". */
export const ROLE_TEXTS: Record<TeamRole, { name: string; can: string }> = {
  owner: { name: 'Owner', can: 'invite people, give roles, and do all that editors do' },
  editor: { name: 'Editor', can: 'share collections and saved values, and change the team’s' },
  reader: { name: 'Reader', can: 'use what the team shares' },
};
