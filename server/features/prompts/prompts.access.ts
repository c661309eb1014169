import { BRAND } from '#contract/brand.ts';
import { PLANS } from '#contract/plans.ts';
import type { PromptCard, PromptDetail } from '#contract/prompts.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { notFound, unauthorized, upgradeRequired } from '#server/core/http/problems.ts';
import { type Viewer, viewerRank } from '#server/core/viewer.ts';
import {
  type CardRow,
  findCardRow,
  findCardRows,
  findTextRow,
  findTexts,
  type TextRow,
} from './prompts.queries.ts';

declare const visible: unique symbol;

/** A prompt this viewer may read in full. Only `requireVisiblePrompt` makes one. */
export type VisiblePrompt = CardRow & TextRow & { readonly [visible]: true };

/**
 * A prompt with its text, for a viewer who may read it. The text is selected only when they may.
 * @throws HttpProblem 404 for an unknown or retired id, 401 for a visitor, 403 `Upgrade required` with the
 *   prompt's card above the member's tier
 */
export async function requireVisiblePrompt(db: Db, id: string, viewer: Viewer): Promise<VisiblePrompt> {
  if (viewer.kind !== 'member') throw unauthorized();
  const row = await findCardRow(db, id);
  if (row === undefined) throw notFound('Prompt');
  const text = isLocked(row.tier, viewer) ? undefined : await findTextRow(db, id, viewerRank(viewer));
  if (text === undefined) throw upgradeRequired(planName(row.tier), { prompt: toCard(row, viewer) });
  // The brand exists for the compiler alone: this is the one place that has checked.
  return { ...row, ...text } as VisiblePrompt;
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

/** A prompt in full. Takes nothing but what was checked. */
export function toDetail(prompt: VisiblePrompt, viewer: Viewer): PromptDetail {
  return { ...toCard(prompt, viewer), content: prompt.content, variables: prompt.variables };
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
