import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { loadDemo } from '../sandbox/demo.ts';
import type { StandInCredentials } from '../sandbox/main.ts';
import { reasonsAgainstIdentity, reasonsAgainstPayments } from '../sandbox/refusals.ts';
import { type Config, ConfigError, readConfig } from '../server/config.ts';
import type { Db } from '../server/core/database/pool.ts';

const MAIN = join(import.meta.dirname, '..', 'sandbox', 'main.ts');

/** What starts an app with the sandbox beside it, or without: the arguments of runProcess. */
export interface Start {
  readSettings: () => Config;
  afterOpening: (db: Db) => Promise<string[]>;
}

/**
 * Starts the sandbox in a process of its own when these settings name nobody to sign in with, or nobody to pay, and
 * nobody but this machine can reach it. The app then gets its addresses as it would get Google's and Stripe's, and
 * once the library is open the demo's members.
 */
export async function startSandbox(environment: Record<string, string | undefined>): Promise<Start> {
  const alone: Start = { readSettings: () => readConfig(environment), afterOpening: async () => [] };
  const reasons = readReasons(environment);
  if (reasons.length > 0) return alone;
  const credentials = await spawnSandbox(environment);
  const notes = async (db: Db) => [
    ...(await identityNotes(db, credentials.GOOGLE_ISSUER)),
    ...paymentNotes(credentials.STRIPE_API_BASE),
  ];
  return { readSettings: () => readConfig({ ...environment, ...credentials }), afterOpening: notes };
}

async function identityNotes(db: Db, issuer: string | undefined): Promise<string[]> {
  if (issuer === undefined) return [];
  const report = await loadDemo(db, issuer).catch(
    (error: Error) => `Demo members could not be loaded: ${error.message}`,
  );
  return [`Sandbox sign-in: ${issuer} (no Google credentials are set)`, report];
}

function paymentNotes(origin: string | undefined): string[] {
  if (origin === undefined) return [];
  return [`Sandbox payments: ${origin} (no Stripe keys are set); pay with 4242 4242 4242 4242`];
}

/** Why there is no stand-in at all. Settings that are wrong are told by the app, which reads them again. */
function readReasons(environment: Record<string, string | undefined>): string[] {
  try {
    const config = readConfig(environment);
    const identity = reasonsAgainstIdentity(config);
    return identity.length === 0 ? [] : reasonsAgainstPayments(config);
  } catch (error) {
    if (error instanceof ConfigError) return [error.message];
    throw error;
  }
}

function spawnSandbox(environment: Record<string, string | undefined>): Promise<StandInCredentials> {
  // The channel breaks when this process ends, however it does, and the sandbox ends with it.
  const sandbox = spawn(process.execPath, [MAIN], {
    env: { ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return new Promise((done, failed) => {
    sandbox.once('error', failed);
    sandbox.once('exit', () => failed(new Error('The sandbox ended; see above.')));
    sandbox.once('message', (credentials: StandInCredentials) => {
      sandbox.removeAllListeners('exit');
      // Neither the process nor its channel keeps the app from ending.
      sandbox.unref();
      sandbox.channel?.unref();
      done(credentials);
    });
  });
}
