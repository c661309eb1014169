// Stand-ins for what the app needs from outside, on loopback: Google, so far. `npm start` puts it beside the app and
// it ends with the app; on its own (`node sandbox/main.ts`) it prints the settings an app needs to use it.
import { type Config, ConfigError, readConfig } from '#server/config.ts';
import { type SandboxIdentity, startSandboxIdentity } from './identity.ts';
import { reasonsAgainstSandbox } from './refusals.ts';

async function main(): Promise<void> {
  const config = readConfig();
  const reasons = reasonsAgainstSandbox(config);
  if (reasons.length > 0) return refuse(`The sandbox does not start: ${reasons.join('; ')}.`);
  const { credentials } = await startIdentity(config);
  if (process.send === undefined) {
    const lines = Object.entries(credentials).map(([name, value]) => `  ${name}=${value}\n`);
    process.stdout.write(`\n  The sandbox stands in for Google. Settings of the app:\n${lines.join('')}\n`);
    return;
  }
  // The pipe to whoever started us breaks with them, however they end.
  process.on('disconnect', () => process.exit(0));
  // Ctrl-C reaches the whole group at once, and the app may still have to answer somebody.
  process.on('SIGINT', () => undefined);
  process.send(credentials);
}

/** Where the settings say; on the port beside the app's, which nobody chose, any other will do when it is taken. */
async function startIdentity({ sandboxPort, publicUrl }: Config): Promise<SandboxIdentity> {
  try {
    return await startSandboxIdentity({ port: sandboxPort, appUrl: publicUrl });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    if (process.env['SANDBOX_PORT']?.trim()) {
      refuse(`The sandbox cannot listen on port ${sandboxPort}: another program does. Set SANDBOX_PORT.`);
    }
    return await startSandboxIdentity({ port: 0, appUrl: publicUrl });
  }
}

function refuse(sentence: string): never {
  process.stderr.write(`\n${sentence}\n\n`);
  process.exit(1);
}

await main().catch((error: unknown) => {
  if (error instanceof ConfigError) refuse(error.message);
  throw error;
});
