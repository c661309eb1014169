import type { FastifyInstance } from 'fastify';
import { removeVote, setVote, type Vote, type VoteState } from '#contract/votes.ts';
import type { CounterWrites } from '#server/core/database/counters.ts';
import type { Db } from '#server/core/database/pool.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { LOCKED_RESPONSE, requireVisiblePrompt } from '../prompts/prompts.public.ts';
import * as votes from './votes.queries.ts';

export function voteRoutes(
  app: FastifyInstance,
  { db, counters, limits }: { db: Db; counters: CounterWrites; limits: ActionLimits },
): void {
  const options = { tag: 'votes', otherResponses: LOCKED_RESPONSE, ...limits.of('vote') };

  addRoute(app, setVote, options, async ({ params, body, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const counts = await counters.run(prompt.id, (client) =>
      votes.setVote(client, viewer.memberId, prompt, body.type),
    );
    return state(body.type, counts);
  });

  addRoute(app, removeVote, options, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const counts = await counters.run(prompt.id, (client) =>
      votes.removeVote(client, viewer.memberId, prompt),
    );
    return state(null, counts);
  });
}

function state(vote: Vote | null, { upvotes, downvotes, rating }: votes.VoteCounts): VoteState {
  return { vote, voteType: vote, upvotes, downvotes, rating };
}
