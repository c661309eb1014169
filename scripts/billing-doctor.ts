// `npm run billing:doctor`: looks at everything payments need, one line each. Exit code 1 when a line is an error.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, readConfig } from '#server/config.ts';
import { diagnoseBilling } from '#server/features/billing/setup/setup.doctor.ts';
import { withDatabase } from './with-database.ts';

const LEVEL_LABELS = { ok: 'ok   ', warn: 'warn ', error: 'ERROR' };

/** Findings say it; the calls' own lines would say it twice. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** @returns the exit code */
async function main(): Promise<number> {
  const { payments: settings, publicUrl, databaseUrl, dataDir } = readConfig();
  if (settings === undefined) {
    console.error('Payment system not configured: npm run billing:setup, then .env (docs/going-live.md).');
    return 2;
  }
  const diagnose = (db?: Parameters<typeof diagnoseBilling>[0]['db']) =>
    diagnoseBilling({ settings, publicUrl, db }, log);
  // The first start makes an embedded database; looking makes none.
  const hasDatabase = databaseUrl !== undefined || existsSync(join(dataDir, 'postgres'));
  // Without one, or with one that does not answer, everything else can be looked at all the same.
  const findings = hasDatabase
    ? await withDatabase({ isReadOnly: true }, (_pool, db) => diagnose(db)).catch(() => diagnose())
    : await diagnose();
  for (const { level, subject, text } of findings) console.log(`${LEVEL_LABELS[level]} ${subject}: ${text}`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
