import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

export interface SitemapEntry {
  path: string;
  lastModified: Date | null;
}

/** What a sitemap may hold is 50,000 addresses; a file this long is a megabyte. */
const PROMPTS_IN_PART = 10_000;

/** One file of the sitemap: `lists`, or the number of a part of the prompts, from 1. */
export interface SitemapPart {
  name: string;
  lastModified: Date | null;
}

/** The parts of the sitemap, each with the time its newest listed prompt changed. */
export async function findSitemapParts(db: Db): Promise<SitemapPart[]> {
  const { rows } = await sql<{ name: string; lastModified: Date }>`
    select part::text as name, max(updated_at) as "lastModified" from (
      select (row_number() over (order by s.prompt_id) - 1) / ${sql.lit(PROMPTS_IN_PART)} + 1 as part, p.updated_at
      from prompt_stats s join prompts p on p.id = s.prompt_id where s.is_listed) listed
    group by part order by part`.execute(db);
  const changes = rows.map(({ lastModified }) => lastModified.getTime());
  const lists = changes.length === 0 ? null : new Date(Math.max(...changes));
  return [{ name: 'lists', lastModified: lists }, ...rows];
}

/** The pages of the listed prompts of a part, from 1; none where there is no such part. */
export async function findSitemapPrompts(db: Db, part: number): Promise<SitemapEntry[]> {
  const { rows } = await sql<{ id: string; updated_at: Date }>`
    select s.prompt_id as id, p.updated_at from prompt_stats s join prompts p on p.id = s.prompt_id
    where s.is_listed order by s.prompt_id
    limit ${PROMPTS_IN_PART} offset ${(part - 1) * PROMPTS_IN_PART}`.execute(db);
  return rows.map(({ id, updated_at }) => ({ path: `/prompt/${id}`, lastModified: updated_at }));
}

/** Every public list with the time its newest listed prompt changed. */
export async function findSitemapLists(db: Db): Promise<SitemapEntry[]> {
  const rows = await db
    .selectFrom('topics')
    .innerJoin('categories', 'categories.id', 'topics.category_id')
    .leftJoin('prompt_stats', (join) =>
      join.onRef('prompt_stats.topic_id', '=', 'topics.id').on('prompt_stats.is_listed', '=', true),
    )
    .leftJoin('prompts', 'prompts.id', 'prompt_stats.prompt_id')
    .select(({ fn }) => [
      'categories.slug as category',
      'topics.slug as topic',
      fn.max('prompts.updated_at').as('changed'),
    ])
    .groupBy(['categories.slug', 'categories.position', 'topics.slug', 'topics.position'])
    .orderBy('categories.position')
    .orderBy('topics.position')
    .execute();
  const categories = new Map<string, Date | null>();
  for (const { category, changed } of rows) {
    const known = categories.get(category) ?? null;
    categories.set(category, known && changed && known > changed ? known : (changed ?? known));
  }
  return [
    ...[...categories].map(([slug, changed]) => ({ path: `/category/${slug}`, lastModified: changed })),
    ...rows.map((row) => ({ path: `/category/${row.category}/${row.topic}`, lastModified: row.changed })),
  ];
}
