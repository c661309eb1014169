import { BRAND } from '#contract/brand.ts';
import type { Sample } from '#contract/catalog.ts';
import { problemSchema } from '#contract/errors.ts';
import type { Exemplar, Exemplars } from '#contract/exemplars.ts';
import { fillText } from '#contract/fill-placeholders.ts';
import { PLANS } from '#contract/plans.ts';
import {
  type Copy,
  type LockedPrompt,
  lockedPromptSchema,
  type OwnCard,
  type PromptCard,
  type PromptDetail,
  type PromptMetadata,
  type Variable,
} from '#contract/prompts.ts';
import { TIER_NAMES, type Tier, tierRank } from '#contract/tiers.ts';
import type { Db } from '#server/core/database/pool.ts';
import {
  gone,
  type HttpProblem,
  notFound,
  unauthorized,
  upgradeRequired,
} from '#server/core/http/errors/problems.ts';
import { type Viewer, viewerRank } from '#server/core/sessions/viewer.ts';
import { findExemplarBeginning, findExemplars } from './prompts.exemplars.queries.ts';
import {
  type CardRow,
  type DetailRow,
  findCardRows,
  findDetailRows,
  findGrantedIds,
  findOwnCardRows,
  findQuotedCardRows,
  findReadability,
  findSampleId,
  findTexts,
  findVariableRows,
  isRetired,
  type OwnCardRow,
  type QuotedCardRow,
  type Reader,
} from './prompts.queries.ts';
import { makeTeaser } from './prompts.teaser.ts';

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

/** For openapi.json: the 403 of `requireVisiblePrompt`. */
export const LOCKED_RESPONSE = {
  403: { description: 'Upgrade required: the prompt without its text.', schema: lockedPromptSchema },
};

/** For openapi.json. */
export const RETIRED_RESPONSE = {
  410: { description: 'It was in the library and is no more.', schema: problemSchema },
};

/** @throws HttpProblem 404 for an unknown or retired id */
export async function requireListedPrompt(db: Db, id: string): Promise<ListedPrompt> {
  if ((await findReadability(db, id, NO_READER)) === undefined) throw notFound('Prompt');
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
  if (!isReadable) throw await locked(db, id);
  return brand<VisiblePrompt>(id);
}

/**
 * A prompt in full, for a viewer who may read it. The text is selected only when they may.
 * @throws HttpProblem as requireVisiblePrompt, but 410 for a retired id
 */
export async function requireDetail(db: Db, id: string, viewer: Viewer): Promise<PromptDetail> {
  if (viewer.kind !== 'member') throw unauthorized();
  const [row] = await findDetailRows(db, [id], readerOf(viewer));
  if (row === undefined) throw await absent(db, id);
  if (row.content === null) throw lockedProblem(row);
  return toDetail(row);
}

/** What anybody may know of a prompt. @throws HttpProblem 404 for an unknown id, 410 for a retired one */
export async function requireCard(db: Db, id: string, viewer: Viewer): Promise<PromptCard> {
  const [card] = await findCards(db, [id], viewer);
  if (card === undefined) throw await absent(db, id);
  return card;
}

const absent = async (db: Db, id: string): Promise<HttpProblem> =>
  (await isRetired(db, id)) ? gone('prompt') : notFound('Prompt');

/** The brands exist for the compiler only: they are made in this file, after the check. */
const brand = <Prompt extends ListedPrompt>(id: string) => ({ id }) as Prompt;

function readerOf(viewer: Viewer): Reader {
  return { rank: viewerRank(viewer), memberId: viewer.kind === 'member' ? viewer.memberId : null };
}

/** For questions that do not depend on the viewer. */
const NO_READER: Reader = { rank: -1, memberId: null };

async function locked(db: Db, id: string): Promise<HttpProblem> {
  const [row] = await findDetailRows(db, [id], NO_READER);
  return row === undefined ? notFound('Prompt') : lockedProblem(row);
}

/** It was locked when it was requested, so the card says so, even if it was granted since. */
function lockedProblem(row: DetailRow): HttpProblem {
  const prompt: LockedPrompt['prompt'] = { ...toMetadata(row), isLocked: true };
  return upgradeRequired(planName(row.tier), { prompt });
}

/**
 * The prompts above the viewer's tier that a grant opens to them, for queries by tier (search). Visitors have none.
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

/**
 * The same for a search, with what may be quoted from: the texts of those of `quoted` that the viewer may read, null for
 * the others. Visitors count as basic. Never to be returned whole: visitors may not open a prompt.
 */
export async function findQuotedCards(
  db: Db,
  ids: readonly string[],
  quoted: readonly string[],
  viewer: Viewer,
): Promise<{ card: PromptCard; keywords: string[]; text: string | null }[]> {
  if (ids.length === 0) return [];
  const found = await findQuotedCardRows(db, ids, quoted, readerOf(viewer));
  const rows = new Map(found.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ card: toCard(row), keywords: row.keywords, text: quotedText(row) }] : [];
  });
}

/** With the labels of what is to be filled in, as every page shows it. */
function quotedText({ content, variables }: QuotedCardRow): string | null {
  return content === null ? null : fillText(content, { variables: variables ?? [], values: {} });
}

