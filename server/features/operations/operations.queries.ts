import { sql } from 'kysely';
import type { Db } from '#server/core/database/pool.ts';

export interface SitemapEntry {
  path: string;
  lastModified: Date | null;
}

/** Every public list with the time its newest listed prompt changed. */
export async function findSitemapEntries(db: Db): Promise<SitemapEntry[]> {
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

/** @throws whatever the database answers with when it is not there */
export async function askDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db);
}
