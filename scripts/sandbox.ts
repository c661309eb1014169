import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loadDemo } from '../sandbox/demo.ts';
import type { SandboxCredentials } from '../sandbox/identity.ts';
import { reasonsAgainstSandbox } from '../sandbox/refusals.ts';
import { type Config, ConfigError, readConfig } from '../server/config.ts';
import type { Db } from '../server/core/database/pool.ts';

const MAIN = join(import.meta.dirname, '..', 'sandbox', 'main.ts');

/** What starts an app with the sandbox beside it, or without: the arguments of runProcess. */
export interface Start {
  readSettings: () => Config;
  afterOpening: (db: Db) => Promise<string[]>;
}

/**
 * Starts the sandbox in a process of its own when these settings ask for nobody else to sign in with, and nobody
 * but this machine can reach it. The app then gets its address as it would get Google's, and once the library is
 * open the demo's members.
 */
export async function startSandbox(environment: Record<string, string | undefined>): Promise<Start> {
  const alone: Start = { readSettings: () => readConfig(environment), afterOpening: async () => [] };
  const reasons = readReasons(environment);
  if (reasons.length > 0) return alone;
  const credentials = await spawnSandbox(environment);
  const notes = async (db: Db) => {
    const report = await loadDemo(db, credentials.GOOGLE_ISSUER).catch(
      (error: Error) => `Demo members could not be loaded: ${error.message}`,
    );
    return [`Sandbox sign-in: ${credentials.GOOGLE_ISSUER} (no Google credentials are set)`, report];
  };
  return { readSettings: () => readConfig({ ...environment, ...credentials }), afterOpening: notes };
}

/** Settings that are wrong are told by the app, which reads them again. */
function readReasons(environment: Record<string, string | undefined>): string[] {
  try {
    return reasonsAgainstSandbox(readConfig(environment));
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    throw error;
  }
}

function spawnSandbox(environment: Record<string, string | undefined>): Promise<SandboxCredentials> {
  // The channel breaks when this process ends, however it does, and the sandbox ends with it.
  const sandbox = spawn(process.execPath, [MAIN], {
    env: { ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((done, failed) => {
    sandbox.once('error', failed);
    sandbox.once('exit', () => failed(new Error('The sandbox ended; see above.')));
    sandbox.once('message', (credentials: SandboxCredentials) => {
      sandbox.removeAllListeners('exit');
      // Neither the process nor its channel keeps the app from ending.
      sandbox.unref();
      sandbox.channel?.unref();
      done(credentials);
    });
  });
}
