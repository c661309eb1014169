// `npm run restore -- FILE`: a backup into an empty database. `--verify` only reads the backup.

import { join, resolve } from 'node:path';
import { ConfigError } from '#server/config.ts';
import { restoreBackup, verifyBackup } from '#server/core/backup/restore.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run restore -- FILE [--verify]

Fills an empty database with a backup and compares every table with what was saved: that of DATABASE_URL, or a new
embedded one in DATA_DIR. The app must not run on it yet.

  --verify   reads the backup and compares its checksums; touches no database

Exit codes: 0 done, 1 it failed, 2 wrong usage.`;

const MIGRATIONS = join(import.meta.dirname, '..', 'server', 'migrations');

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const isVerifying = args.includes('--verify');
  const [file, ...more] = args.filter((arg) => arg !== '--verify');
  if (file === '--help' || file === '-h') {
    console.log(USAGE);
    return 0;
  }
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  try {
    const path = resolve(file);
    const { tables, createdAt } = isVerifying
      ? await verifyBackup(path)
      : await withDatabase({ isReadOnly: true }, (pool) => restoreBackup(pool, path, MIGRATIONS));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const summary = `${rows.toLocaleString('en-US')} rows of ${tables.length} tables, as of ${createdAt},`;
    console.log(
      `${summary} ${isVerifying ? 'are in the backup, undamaged' : 'are in the database, as they were saved'}.`,
    );
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof ConfigError ? 2 : 1;
  }
}
