import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { SandboxCredentials } from '../sandbox/main.ts';
import { sandboxBlockers } from '../sandbox/preconditions.ts';
import { readConfig } from '../server/config.ts';
import type { Db } from '../server/core/database/pool.ts';
import type { StartSidecar } from '../server/process.ts';

const MAIN = join(import.meta.dirname, '..', 'sandbox', 'main.ts');

/**
 * Starts the sandbox in a process of its own when these settings name no sign-in provider, no payment provider, or
 * no mail server, and only this machine can reach it. The app then gets its addresses as it would get real ones, and once the library is open the demo's members.
 * @param environment what the app's settings were read from
 */
export function sandboxSidecar(environment: Record<string, string | undefined>): StartSidecar {
  return (config) => {
    if (Object.values(sandboxBlockers(config)).every((reasons) => reasons.length > 0)) return undefined;
    const sandbox = spawnSandbox(environment);
    return {
      open: async () => {
        const credentials = await sandbox.open();
        return {
          config: readConfig({ ...environment, ...credentials }),
          onReady: async (db) => [
            ...(await identityMessages(db, credentials.GOOGLE_ISSUER)),
            ...paymentMessages(credentials.STRIPE_API_BASE),
            ...mailMessages(credentials.MAILBOX_URL),
          ],
          close: sandbox.close,
        };
      },
    };
  };
}

async function identityMessages(db: Db, issuer: string | undefined): Promise<string[]> {
  if (issuer === undefined) return [];
  const { loadDemo } = await import('../sandbox/demo/load.ts');
  const report = await loadDemo(db, issuer).catch(
    (error: Error) => `Demo members could not be loaded: ${error.message}`,
  );
  return [`Sandbox sign-in: ${issuer} (no Google credentials are set)`, report];
}

function paymentMessages(origin: string | undefined): string[] {
  if (origin === undefined) return [];
  return [`Sandbox payments: ${origin} (no Stripe keys are set); pay with 4242 4242 4242 4242`];
}

function mailMessages(url: string | undefined): string[] {
  return url === undefined ? [] : [`Sandbox mailbox: ${url} (no mail server is set)`];
}

interface Sandbox {
  /** Takes the ports. */
  open(): Promise<SandboxCredentials>;
  /** Resolves when the ports are free. */
  close(): Promise<void>;
}

function spawnSandbox(environment: Record<string, string | undefined>): Sandbox {
  // The channel breaks when this process ends, however it does, and the sandbox ends with it.
  const sandbox = spawn(process.execPath, [MAIN], {
    env: { ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let failure: Error | undefined;
  const ended = new Promise<void>((done) => {
    sandbox.once('error', (error) => {
      failure = error;
      done();
    });
    sandbox.once('exit', () => done());
  });
  return {
    async open() {
      const received = new Promise<SandboxCredentials>((done) => sandbox.once('message', done));
      if (sandbox.connected) sandbox.send('open');
      const credentials = await Promise.race([received, ended]);
      if (!credentials) throw failure ?? new Error('The sandbox ended; see above.');
      // Neither the process nor its channel keeps the app from ending.
      sandbox.unref();
      sandbox.channel?.unref();
      return credentials;
    },
    async close() {
      if (!sandbox.connected) return;
      sandbox.ref();
      sandbox.disconnect();
      await ended;
    },
  };
}
