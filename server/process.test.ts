import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoadedDataFolder, makeLoadedDataFolder } from './testing/loaded-data-folder.ts';
import { killAllProcesses, processesOf, startProcess } from './testing/test-process.ts';
import { waitUntil } from './testing/wait-until.ts';

let folder: LoadedDataFolder;

beforeAll(async () => {
  folder = await makeLoadedDataFolder();
});

afterEach(async () => {
  await killAllProcesses();
  await folder.nothingIsLeft();
});

afterAll(() => folder.remove());

test('the second start is answered, and says what runs, where, and where the data lie', async ({
  annotate,
}) => {
  const start = performance.now();
  const app = startProcess(folder.settings);
  let status = 0;
  await waitUntil('the first 200', async () => {
    status = (await app.get('/').catch(() => undefined))?.status ?? 0;
    return status === 200;
  });
  const milliseconds = performance.now() - start;
  const output = await app.until('Library: ');
  expect(output).toContain(
    `Promptarium is running at ${(await app.url).replace('127.0.0.1', 'localhost')}\n`,
  );
  expect(output).toContain(`Database: embedded PostgreSQL 18, data in ${folder.path}/data/postgres\n`);
  expect(output).toMatch(/Library: 0 prompts added, 0 changed, \d{3,} unchanged, 0 retired\n/);
  await app.kill('SIGTERM');
  // The bar of 3 s is held by the benchmark (bench/startup-time.ts): a busy machine must fail no test.
  await annotate(`second start: first 200 after ${Math.round(milliseconds)} ms`);
});

test('a port in use is reported in plain words, and no database is left running', async () => {
  const other = createServer();
  const port = await new Promise<number>((done) =>
    other.listen(0, '127.0.0.1', () => {
      const address = other.address();
      done(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  const app = startProcess({ ...folder.settings, PORT: String(port) });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain(
    `Cannot listen on 127.0.0.1 port ${port}: another program does already. Stop it, or set PORT to a free one.`,
  );
  expect(app.output()).not.toContain('    at ');
  expect(await processesOf(folder.path)).toEqual([]);
  other.close();
});

test('an address this machine does not have is reported in plain words', async () => {
  const app = startProcess({ ...folder.settings, HOST: '192.0.2.1' });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output()).toContain('this machine has no such address. Check HOST.');
});

test('a second process on the same folder is refused in plain words, and the first is unaffected', async () => {
  const first = startProcess(folder.settings);
  await first.ready();
  const second = startProcess(folder.settings);
  expect(await second.exited).toEqual({ code: 1, signal: null });
  expect(second.output()).toContain(`in use by another copy of Promptarium (process ${first.pid} on `);
  expect(second.output()).not.toContain('    at ');
  expect((await first.get('/readyz')).status).toBe(200);
  await first.kill('SIGTERM');
});

test('wrong settings are all listed, and nothing is started', async () => {
  const app = startProcess({
    ...folder.settings,
    PORT: 'http',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://u:hunter2@h',
  });
  expect(await app.exited).toEqual({ code: 1, signal: null });
  expect(app.output().trim().split('\n')).toEqual([
    'Promptarium cannot start with these settings:',
    expect.stringContaining('  - PORT must be'),
    expect.stringContaining('  - DATABASE_URL must be'),
    expect.stringContaining('  - LOG_LEVEL must be'),
  ]);
  expect(app.output()).not.toContain('hunter2');
});
