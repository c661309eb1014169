import { join } from 'node:path';
import { migrate } from '#server/core/database/migrate.ts';
import { openPool } from '#server/core/database/pool.ts';
import { startEmbeddedDatabase } from '#server/embedded-postgres/embedded-database.ts';
import { promptIdOf } from '#server/features/library/library.fields.ts';
import type { PromptFile } from '#server/features/library/library.format.ts';
import { loadLibrary } from '#server/features/library/library.loading.ts';
import { createFeatureApp } from '#server/testing/feature-app.ts';
import { makeTestFolder } from '#server/testing/test-folder.ts';

const ROOT = join(import.meta.dirname, '..');

export type Search = (query: string) => Promise<string[]>;

/** The search of a visitor by relevance, as the API answers it: the slugs of the first ten. */
export function searchOf(
  app: Awaited<ReturnType<typeof createFeatureApp>>,
  prompts: readonly PromptFile[],
): Search {
  const slugs = new Map(prompts.map(({ slug }) => [promptIdOf(slug), slug]));
  return async (query) => {
    const response = await app.get(
      `/api/prompts/search?${new URLSearchParams({ q: query, sortBy: 'relevance', limit: '10' })}`,
    );
    if (response.statusCode !== 200) throw new Error(`"${query}" was answered with ${response.statusCode}`);
    const found: { id: string }[] = response.json();
    return found.map(({ id }) => slugs.get(id) ?? id);
  };
}

/** Gives `work` the search of content/ in a database that exists only meanwhile. */
export async function withSearch(
  prompts: readonly PromptFile[],
  work: (search: Search) => Promise<void>,
): Promise<void> {
  const folder = await makeTestFolder();
  const embedded = await startEmbeddedDatabase({ dataDir: folder.path, log: () => undefined });
  const { db, pool, close } = openPool(embedded.connection, { size: 4, onError: () => undefined });
  try {
    await migrate(pool, join(ROOT, 'server', 'migrations'));
    await loadLibrary({ pool, contentDir: join(ROOT, 'content') });
    const app = await createFeatureApp(db, { version: 1 });
    await work(searchOf(app, prompts));
    await app.close();
  } finally {
    await close();
    await embedded.stop();
    await folder.remove();
  }
}
