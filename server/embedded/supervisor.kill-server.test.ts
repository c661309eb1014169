import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  acknowledgedCount,
  compareWithAcknowledged,
  makeClusterFolder,
  noProcessIn,
  startApp,
  until,
} from './testing/harness.ts';

const rounds = 20;

test(`kill -9 of the server under write load, ${rounds} rounds: nothing lost, restarted unaided`, async ({
  annotate,
}) => {
  const folder = await makeClusterFolder();
  const acknowledged = join(folder.path, 'acknowledged');
  const app = startApp([folder.path, acknowledged]);
  let { pid } = await app.next('started');
  const awayTimes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
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
    `kill-server: ${rounds} rounds, ${result.acknowledged} acknowledged, ${result.lost} lost, longest away ${Math.round(Math.max(...awayTimes))} ms`,
  );
});
