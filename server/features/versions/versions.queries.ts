import { type RawBuilder, sql } from 'kysely';
import { LIMITS } from '#contract/limits.ts';
import type { Copy, Variable } from '#contract/prompts.ts';
import type { Db } from '#server/core/database/pool.ts';
import { isTextChangedSince, type VisiblePrompt } from '../prompts/prompts.public.ts';

interface VersionRow {
  number: number;
  createdAt: Date;
  change: string | null;
}

interface VersionTextRow extends VersionRow {
  title: string;
  content: string;
  variables: Variable[];
}

const COLUMNS = sql`number, created_at as "createdAt", change`;

/** All that are kept of a prompt, newest first. */
export async function findVersions(db: Db, prompt: VisiblePrompt): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select ${COLUMNS} from prompt_versions where prompt_id = ${prompt.id} order by number desc`.execute(db);
  return rows;
}

/** Of these numbers, with their texts, in no order. */
export async function findVersionTexts(
  db: Db,
  prompt: VisiblePrompt,
  numbers: readonly number[],
): Promise<VersionTextRow[]> {
  const { rows } = await sql<VersionTextRow>`
    select ${COLUMNS}, title, content, variables from prompt_versions
    where prompt_id = ${prompt.id} and number = any(${numbers}::integer[])`.execute(db);
  return rows;
}

const IS_TEXT_CHANGED = isTextChangedSince(sql`o.version`);

/** Null also for one from before versions were kept. The current version, where its text is the one that was copied. */
export async function findLastCopy(db: Db, memberId: string, prompt: VisiblePrompt): Promise<Copy | null> {
  const { rows } = await sql<Copy>`
    select case when ${IS_TEXT_CHANGED} then o.version else p.version end as version, o.day::text as day
    from ${lastCopies(memberId)} join prompts p on p.id = o.prompt_id
    where o.prompt_id = ${prompt.id} and o.version is not null`.execute(db);
  return rows[0] ?? null;
}

/**
 * When listed prompts got a newer version than the one a member copied last, by id, the latest change first. What changed
 * together, as with a new release of the library, is in the order of its copies.
 */
export async function findChanges(db: Db, memberId: string): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; changedAt: Date }>`
    select o.prompt_id as id, v.created_at as "changedAt" from ${lastCopies(memberId)}
    join prompts p on p.id = o.prompt_id
    join prompt_stats s on s.prompt_id = o.prompt_id and s.is_listed
    join prompt_versions v on v.prompt_id = p.id and v.number = p.version
    where o.version < p.version and ${IS_TEXT_CHANGED}
    order by v.created_at desc, o.day desc, p.title, o.prompt_id limit ${sql.lit(LIMITS.changedPrompts)}`.execute(
    db,
  );
  return new Map(rows.map(({ id, changedAt }) => [id, changedAt]));
}

/** For a `from`: a row of `copies` for each prompt a member copied, the last one. */
function lastCopies(memberId: string): RawBuilder<unknown> {
  return sql`(select distinct on (prompt_id) prompt_id, day, version from copies
    where user_id = ${memberId} order by prompt_id, day desc) o`;
}
