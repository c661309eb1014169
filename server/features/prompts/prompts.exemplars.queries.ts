import { sql } from 'kysely';
import type { Exemplar } from '#contract/exemplars.ts';
import { SERVER_LIMITS } from '#contract/limits.ts';
import type { Db } from '#server/core/database/pool.ts';

/** Every exemplar of these prompts, in order. prompts.access decides who gets them. */
export async function findExemplars(db: Db, ids: readonly string[]): Promise<Map<string, Exemplar[]>> {
  const { rows } = await sql<{ promptId: string; exemplars: Exemplar[] }>`
    select prompt_id as "promptId", json_agg(json_build_object(
      'values', "values", 'model', model, 'date', made_on, 'output', output) order by position) as exemplars
    from exemplars where prompt_id = any(${ids}) group by prompt_id`.execute(db);
  return new Map(rows.map((row) => [row.promptId, row.exemplars]));
}

/** How many a prompt has, and how the first one's output begins: more of it than may be shown, as its tables are skipped. */
export async function findExemplarBeginning(
  db: Db,
  id: string,
): Promise<{ total: number; beginning: string | null }> {
  const { rows } = await sql<{ total: number; beginning: string | null }>`
    select count(*)::integer as total,
      left((array_agg(output order by position))[1], ${sql.lit(SERVER_LIMITS.teaserCharacters * 12)}) as beginning
    from exemplars where prompt_id = ${id}`.execute(db);
  return rows[0] ?? { total: 0, beginning: null };
}
