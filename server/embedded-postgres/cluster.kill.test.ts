import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeTestFolder } from '#server/testing/test-folder.ts';
import { allProcesses, hasProc, noProcessIn, processTree, query, startApp } from './testing/harness.ts';

const rounds = 3;

test.skipIf(!hasProc)(
  `kill -9 during the first start, ${rounds} rounds: the next start is unaided`,
  async ({ annotate }) => {
    let killedInInitdb = 0;
    for (let round = 0; round < rounds; round += 1) {
      const folder = await makeTestFolder();
      const app = startApp([folder.path]);
      await app.next('log'); // "making a new database"
      await delay(150 * round);
      const tree = await processTree(app.pid);
      const names = await allProcesses();
      if (names.some(({ pid, name }) => name === 'initdb' && tree.includes(pid))) killedInInitdb += 1;
      // In turn: the app alone, everything, initdb or the server alone.
      const victims = [[app.pid], tree, tree.slice(-1)][round % 3] ?? [];
      for (const pid of victims) {
        try {
          process.kill(pid, 'SIGKILL');
        } catch {
          // Ended by itself.
        }
      }
      await app.kill('SIGKILL');

      const next = startApp([folder.path]);
      const { connection, dataDir } = await next.next('started');
      expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect((await readdir(join(dataDir))).filter((name) => name.startsWith('new-'))).toEqual([]);
      expect(await next.kill('SIGTERM')).toEqual({ code: 0 });
      await noProcessIn(folder.path);
      await folder.remove();
    }
    // How many depends on the machine: initdb takes half a second, and less of it is left on a busy one.
    await annotate(`first-start-kill: ${rounds} rounds, ${killedInInitdb} of them inside initdb`);
  },
);
