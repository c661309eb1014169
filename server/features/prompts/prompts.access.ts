import { BRAND } from '#contract/brand.ts';
import type { Exemplar, Exemplars } from '#contract/exemplars.ts';
import { PLANS } from '#contract/plans.ts';
import { lockedPromptSchema, type PromptCard, type PromptDetail, type Variable } from '#contract/prompts.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import { type HttpProblem, notFound, unauthorized, upgradeRequired } from '#server/core/http/problems.ts';
import { type Viewer, viewerRank } from '#server/core/viewer.ts';
import {
  type CardRow,
  findCardRows,
  findDetailRows,
  findGrantedIds,
  findReadability,
  findTexts,
  type Reader,
} from './prompts.queries.ts';
import { makeTeaser } from './prompts.teaser.ts';
import { findExemplarBeginning, findExemplars } from './prompts-exemplars.queries.ts';

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
  if ((await findReadability(db, id, NOBODY)) === undefined) throw notFound('Prompt');
  return brand<ListedPrompt>(id);
}

/**
 * @throws HttpProblem 404 for an unknown or retired id, 401 for a visitor, 403 `Upgrade required` with the
 *   prompt's card where neither the member's tier nor a grant reaches it
 */
export async function requireVisiblePrompt(db: Db, id: string, viewer: Viewer): Promise<VisiblePrompt> {
  if (viewer.kind !== 'member') throw unauthorized();
  const isReadable = await findReadability(db, id, readerOf(viewer));
  if (isReadable === undefined) throw notFound('Prompt');
  if (!isReadable) throw await locked(db, id, viewer);
  return brand<VisiblePrompt>(id);
}

/**
 * A prompt in full, for a viewer who may read it. The text is selected only when they may.
 * @throws HttpProblem as requireVisiblePrompt
 */
export async function requireDetail(db: Db, id: string, viewer: Viewer): Promise<PromptDetail> {
  if (viewer.kind !== 'member') throw unauthorized();
  const [row] = await findDetailRows(db, [id], readerOf(viewer));
  if (row === undefined) throw notFound('Prompt');
  if (row.content === null) throw lockedProblem(row);
  return { ...toCard(row), content: row.content, variables: row.variables };
}

/** The brands exist for the compiler alone: this file is the one place that has checked. */
const brand = <Prompt extends ListedPrompt>(id: string) => ({ id }) as Prompt;

function readerOf(viewer: Viewer): Reader {
  return { rank: viewerRank(viewer), memberId: viewer.kind === 'member' ? viewer.memberId : null };
}

/** For questions whose answer is the same for everybody. */
const NOBODY: Reader = { rank: -1, memberId: null };

async function locked(db: Db, id: string, viewer: Viewer): Promise<HttpProblem> {
  const [row] = await findCardRows(db, [id], readerOf(viewer));
  return row === undefined ? notFound('Prompt') : lockedProblem(row);
}

/** It was locked when it was asked for, so its card says so, even if a grant came in between. */
function lockedProblem(row: CardRow): HttpProblem {
  return upgradeRequired(planName(row.tier), { prompt: { ...toCard(row), isLocked: true } });
}

/**
 * The prompts above the viewer's tier that a grant opens to them, for what asks whole lists by tier (search). Visitors
 * have none.
 */
export async function findGrants(db: Db, viewer: Viewer): Promise<string[]> {
  return await findGrantedIds(db, readerOf(viewer));
}

/** The cards of these prompts as the viewer sees them, in the order asked for; unlisted ones are left out. */
export async function findCards(db: Db, ids: readonly string[], viewer: Viewer): Promise<PromptCard[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await findCardRows(db, ids, readerOf(viewer))).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [toCard(row)] : [];
  });
}

/** All there is of a prompt for one viewer: its text only if they may read it, its exemplars only if their plan has them. */
export interface FullPrompt {
  card: PromptCard;
  /** The file's name in content/, here or where an export took it from; null for what came another way. */
  slug: string | null;
  /** Null for a locked prompt. */
  text: { content: string; variables: Variable[]; exemplars: Exemplar[] } | null;
}

/** Prompts to be taken away whole, in the order asked for; unlisted ones are left out. For members only. */
export async function findFullPrompts(db: Db, ids: readonly string[], viewer: Viewer): Promise<FullPrompt[]> {
  if (viewer.kind !== 'member') throw unauthorized();
  const found = await findDetailRows(db, ids, readerOf(viewer));
  const rows = new Map(found.map((row) => [row.id, row]));
  const readable = found.flatMap(({ id, content }) => (content === null ? [] : [id]));
  const exemplars = await findExemplars(db, includesExemplars(viewer) ? readable : []);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { content, variables, slug } = row;
    const text = content === null ? null : { content, variables, exemplars: exemplars.get(id) ?? [] };
    return [{ card: toCard(row), slug, text }];
  });
}

/**
 * The exemplars of a prompt for whose plan has them and who may read it; for the others how many there are, and how
 * the first one begins (DECISIONS 9).
 * @throws HttpProblem 404 for an unknown or retired id, 401 for a visitor
 */
export async function requireExemplars(db: Db, id: string, viewer: Viewer): Promise<Exemplars> {
  if (viewer.kind !== 'member') throw unauthorized();
  const isReadable = await findReadability(db, id, readerOf(viewer));
  if (isReadable === undefined) throw notFound('Prompt');
  if (isReadable && includesExemplars(viewer)) {
    const exemplars = (await findExemplars(db, [id])).get(id) ?? [];
    return { total: exemplars.length, exemplars, teaser: null };
  }
  const { total, beginning } = await findExemplarBeginning(db, id);
  return { total, exemplars: null, teaser: beginning === null ? null : makeTeaser(beginning) };
}

/** Pro and engineer (DECISIONS 8); a grant opens a prompt, not a plan. */
export function includesExemplars(viewer: Viewer): boolean {
  return viewer.kind === 'member' && tierRank(viewer.tier) >= tierRank('pro');
}

/**
 * The texts of those prompts the viewer may read, by id; visitors count as basic. For what is cut out of
 * a text (snippets), never to be answered whole: visitors open no prompt.
 */
export async function findReadableTexts(
  db: Db,
  ids: readonly string[],
  viewer: Viewer,
): Promise<Map<string, string>> {
  return ids.length === 0 ? new Map() : await findTexts(db, ids, readerOf(viewer));
}

/** The one way a prompt leaves the data layer (DECISIONS 14). */
function toCard(row: CardRow): PromptCard {
  return {
    id: row.id,
    title: row.title,
    summary: row.summary,
    description: row.description,
    tier: row.tier,
    featured: row.featured,
    isLocked: !row.is_readable,
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

function planName(tier: Tier): string {
  return PLANS.find((plan) => plan.tier === tier)?.name ?? TIER_NAMES[tier];
}
