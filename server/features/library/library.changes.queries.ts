import { LIBRARY_CHANNEL } from '#server/core/database/change-notifications.ts';
import { categoryTag, promptTag } from '#server/core/response-cache/cache-tags.ts';
import type { Client } from './library.queries.ts';

/** PostgreSQL takes no longer payload. Bytes. */
const MAX_PAYLOAD = 7999;

/** The tags of what shows these prompts now: the lists of their categories, and whatever they are related to. */
export async function findTags(client: Client, ids: readonly string[]): Promise<string[]> {
  const { rows: categories } = await client.query<{ slug: string }>(
    `select distinct c.slug from prompts p join categories c on c.id = p.category_id where p.id = any($1)`,
    [ids],
  );
  const { rows: related } = await client.query<{ id: string }>(
    'select distinct prompt_id as id from related_prompts where related_id = any($1)',
    [ids],
  );
  return [
    ...categories.map(({ slug }) => categoryTag(slug)),
    ...[...ids, ...related.map(({ id }) => id)].map(promptTag),
  ];
}

/**
 * Notifies every node, when the transaction commits, that cached responses with these tags are outdated; all of them
 * when `tags` is undefined, or too much to send.
 */
export async function notifyLibraryChanged(client: Client, tags?: ReadonlySet<string>): Promise<void> {
  const payload = [...(tags ?? [])].join(' ');
  await client.query('select pg_notify($1, $2)', [
    LIBRARY_CHANNEL,
    payload.length > MAX_PAYLOAD ? '' : payload,
  ]);
}
