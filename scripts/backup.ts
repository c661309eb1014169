// `npm run backup -- FILE`: everything the database holds, as of one moment, the app running or not.

import { resolve } from 'node:path';
import { ConfigError } from '#server/config.ts';
import { writeBackup } from '#server/core/backup/backup.ts';
import { withDatabase } from './with-database.ts';

const USAGE = `Usage: npm run backup -- FILE

Writes a backup of the database to FILE, which must not exist yet. The app may run meanwhile. The file holds personal
data: keep it where only you can read it.

Exit codes: 0 done, 1 it failed, 2 wrong usage.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const [file, ...more] = args;
  if (file === '--help' || file === '-h') {
    console.log(USAGE);
    return 0;
  }
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    console.error(USAGE);
    return 2;
  }
  try {
    const { tables } = await withDatabase({ isReadOnly: true }, (pool) => writeBackup(pool, resolve(file)));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(`${rows.toLocaleString('en-US')} rows of ${tables.length} tables are in ${file}.`);
    return 0;
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    return error instanceof ConfigError ? 2 : 1;
  }
}
