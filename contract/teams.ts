import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { idSchema, requiredText, storableText, timestampSchema } from './field-schemas.ts';

/** Apart from LIMITS, which every page brings along. */
export const TEAM_LIMITS = {
  /** Besides the owner; open invitations count. */
  invited: 5,
  /** That a member belongs to, their own among them. */
  teams: 10,
  nameCharacters: 60,
  emailCharacters: 254,
  invitationDays: 7,
  /** To one address in a day. */
  invitationMails: 3,
} as const;

export const TEAM_ROLES = ['owner', 'editor', 'reader'] as const;

export type TeamRole = (typeof TEAM_ROLES)[number];

/** Nobody is invited to own a team: it is handed over to somebody in it. */
export const INVITED_ROLES = ['editor', 'reader'] as const;

export type InvitedRole = (typeof INVITED_ROLES)[number];

const teamMemberSchema = z.object({
  /** Of the membership, not of the account. */
  id: idSchema,
  name: z.string(),
  role: z.enum(TEAM_ROLES),
  isMe: z.boolean(),
});

export type TeamMember = z.infer<typeof teamMemberSchema>;

const teamInvitationSchema = z.object({
  id: idSchema,
  /** Whom it is for; null for whoever uses its link first. */
  email: z.string().nullable(),
  role: z.enum(INVITED_ROLES),
  expiresAt: timestampSchema,
  /** Where it is accepted, on this host. */
  path: z.string(),
});

export type TeamInvitation = z.infer<typeof teamInvitationSchema>;

const teamSchema = z.object({
  id: idSchema,
  name: z.string(),
  /** Mine. */
  role: z.enum(TEAM_ROLES),
  /** The owner’s plan has no teams now: all of it can be read, nothing new shared or changed. */
  isPaused: z.boolean(),
  /** The owner first, then by when they came. */
  members: z.array(teamMemberSchema),
  /** Open ones, for the owner alone. */
  invitations: z.array(teamInvitationSchema),
});

export type Team = z.infer<typeof teamSchema>;

const nameInput = requiredText(TEAM_LIMITS.nameCharacters).refine(
  (text) => !/\p{Cc}/u.test(text) && /[\p{L}\p{N}]/u.test(text),
  'must be one line with a letter or number',
);

const emailInput = storableText.pipe(
  z
    .string()
    .trim()
    .toLowerCase()
    .max(TEAM_LIMITS.emailCharacters, 'is too long')
    .pipe(z.email('is not an email address')),
);

const params = z.object({ teamId: idSchema });

export const listTeams = defineEndpoint({
  method: 'GET',
  url: '/api/teams',
  access: 'member',
  summary: 'The teams I belong to, my own first.',
  response: z.array(teamSchema),
});

export const createTeam = defineEndpoint({
  method: 'POST',
  url: '/api/teams',
  access: 'member',
  summary: 'Makes a team of mine; part of the Pro plan. 409 for whoever owns one.',
  body: z.strictObject({ name: nameInput }),
  response: teamSchema,
});

export const renameTeam = defineEndpoint({
  method: 'PUT',
  url: '/api/teams/:teamId',
  access: 'member',
  summary: 'Renames my own team.',
  params,
  body: z.strictObject({ name: nameInput }),
  response: teamSchema,
});

export const dissolveTeam = defineEndpoint({
  method: 'DELETE',
  url: '/api/teams/:teamId',
  access: 'member',
  summary:
    'Dissolves my own team: what was shared with it is its maker’s alone again; nothing is deleted. May be repeated.',
  params,
  response: z.object({ isDissolved: z.literal(true) }),
});

export const inviteToTeam = defineEndpoint({
  method: 'POST',
  url: '/api/teams/:teamId/invitations',
  access: 'member',
  summary: `Invites somebody to my own team: by mail, for that address alone, or by a link that one member can use. At most ${TEAM_LIMITS.invited}, for ${TEAM_LIMITS.invitationDays} days.`,
  params,
  body: z.strictObject({ email: emailInput.nullable(), role: z.enum(INVITED_ROLES) }),
  response: teamInvitationSchema,
});

export const withdrawInvitation = defineEndpoint({
  method: 'DELETE',
  url: '/api/teams/:teamId/invitations/:invitationId',
  access: 'member',
  summary: 'Withdraws an open invitation to my own team. May be repeated.',
  params: params.extend({ invitationId: idSchema }),
  response: z.object({ isWithdrawn: z.literal(true) }),
});

const memberParams = params.extend({ membershipId: idSchema });

export const setTeamRole = defineEndpoint({
  method: 'PUT',
  url: '/api/teams/:teamId/members/:membershipId',
  access: 'member',
  summary: 'Gives a member of my own team a role; `owner` hands the team over and makes me an editor.',
  params: memberParams,
  body: z.strictObject({ role: z.enum(TEAM_ROLES) }),
  response: teamSchema,
});

export const removeFromTeam = defineEndpoint({
  method: 'DELETE',
  url: '/api/teams/:teamId/members/:membershipId',
  access: 'member',
  summary:
    'Leaves a team, or removes somebody from my own. What they shared stays with the team as copies; they keep what is theirs. May be repeated.',
  params: memberParams,
  response: z.object({ isRemoved: z.literal(true) }),
});

const invitationParams = {
  params: z.object({ invitationId: idSchema }),
  query: z.object({ key: z.string().max(100).describe('Of the invitation’s link.') }),
};

export const getInvitation = defineEndpoint({
  method: 'GET',
  url: '/api/team-invitations/:invitationId',
  access: 'member',
  summary: 'What an invitation invites to; 403 when it is for another address.',
  ...invitationParams,
  response: z.object({
    team: z.string(),
    /** The owner. */
    by: z.string(),
    role: z.enum(INVITED_ROLES),
    isPaused: z.boolean(),
    /** I am in this team. */
    isMember: z.boolean(),
  }),
});

export const acceptInvitation = defineEndpoint({
  method: 'POST',
  url: '/api/team-invitations/:invitationId/acceptance',
  access: 'member',
  summary: 'Joins the team. An invitation is used up by this.',
  ...invitationParams,
  response: z.object({ teamId: idSchema }),
});
