import type { FastifyInstance } from 'fastify';
import { problemSchema } from '#contract/errors.ts';
import {
  acceptInvitation,
  createTeam,
  dissolveTeam,
  getInvitation,
  inviteToTeam,
  listTeams,
  removeFromTeam,
  renameTeam,
  setTeamRole,
  type Team,
  withdrawInvitation,
} from '#contract/teams.ts';
import { tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { withTransactionRetry } from '#server/core/database/transaction-retry.ts';
import { displayName } from '#server/core/display-name.ts';
import { HttpProblem, notFound } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { runAtInterval } from '#server/core/jobs/interval.ts';
import { LinkSigner } from '#server/core/signed-links.ts';
import { requireTeam } from './teams.access.ts';
import { findInvitations, removeInvitation, sweepInvitations } from './teams.invitations.queries.ts';
import { inviteMember, joinByInvitation, requireInvitation, toInvitation } from './teams.invitations.ts';
import { leaveTeam } from './teams.leaving.ts';
import {
  findMembership,
  findTeams,
  insertTeam,
  lockTeam,
  removeTeam,
  setRole,
  renameTeam as writeName,
} from './teams.queries.ts';

interface Dependencies {
  db: Db;
  limits: ActionLimits;
}

const SWEEP_INTERVAL = 3_600_000;

const refused = (description: string) => ({ 409: { description, schema: problemSchema } });

/** Teams, their members and invitations. What they share is the matter of collections and saved values. */
export function teamRoutes(app: FastifyInstance, { db, limits }: Dependencies): void {
  const signer = new LinkSigner(db);
  const tag = 'teams';
  const change = { tag, ...limits.of('team') };

  const teamsOf = async (memberId: string): Promise<Team[]> => {
    const [teams, rows] = await Promise.all([findTeams(db, memberId), findInvitations(db, memberId)]);
    const invitations = await Promise.all(rows.map((row) => toInvitation(row, signer)));
    return teams.map((team) => ({ ...team, invitations: team.role === 'owner' ? invitations : [] }));
  };
  const teamOf = async (memberId: string, teamId: string): Promise<Team> => {
    const team = (await teamsOf(memberId)).find(({ id }) => id === teamId);
    if (team === undefined) throw notFound('Team');
    return team;
  };

  addRoute(app, listTeams, { tag }, ({ viewer }) => teamsOf(viewer.memberId));

  addRoute(
    app,
    createTeam,
    {
      ...change,
      otherResponses: {
        ...refused('Whoever owns a team, or belongs to as many as one may.'),
        403: { description: 'Upgrade required.', schema: problemSchema },
      },
    },
    async ({ body, viewer: { memberId, tier } }) => {
      if (tierRank(tier) < tierRank('pro')) {
        throw new HttpProblem(403, 'Upgrade required: teams are part of the Pro plan.');
      }
      const teamId = await db
        .transaction()
        .execute((transaction) => insertTeam(transaction, memberId, body.name));
      return await teamOf(memberId, teamId);
    },
  );

  addRoute(app, renameTeam, change, async ({ params: { teamId }, body, viewer: { memberId } }) => {
    await db.transaction().execute(async (transaction) => {
      await lockTeam(transaction, teamId);
      await requireTeam(transaction, { teamId, memberId }, 'owner');
      await writeName(transaction, teamId, body.name);
    });
    return await teamOf(memberId, teamId);
  });

  addRoute(app, dissolveTeam, change, async ({ params: { teamId }, viewer: { memberId } }) => {
    await db.transaction().execute(async (transaction) => {
      await lockTeam(transaction, teamId);
      const team = (await findTeams(transaction, memberId)).find(({ id }) => id === teamId);
      // May be repeated.
      if (team === undefined) return;
      await requireTeam(transaction, { teamId, memberId }, 'owner');
      await removeTeam(transaction, teamId);
    });
    return { isDissolved: true as const };
  });

  memberRoutes(app, { db, limits, teamOf });
  invitationRoutes(app, { db, limits, signer });
  runAtInterval(app, { name: 'team invitations', every: SWEEP_INTERVAL, run: () => sweepInvitations(db) });
}

function memberRoutes(
  app: FastifyInstance,
  { db, limits, teamOf }: Dependencies & { teamOf: (memberId: string, teamId: string) => Promise<Team> },
): void {
  const change = { tag: 'teams', ...limits.of('team') };

  addRoute(
    app,
    setTeamRole,
    {
      ...change,
      otherResponses: refused('The owner, unless somebody else is made one; or one who owns a team.'),
    },
    async ({ params: { teamId, membershipId }, body: { role }, viewer: { memberId } }) => {
      await withTransactionRetry(() =>
        db.transaction().execute(async (transaction) => {
          await lockTeam(transaction, teamId);
          await requireTeam(transaction, { teamId, memberId }, 'owner');
          await setRole(transaction, { teamId, membershipId, ownerId: memberId }, role);
        }),
      );
      return await teamOf(memberId, teamId);
    },
  );

  addRoute(
    app,
    removeFromTeam,
    { ...change, otherResponses: refused('The owner: they hand the team over or dissolve it.') },
    async ({ params: { teamId, membershipId }, viewer }) => {
      await withTransactionRetry(() =>
        db.transaction().execute(async (transaction) => {
          await lockTeam(transaction, teamId);
          const membership = await findMembership(transaction, teamId, membershipId);
          // May be repeated.
          if (membership === undefined) return;
          const { memberId, role } = membership;
          const wanted = memberId === viewer.memberId ? 'reader' : 'owner';
          await requireTeam(transaction, { teamId, memberId: viewer.memberId }, wanted);
          if (role === 'owner') {
            throw new HttpProblem(
              409,
              'Hand the team over to somebody in it before you leave, or dissolve it.',
            );
          }
          await leaveTeam(transaction, { teamId, memberId });
        }),
      );
      return { isRemoved: true as const };
    },
  );
}

function invitationRoutes(
  app: FastifyInstance,
  { db, limits, signer }: Dependencies & { signer: LinkSigner },
): void {
  const tag = 'teams';
  const change = { tag, ...limits.of('team') };

  addRoute(
    app,
    inviteToTeam,
    {
      tag,
      ...limits.of('invitation'),
      otherResponses: refused('An address that is invited, a full team, or a paused one.'),
    },
    async ({ params: { teamId }, body, viewer: { memberId } }) => {
      // First, so that nobody else learns whether there is such a team.
      await requireTeam(db, { teamId, memberId }, 'owner');
      return await inviteMember({ db, signer }, { ...body, teamId, ownerId: memberId });
    },
  );

  addRoute(app, withdrawInvitation, change, async ({ params, viewer: { memberId } }) => {
    await requireTeam(db, { teamId: params.teamId, memberId }, 'owner');
    await removeInvitation(db, params);
    return { isWithdrawn: true as const };
  });

  addRoute(app, getInvitation, { tag }, async ({ params, query, viewer: { memberId } }) => {
    const { team, role, isPaused, isMember, ...owner } = await requireInvitation(
      { db, signer },
      { ...params, ...query, memberId },
    );
    return { team, by: displayName(owner), role, isPaused, isMember };
  });

  addRoute(
    app,
    acceptInvitation,
    { ...change, otherResponses: refused('A full or paused team, or a member of too many.') },
    ({ params, query, viewer: { memberId } }) =>
      withTransactionRetry(() => joinByInvitation({ db, signer }, { ...params, ...query, memberId })),
  );
}
