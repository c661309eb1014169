import { expect, test } from 'vitest';
import { hasProc, processTree, surviveKills } from './testing/harness.ts';

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
    const figures = await surviveKills(rounds, async (app, round) => {
      const everything = await processTree(app.pid);
      expect(everything.length).toBeGreaterThan(5);
      // From the app down, and from the last backend up.
      for (const pid of round % 2 === 0 ? everything : everything.reverse()) killIfAlive(pid);
      await app.kill('SIGKILL');
    });
    await annotate(`kill-all: ${figures}`);
  },
);
