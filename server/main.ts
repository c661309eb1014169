import { join } from 'node:path';
import { readConfig } from './config.ts';
import { loadBuiltPages } from './core/pages/renderer.ts';
import { runProcess } from './process.ts';

await runProcess(readConfig, async ({ distDir }) => ({
  renderer: await loadBuiltPages(distDir),
  clientDir: join(distDir, 'client'),
}));
