// Stand-ins for what the app needs from outside, on loopback: Google and Stripe, each where there are no credentials
// of its own. `npm start` puts them beside the app and they end with the app; on their own (`node sandbox/main.ts`)
// they print the settings an app needs to use them.
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { type SandboxCredentials, startSandboxIdentity } from './identity.ts';
import { reasonsAgainstIdentity, reasonsAgainstPayments } from './refusals.ts';
import { type PaymentCredentials, type SandboxPayments, startSandboxPayments } from './stripe/payments.ts';

/** What the process says to whoever started it. */
export type StandInCredentials = Partial<SandboxCredentials & PaymentCredentials>;

async function main(): Promise<void> {
  const config = readConfig();
  const against = { identity: reasonsAgainstIdentity(config), payments: reasonsAgainstPayments(config) };
  if (against.identity.length > 0 && against.payments.length > 0) {
    const reasons = new Set([...against.identity, ...against.payments]);
    return refuse(`The sandbox does not start: ${[...reasons].join('; ')}.`);
  }
  const identity = against.identity.length === 0 ? await startIdentity(config) : undefined;
  const payments = against.payments.length === 0 ? await startPayments(config) : undefined;
  const credentials: StandInCredentials = { ...identity?.credentials, ...payments?.credentials };
  if (payments) saveAtEnd(payments);
  if (process.send === undefined) {
    const names = [...(identity ? ['Google'] : []), ...(payments ? ['Stripe'] : [])].join(' and ');
    const lines = Object.entries(credentials).map(([name, value]) => `  ${name}=${value}\n`);
    process.stdout.write(`\n  The sandbox stands in for ${names}. Settings of the app:\n${lines.join('')}\n`);
    return;
  }
  // The pipe to whoever started us breaks with them, however they end.
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole group at once, and the app may still have to answer somebody.
  process.on('SIGINT', () => undefined);
  process.send(credentials);
}

function startIdentity({ sandboxPort, publicUrl }: Config) {
  return startAt('SANDBOX_PORT', sandboxPort, (port) => startSandboxIdentity({ port, appUrl: publicUrl }));
}

/** What was bought is remembered as long as the app's own database, which knows it by the same ids. */
function startPayments({ sandboxPaymentsPort, publicUrl, dataDir }: Config): Promise<SandboxPayments> {
  const stateFile = join(dataDir, 'sandbox', 'payments.json');
  return startAt('SANDBOX_PAYMENTS_PORT', sandboxPaymentsPort, (port) =>
    startSandboxPayments({ port, appUrl: publicUrl, stateFile }),
  );
}

/** Where the settings say; on the port beside the app's, which nobody chose, any other will do when it is taken. */
async function startAt<T>(setting: string, port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port);
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    if (process.env[setting]?.trim()) {
      refuse(`The sandbox cannot listen on port ${port}: another program does. Set ${setting}.`);
    }
    return await start(0);
  }
}

function saveAtEnd(payments: SandboxPayments): void {
  process.on('exit', () => payments.save());
  // Alone at a terminal it is ended by a signal, which runs nothing by itself.
  if (process.send !== undefined) return;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
}

function refuse(sentence: string): never {
  process.stderr.write(`\n${sentence}\n\n`);
  process.exit(1);
}

await main().catch((error: unknown) => {
  if (error instanceof ConfigError) refuse(error.message);
  throw error;
});
