import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../scripts/free-port.ts';
import { type LoadedDataFolder, makeLoadedDataFolder } from './testing/loaded-data-folder.ts';
import { killAllProcesses, startProcess, stayConnected } from './testing/test-process.ts';

let folder: LoadedDataFolder;

beforeAll(async () => {
  folder = await makeLoadedDataFolder();
});

afterEach(async () => {
  await killAllProcesses();
  await folder.nothingIsLeft();
});

afterAll(() => folder.remove());

describe('a start while another copy is stopping', () => {
  test.each([
    ['on its port', async () => String(await freePort())],
    ['on another port', async () => '0'],
  ])('waits for it, says so, and opens: %s', async (_where, choosePort) => {
    const port = await choosePort();
    const first = startProcess({ ...folder.settings, PORT: port, DRAIN_MILLISECONDS: '60000' });
    await first.ready();
    await stayConnected(await first.url);
    process.kill(first.pid, 'SIGTERM');
    await first.until('"msg":"stopping"');
    const second = startProcess({ ...folder.settings, PORT: port });
    await second.until('waiting for the previous instance to stop');
    await first.kill('SIGKILL');
    await second.ready();
    expect(await second.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  });
});
