// Stand-ins for what the app needs from outside, on loopback: Google, Stripe and a mail server, each where there are no
// credentials of its own. `npm start` starts them with the app and they end with it; on their own (`node sandbox/main.ts`)
// they print the settings an app needs to use them.
import { once } from 'node:events';
import { join } from 'node:path';
import { ConfigError, readConfig } from '#server/config.ts';
import type { IdentityCredentials } from './google/start.ts';
import type { MailCredentials } from './mail/start.ts';
import { sandboxBlockers } from './preconditions.ts';
import type { PaymentCredentials, SandboxPayments } from './stripe/start.ts';

/** What the process sends to its parent. */
export type SandboxCredentials = Partial<
  IdentityCredentials & PaymentCredentials & MailCredentials & { MAILBOX_URL: string }
>;

async function main(): Promise<void> {
  const config = readConfig();
  const against = sandboxBlockers(config);
  if (Object.values(against).every((reasons) => reasons.length > 0)) {
    const reasons = new Set(Object.values(against).flat());
    return refuse(`The sandbox does not start: ${[...reasons].join('; ')}.`);
  }
  // Each is large: only what stands in is loaded, and before there is anything to wait for.
  const google = against.identity.length === 0 ? await import('./google/start.ts') : undefined;
  const stripe = against.payments.length === 0 ? await import('./stripe/start.ts') : undefined;
  const mail = against.mail.length === 0 ? await import('./mail/start.ts') : undefined;
  if (process.send !== undefined) await waitForParent();
  const { publicUrl: appUrl, dataDir, tax } = config;
  // What was bought is remembered as long as the app's own database, which knows it by the same ids.
  const stateFile = join(dataDir, 'sandbox', 'payments.json');
  const identity = await startAt('SANDBOX_PORT', config.sandboxPort, (port) =>
    google?.startSandboxIdentity({ port, appUrl }),
  );
  const payments = await startAt('SANDBOX_PAYMENTS_PORT', config.sandboxPaymentsPort, (port) =>
    stripe?.startSandboxPayments({ port, appUrl, stateFile, tax }),
  );
  const mailbox = await startAt('SANDBOX_MAIL_PORT', config.sandboxMailPort, (port) =>
    mail?.startSandboxMailbox({ port, appUrl }),
  );
  const credentials: SandboxCredentials = {
    ...identity?.credentials,
    ...payments?.credentials,
    ...(mailbox && { ...mailbox.credentials, MAILBOX_URL: mailbox.url }),
  };
  if (payments) saveAtEnd(payments);
  if (process.send !== undefined) {
    process.send(credentials);
    return;
  }
  const names = [identity && 'Google', payments && 'Stripe', mailbox && 'a mail server'];
  const lines = Object.entries(credentials).map(([name, value]) => `  ${name}=${value}\n`);
  process.stdout.write(
    `\n  The sandbox stands in for ${names.filter(Boolean).join(' and ')}. Settings of the app:\n${lines.join('')}\n`,
  );
}

/** The parent spawns this process early, so that it is loaded in time, and sends a message when the ports are free. */
async function waitForParent(): Promise<void> {
  // The channel breaks with the parent, however that ends.
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole group at once, and the app may still have requests to answer.
  process.on('SIGINT', () => undefined);
  await once(process, 'message');
}

/** Where the settings say; the default port next to the app's may be replaced by any other when it is taken. */
async function startAt<T>(setting: string, port: number, start: (port: number) => T): Promise<Awaited<T>> {
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
