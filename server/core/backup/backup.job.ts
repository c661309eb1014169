import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Db } from '../database/pool.ts';
import { runDaily } from '../jobs/daily-job.ts';
import { runAtInterval } from '../jobs/interval.ts';
import { writeBackup } from './backup.ts';

export interface BackupSettings {
  /** Where the files are kept. */
  dir: string;
  /** How many of them; the oldest go first. */
  keep: number;
}

/** How often a process asks whether today's is still to be made. Milliseconds. */
const CHECK_INTERVAL = 600_000;

const NAME = /^promptarium-\d{4}-\d{2}-\d{2}\.zip$/;

/** One backup a day (UTC), by one of all processes. `daily_job_age_days{job="backup"}` tells when it stops working. */
export function backUpDaily(
  app: FastifyInstance,
  { db, pool }: { db: Db; pool: pg.Pool },
  settings: BackupSettings,
): void {
  runAtInterval(app, {
    name: 'backup',
    every: CHECK_INTERVAL,
    async run() {
      const written = await runDaily(db, 'backup', () => backUp(pool, settings));
      if (written !== undefined) app.log.info(written, 'backup written');
    },
  });
}

/**
 * Writes today's backup, instead of one that was made today before, and removes those beyond the number to keep.
 * @param now for the day in its name, by UTC
 */
export async function backUp(
  pool: pg.Pool,
  { dir, keep }: BackupSettings,
  now = new Date(),
): Promise<{ file: string; rows: number }> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const file = join(dir, `promptarium-${now.toISOString().slice(0, 10)}.zip`);
  await rm(file, { force: true });
  const { tables } = await writeBackup(pool, file);
  const backups = (await readdir(dir)).filter((name) => NAME.test(name)).sort();
  for (const name of backups.slice(0, -keep)) await rm(join(dir, name));
  return { file, rows: tables.reduce((sum, table) => sum + table.rows, 0) };
}
