import { join } from 'node:path';
import { type Config, readConfig } from './config.ts';
import type { Db } from './core/database/pool.ts';
import { loadBuiltPages } from './core/pages/renderer.ts';
import { runProcess } from './process.ts';

/**
 * The app on its built pages, until it is asked to stop.
 * @param afterOpening see runProcess; for scripts that put something beside the app
 */
export async function run(
  readSettings: () => Config = readConfig,
  afterOpening?: (db: Db) => Promise<string[]>,
): Promise<void> {
  const loadPages = async ({ distDir }: Config) => ({
    renderer: await loadBuiltPages(distDir),
    clientDir: join(distDir, 'client'),
  });
  await runProcess(readSettings, loadPages, afterOpening);
}

if (import.meta.main) await run();
