import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestFolder } from '#server/testing/test-folder.ts';
import { runCommand } from './run-command.ts';
import { isRoot, makeClusterFolder, noProcessIn, query, startApp } from './testing/harness.ts';

/** A container as far as PostgreSQL's own check goes: other pids, other shared memory, the same folder. */
const container = ['unshare', '--pid', '--ipc', '--mount-proc', '--fork', '--kill-child'];
const canContain = isRoot && (await runCommand('unshare', [...container.slice(1), 'true'])).code === 0;

let folder: TestFolder;

beforeEach(async () => {
  folder = await makeClusterFolder();
});

afterEach(async () => {
  await noProcessIn(folder.path, 5);
  await folder.remove();
});

test('a copy in another container is refused, and the first does not notice', async ({ skip }) => {
  skip(!canContain, 'needs root and unshare(1)');
  const first = startApp([folder.path]);
  const { connection, pid } = await first.next('started');
  const second = startApp([folder.path], { inside: container });
  const refused = await second.next('failed');
  expect(refused).toMatchObject({
    code: 'in_use',
    message: expect.stringContaining('in use by another copy'),
  });
  expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  expect(process.kill(pid, 0)).toBe(true);
  await first.kill('SIGTERM');
});

test('a container that was killed as a whole is followed by one with the same small pids', async ({
  skip,
}) => {
  skip(!canContain, 'needs root and unshare(1)');
  for (let round = 0; round < 3; round += 1) {
    const app = startApp([folder.path], { inside: container });
    const { connection } = await app.next('started');
    expect(await query(connection, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await app.kill('SIGKILL');
  }
});
