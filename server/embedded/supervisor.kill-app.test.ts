import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { compareWithAcknowledged, makeClusterFolder, noProcessIn, startApp } from './testing/harness.ts';

const rounds = 20;

test(`kill -9 of the app under write load, ${rounds} rounds: nothing lost, the next start unaided`, async ({
  annotate,
}) => {
  const folder = await makeClusterFolder();
  const acknowledged = join(folder.path, 'acknowledged');
  const startTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const app = startApp([folder.path, acknowledged]);
    startTimes.push((await app.next('started')).milliseconds);
    await delay(30 + 5 * round);
    await app.kill('SIGKILL');
  }
  const result = await compareWithAcknowledged(folder.path, acknowledged);
  expect(result).toMatchObject({ lost: 0, drifted: 0, damaged: 0 });
  expect(result.acknowledged).toBeGreaterThan(rounds);
  await noProcessIn(folder.path);
  await folder.remove();
  await annotate(
    `kill-app: ${rounds} rounds, ${result.acknowledged} acknowledged, ${result.lost} lost, slowest start ${Math.round(Math.max(...startTimes))} ms`,
  );
});
