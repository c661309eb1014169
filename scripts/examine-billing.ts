// `npm run billing:doctor`: looks at everything payments need, one line each. Exit code 1 when a line is an error.
import { ConfigError, readConfig } from '#server/config.ts';
import { examine, type Finding } from '#server/features/billing/setup/setup.doctor.ts';
import { withDatabase } from './with-database.ts';

const MARKS = { ok: 'ok   ', warn: 'warn ', error: 'ERROR' };

/** Findings say it; the calls' own lines would say it twice. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** @returns the exit code */
async function main(): Promise<number> {
  const { payments: settings, publicUrl } = readConfig();
  if (settings === undefined) {
    console.error('Payment system not configured: npm run billing:setup, then .env (docs/going-live.md).');
    return 2;
  }
  const look = (db?: Parameters<typeof examine>[0]['db']) => examine({ settings, publicUrl, db }, log);
  let findings: Finding[];
  try {
    findings = await withDatabase({ isReadOnly: true }, (_pool, db) => look(db));
  } catch {
    // Held by the running app, or not there yet: everything else can be looked at all the same.
    findings = await look();
  }
  for (const { level, about, text } of findings) console.log(`${MARKS[level]} ${about}: ${text}`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
