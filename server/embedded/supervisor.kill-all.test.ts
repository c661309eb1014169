import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  compareWithAcknowledged,
  hasProc,
  makeClusterFolder,
  noProcessIn,
  processTree,
  startApp,
} from './testing/harness.ts';

const rounds = 20;

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended with its parent.
  }
}

test.skipIf(!hasProc)(
  `kill -9 of everything under write load, ${rounds} rounds: nothing lost, the next start unaided`,
  async ({ annotate }) => {
    const folder = await makeClusterFolder();
    const acknowledged = join(folder.path, 'acknowledged');
    const startTimes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const app = startApp([folder.path, acknowledged]);
      startTimes.push((await app.next('started')).milliseconds);
      await delay(30 + 5 * round);
      const everything = await processTree(app.pid);
      expect(everything.length).toBeGreaterThan(5);
      // From the app down, and from the last backend up.
      for (const pid of round % 2 === 0 ? everything : everything.reverse()) killIfAlive(pid);
      await app.kill('SIGKILL');
    }
    const result = await compareWithAcknowledged(folder.path, acknowledged);
    expect(result).toMatchObject({ lost: 0, drifted: 0, damaged: 0 });
    expect(result.acknowledged).toBeGreaterThan(rounds);
    await noProcessIn(folder.path);
    await folder.remove();
    await annotate(
      `kill-all: ${rounds} rounds, ${result.acknowledged} acknowledged, ${result.lost} lost, slowest start ${Math.round(Math.max(...startTimes))} ms`,
    );
  },
);
