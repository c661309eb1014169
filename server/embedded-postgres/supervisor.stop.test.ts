import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startEmbeddedDatabase } from './embedded-database.ts';
import {
  hasProc,
  makeClusterFolder,
  processesIn,
  query,
  startBusyBackend,
  until,
} from './testing/harness.ts';

test('a stop during a crash restart, where fast shutdown hangs, ends by escalation', async ({ annotate }) => {
  const folder = await makeClusterFolder();
  const options = { dataDir: folder.path, log: () => {} };
  const database = await startEmbeddedDatabase(options);
  const busy = await startBusyBackend(database);
  process.kill(busy, 'SIGKILL');
  const log = join(database.dataDir, 'server.log');
  await until('the postmaster has noticed', async () =>
    (await readFile(log, 'utf8')).includes('terminating any other active'),
  );
  const stopping = performance.now();
  await database.stop();
  const seconds = (performance.now() - stopping) / 1_000;
  // 10 s of SIGINT, then SIGQUIT; less if the restart was over before we asked.
  expect(seconds).toBeLessThan(17);
  if (hasProc) expect(await processesIn(folder.path)).toEqual([]);

  const again = await startEmbeddedDatabase(options);
  expect(await query(again.connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await again.stop();
  await folder.remove();
  await annotate(`stop during a crash restart took ${seconds.toFixed(1)} s`);
});
