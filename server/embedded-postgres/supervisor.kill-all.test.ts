import { expect, test } from 'vitest';
import { hasProc, killRounds, killTimeout, processTree, surviveKills } from './testing/harness.ts';

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // Ended with its parent.
  }
}

test.skipIf(!hasProc)(
  `kill -9 of everything under write load, ${killRounds} rounds: nothing lost, the next start unaided`,
  { timeout: killTimeout },
  async ({ annotate }) => {
    const figures = await surviveKills(killRounds, async (app, round) => {
      const everything = await processTree(app.pid);
      expect(everything.length).toBeGreaterThan(5);
      // From the app down, and from the last backend up.
      for (const pid of round % 2 === 0 ? everything : everything.reverse()) killIfAlive(pid);
      await app.kill('SIGKILL');
    });
    await annotate(`kill-all: ${figures}`);
  },
);
