import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  acknowledgedCount,
  compareWithAcknowledged,
  killRounds,
  killTimeout,
  makeClusterFolder,
  noProcessIn,
  startApp,
  until,
} from './testing/harness.ts';

test(`kill -9 of the server under write load, ${killRounds} rounds: nothing lost, restarted unaided`, {
  timeout: killTimeout,
}, async ({ annotate }) => {
  const folder = await makeClusterFolder();
  const acknowledged = join(folder.path, 'acknowledged');
  const app = startApp([folder.path, acknowledged]);
  let { pid } = await app.next('started');
  const awayTimes: number[] = [];
  for (let round = 0; round < killRounds; round += 1) {
    const before = await acknowledgedCount(acknowledged);
    await until('100 more writes', async () => (await acknowledgedCount(acknowledged)) > before + 100);
    const killed = performance.now();
    process.kill(pid, 'SIGKILL');
    let back = await app.next('log');
    while (back.message !== 'the database server is back') back = await app.next('log');
    awayTimes.push(performance.now() - killed);
    expect(back.pid).not.toBe(pid);
    pid = back.pid;
  }
  expect(await app.kill('SIGTERM')).toEqual({ code: 0 });
  const result = await compareWithAcknowledged(folder.path, acknowledged);
  expect(result).toMatchObject({ lost: 0, drifted: 0, damaged: 0 });
  await noProcessIn(folder.path);
  await folder.remove();
  await annotate(
    `kill-server: ${killRounds} rounds, ${result.acknowledged} acknowledged, ${result.lost} lost, longest away ${Math.round(Math.max(...awayTimes))} ms`,
  );
});
