import type { FastifyInstance } from 'fastify';
import type { Version } from '#contract/versions.ts';
import { compareVersions, getVersion, listChangedPrompts, listVersions } from '#contract/versions.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound } from '#server/core/http/errors/problems.ts';
import { addRoute } from '#server/core/http/routing/routes.ts';
import type { ActionLimits } from '#server/core/http/security/action-limits.ts';
import { findOwnCards, LOCKED_RESPONSE, requireVisiblePrompt } from '../prompts/prompts.public.ts';
import { compareTexts } from './versions.comparison.ts';
import { findChanges, findLastCopy, findVersions, findVersionTexts } from './versions.queries.ts';

/** In requests of the limit by address: comparing takes as long as some calls. */
const COST = 5;

/** What prompts said before. Who may read a prompt may read all its versions, and nobody else any (decision 32). */
export function versionRoutes(app: FastifyInstance, { db, limits }: { db: Db; limits: ActionLimits }): void {
  const options = { tag: 'versions', otherResponses: LOCKED_RESPONSE };

  addRoute(app, listVersions, options, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const [versions, lastCopy] = await Promise.all([
      findVersions(db, prompt),
      findLastCopy(db, viewer.memberId, prompt),
    ]);
    return { versions: versions.map(toVersion), lastCopy };
  });

  addRoute(app, getVersion, options, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const [found] = await findVersionTexts(db, prompt, [params.number]);
    if (found === undefined) throw notFound('Version');
    const { title, content, variables } = found;
    return { ...toVersion(found), title, content, variables };
  });

  const comparing = { ...options, cost: COST, ...limits.of('comparison') };
  addRoute(app, compareVersions, comparing, async ({ params, viewer }) => {
    const prompt = await requireVisiblePrompt(db, params.id, viewer);
    const found = await findVersionTexts(db, prompt, [params.from, params.to]);
    const from = found.find(({ number }) => number === params.from);
    const to = found.find(({ number }) => number === params.to);
    if (from === undefined || to === undefined) throw notFound('Version');
    return { from: toVersion(from), to: toVersion(to), ...compareTexts(from, to) };
  });

  addRoute(app, listChangedPrompts, { tag: 'versions' }, async ({ viewer }) => {
    const changes = await findChanges(db, viewer.memberId);
    const cards = await findOwnCards(db, [...changes.keys()], viewer);
    return cards.flatMap((card) => {
      const changedAt = changes.get(card.id)?.toISOString();
      return changedAt === undefined || card.changedSinceCopy === null ? [] : [{ ...card, changedAt }];
    });
  });
}

function toVersion({
  number,
  createdAt,
  change,
}: {
  number: number;
  createdAt: Date;
  change: string | null;
}): Version {
  return { number, createdAt: createdAt.toISOString(), change };
}
