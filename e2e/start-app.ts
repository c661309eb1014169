import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.ts';
import { COMPILE_CACHE } from '../server/testing/compile-cache.ts';
import { makeTestFolder } from '../server/testing/test-folder.ts';

const ROOT = join(import.meta.dirname, '..');
const START_WITHIN_MILLISECONDS = 120_000;

export interface StartedApp {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts an app on a free port and in a folder of its own.
 * @param program `server/main.ts`, where nobody can sign in, or `scripts/start.ts`, with the sandbox
 */
export async function startApp(
  program: 'server/main.ts' | 'scripts/start.ts',
  settings: Record<string, string> = {},
): Promise<StartedApp> {
  const folder = await makeTestFolder();
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const app = spawn(process.execPath, [program], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      // Nothing else of the environment: a DATABASE_URL meant for another program must not be written to.
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: folder.path,
      LOG_LEVEL: 'warn',
      DRAIN_MILLISECONDS: '0',
      // Two browsers on one address ask for more in a minute than a person would.
      RATE_LIMIT: '100000',
      SEARCH_RATE_LIMIT: '100000',
      ...settings,
    },
  });
  const ended = new Promise<void>((done) => app.on('exit', () => done()));
  async function stop() {
    app.kill('SIGTERM');
    await ended;
    await folder.remove();
  }
  await waitUntilReady(url, ended).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

async function waitUntilReady(url: string, ended: Promise<void>): Promise<void> {
  let hasEnded = false;
  void ended.then(() => {
    hasEnded = true;
  });
  const deadline = Date.now() + START_WITHIN_MILLISECONDS;
  while (Date.now() < deadline && !hasEnded) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('The app did not become ready.');
}
