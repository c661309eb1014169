import { BRAND } from '#contract/brand.ts';
import { PLANS } from '#contract/plans.ts';
import { lockedPromptSchema, type PromptCard, type PromptDetail } from '#contract/prompts.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type HttpProblem, notFound, unauthorized, upgradeRequired } from '#server/core/http/problems.ts';
import { type Viewer, viewerRank } from '#server/core/viewer.ts';
import { type CardRow, findCardRows, findDetailRow, findTexts, findTierRank } from './prompts.queries.ts';

declare const listed: unique symbol;
declare const visible: unique symbol;

/** A prompt that is in the library, open to this viewer or not. Only `requireListedPrompt` makes one. */
export interface ListedPrompt {
  readonly id: string;
  readonly [listed]: true;
}

/** A prompt this viewer may read in full. Only `requireVisiblePrompt` makes one. */
export interface VisiblePrompt extends ListedPrompt {
  readonly [visible]: true;
}

/** For openapi.json: what `requireVisiblePrompt` answers above the member's tier. */
export const LOCKED_ANSWER = {
  403: { description: 'Upgrade required: the prompt without its text.', schema: lockedPromptSchema },
};

/** @throws HttpProblem 404 for an unknown or retired id */
export async function requireListedPrompt(db: Db, id: string): Promise<ListedPrompt> {
  if ((await findTierRank(db, id)) === undefined) throw notFound('Prompt');
  return brand<ListedPrompt>(id);
}

/**
 * @throws HttpProblem 404 for an unknown or retired id, 401 for a visitor, 403 `Upgrade required` with the
 *   prompt's card above the member's tier
 */
export async function requireVisiblePrompt(db: Db, id: string, viewer: Viewer): Promise<VisiblePrompt> {
  if (viewer.kind !== 'member') throw unauthorized();
  const rank = await findTierRank(db, id);
  if (rank === undefined) throw notFound('Prompt');
  if (rank > viewerRank(viewer)) throw await locked(db, id, viewer);
  return brand<VisiblePrompt>(id);
}

/**
 * A prompt in full, for a viewer who may read it. The text is selected only when they may.
 * @throws HttpProblem as requireVisiblePrompt
 */
export async function requireDetail(db: Db, id: string, viewer: Viewer): Promise<PromptDetail> {
  if (viewer.kind !== 'member') throw unauthorized();
  const row = await findDetailRow(db, id, viewerRank(viewer));
  if (row === undefined) throw notFound('Prompt');
  if (row.content === null) throw lockedProblem(row, viewer);
  return { ...toCard(row, viewer), content: row.content, variables: row.variables };
}

/** The brands exist for the compiler alone: this file is the one place that has checked. */
const brand = <Prompt extends ListedPrompt>(id: string) => ({ id }) as Prompt;

async function locked(db: Db, id: string, viewer: Viewer): Promise<HttpProblem> {
  const [row] = await findCardRows(db, [id]);
  return row === undefined ? notFound('Prompt') : lockedProblem(row, viewer);
}

function lockedProblem(row: CardRow, viewer: Viewer): HttpProblem {
  return upgradeRequired(planName(row.tier), { prompt: toCard(row, viewer) });
}

/** The cards of these prompts as the viewer sees them, in the order asked for; unlisted ones are left out. */
export async function findCards(db: Db, ids: readonly string[], viewer: Viewer): Promise<PromptCard[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await findCardRows(db, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toCard(row, viewer)] : [];
  });
}

/**
 * The texts of those prompts the viewer's tier reaches, by id; visitors count as basic. For what is cut out of
 * a text (snippets), never to be answered whole: visitors open no prompt.
 */
export async function findReadableTexts(
  db: Db,
  ids: readonly string[],
  viewer: Viewer,
): Promise<Map<string, string>> {
  return ids.length === 0 ? new Map() : await findTexts(db, ids, viewerRank(viewer));
}

/** The one way a prompt leaves the data layer (DECISIONS 14). */
function toCard(row: CardRow, viewer: Viewer): PromptCard {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    description: row.description,
    tier: row.tier,
    featured: row.featured,
    isLocked: isLocked(row.tier, viewer),
    upvotes: row.upvotes,
    downvotes: row.downvotes,
    copyCount: row.copy_count,
    favoriteCount: row.favorite_count,
    commentCount: row.comment_count,
    rating: row.rating,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by ?? BRAND.creator,
    category: { id: row.category_id, name: row.category_name, slug: row.category_slug },
    topic: { id: row.topic_id, name: row.topic_name, slug: row.topic_slug },
  };
}

function isLocked(tier: Tier, viewer: Viewer): boolean {
  return tierRank(tier) > viewerRank(viewer);
}

function planName(tier: Tier): string {
  return PLANS.find((plan) => plan.tier === tier)?.name ?? TIER_NAMES[tier];
}
