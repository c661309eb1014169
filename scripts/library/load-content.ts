// `npm run content:load`: loads content/ into the database by hand. The app does the same at every start.
import { join } from 'node:path';
import { ConfigError } from '#server/config.ts';
import { loadLibrary } from '#server/features/library/library.loading.ts';
import { withDatabase } from '../with-database.ts';
import { startProgress } from './progress.ts';

const CONTENT = join(import.meta.dirname, '..', '..', 'content');

const progress = startProgress('Loading');
try {
  const report = await withDatabase({ isReadOnly: false }, (pool) =>
    loadLibrary({
      pool,
      contentDir: CONTENT,
      onProgress: (done, total) => progress.show(done / total, `${done} of ${total} prompts`),
    }),
  );
  progress.end();
  const { added, changed, unchanged, retired, seconds } = report;
  console.log(
    `Loaded in ${seconds.toFixed(2)} s: ${added} added, ${changed} changed, ${unchanged} unchanged, ${retired} retired.`,
  );
} catch (error) {
  progress.end();
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
