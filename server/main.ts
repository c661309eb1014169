import { join } from 'node:path';
import { readConfig } from './config.ts';
import { loadBuiltPages } from './core/pages/renderer.ts';
import { type ProcessOptions, runProcess } from './process.ts';

/** The app on its built pages, until it is asked to stop. */
export async function run(options: Pick<ProcessOptions, 'startSidecar' | 'showStep'> = {}): Promise<void> {
  await runProcess({
    ...options,
    readSettings: readConfig,
    loadPages: async ({ distDir }) => ({
      renderer: await loadBuiltPages(distDir),
      clientDir: join(distDir, 'client'),
    }),
  });
}

if (import.meta.main) await run();