/** The same for a list of the viewer's own, with what changed since they copied it. */
export async function findOwnCards(db: Db, ids: readonly string[], viewer: Viewer): Promise<OwnCard[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await findOwnCardRows(db, ids, readerOf(viewer))).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ ...toCard(row), changedSinceCopy: copyOf(row) }] : [];
  });
}

/** Whoever may not read it could not look at what changed. */
function copyOf({ copied_version: version, copied_on: day, is_readable }: OwnCardRow): Copy | null {
  return version === null || !is_readable ? null : { version, day };
}

/** Everything of a prompt one viewer may have: the text if they may read it, exemplars if their plan includes them. */
export interface FullPrompt {
  card: PromptMetadata;
  /** Slugs of prompts that were merged into it. */
  redirects: string[];
  /** The name of its file in content/, here or in the library it was exported from; null without such a file. */
  slug: string | null;
  /** Null for a locked prompt. */
  text: { change: string | null; content: string; variables: Variable[]; exemplars: Exemplar[] } | null;
}

/** Complete prompts for an export, in the order of `ids`; unlisted ones are left out. For members only. */
export async function findFullPrompts(db: Db, ids: readonly string[], viewer: Viewer): Promise<FullPrompt[]> {
  if (viewer.kind !== 'member') throw unauthorized();
  const found = await findDetailRows(db, ids, readerOf(viewer));
  const rows = new Map(found.map((row) => [row.id, row]));
  const readable = found.flatMap(({ id, content }) => (content === null ? [] : [id]));
  const exemplars = await findExemplars(db, includesExemplars(viewer) ? readable : []);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (row === undefined) return [];
    const { content, variables, slug, redirects, change } = row;
    const text = content === null ? null : { change, content, variables, exemplars: exemplars.get(id) ?? [] };
    return [{ card: toMetadata(row), redirects, slug, text }];
  });
}

/**
 * One of them.
 * @throws HttpProblem as requireDetail
 */
export async function requireFullPrompt(
  db: Db,
  id: string,
  viewer: Viewer,
): Promise<FullPrompt & { text: NonNullable<FullPrompt['text']> }> {
  const [full] = await findFullPrompts(db, [id], viewer);
  if (full === undefined) throw await absent(db, id);
  if (full.text === null) throw await locked(db, id);
  return { ...full, text: full.text };
}

/** What picking a prompt from a list asks for: its variables are a part of its text, so readable ones alone have it. */
export interface PickablePrompt {
  id: string;
  title: string;
  summary: string;
  variables: Variable[];
}

/** Those of `ids` that the viewer may read, in their order, without their texts. For members only. */
export async function findPickablePrompts(
  db: Db,
  ids: readonly string[],
  viewer: Viewer,
): Promise<PickablePrompt[]> {
  if (viewer.kind !== 'member') throw unauthorized();
  const rows = new Map((await findVariableRows(db, ids, readerOf(viewer))).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/**
 * The exemplars of a prompt for viewers who may read it and whose plan includes them; for the others their number and
 * the beginning of the first one.
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
  return { total, exemplars: null, teaser: makeTeaser(beginning ?? '') || null };
}

/**
 * A basic prompt of a category with its first exemplar, both whole and for everybody: what a visitor judges the library
 * by (decision 23). The library alone chooses it, so that nobody can ask for the text of another one.
 */
export async function findSample(db: Db, categoryId: string): Promise<Sample | null> {
  const id = await findSampleId(db, categoryId);
  if (id === undefined) return null;
  const [[row], exemplars] = await Promise.all([
    findDetailRows(db, [id], { rank: tierRank('basic'), memberId: null }),
    findExemplars(db, [id]),
  ]);
  const exemplar = exemplars.get(id)?.[0];
  // It may have changed since it was chosen.
  if (!row || row.content === null || !exemplar) return null;
  return { prompt: toDetail(row), exemplar };
}

/** Pro and engineer; a grant opens a prompt, not a plan. */
export function includesExemplars(viewer: Viewer): boolean {
  return viewer.kind === 'member' && tierRank(viewer.tier) >= tierRank('pro');
}

/** The texts of those prompts the viewer may read, by id; visitors count as basic. For search only, as above. */
export async function findReadableTexts(
  db: Db,
  ids: readonly string[],
  viewer: Viewer,
): Promise<Map<string, string>> {
  return ids.length === 0 ? new Map() : await findTexts(db, ids, readerOf(viewer));
}

/** The only way a prompt leaves the data layer. */
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

/** For the page of one prompt; lists leave it out. */
function toMetadata(row: DetailRow): PromptMetadata {
  const { keywords, sources, reviewed, review_due: reviewDue, version, has_history: hasHistory } = row;
  return { ...toCard(row), keywords, sources, reviewed, reviewDue, version, hasHistory };
}

/** For a row that a reader's check let through. */
function toDetail(row: DetailRow & { content: string }): PromptDetail {
  return { ...toMetadata(row), content: row.content, variables: row.variables };
}

function planName(tier: Tier): string {
  return PLANS.find((plan) => plan.tier === tier)?.name ?? TIER_NAMES[tier];
}
