/**
 * The smallest application on an embedded database, for tests to start and to kill:
 *   node minimal-app.ts DATA_DIR [ACKNOWLEDGED_FILE]
 * Reports events as JSON lines. With a file it writes rows over several connections, and puts
 * every id that the database has acknowledged into that file: what a kill must not lose.
 */
import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '../embedded-database.ts';
import { EmbeddedDatabaseError } from '../errors.ts';

const lanes = 6;
const [, , dataDir, acknowledgedFile] = process.argv;
let ending = false;

function tell(event: string, fields: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ event, ...fields })}\n`);
}

async function writeRows(pool: pg.Pool, lane: number, file: string): Promise<void> {
  const run = `${process.pid}-${Date.now()}`;
  for (let number = 0; !ending; number += 1) {
    const id = `${run}-${lane}-${number}`;
    try {
      await pool.query(
        `WITH added AS (INSERT INTO writes (id, lane) VALUES ($1, $2) RETURNING lane)
         UPDATE lanes SET total = total + 1 WHERE lane = (SELECT lane FROM added)`,
        [id, lane],
      );
      appendFileSync(file, `${id}\n`);
    } catch {
      await delay(10); // The server is away: that write was never acknowledged.
    }
  }
}

async function prepareTables(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE TABLE IF NOT EXISTS writes (id text PRIMARY KEY, lane int NOT NULL);
    CREATE TABLE IF NOT EXISTS lanes (lane int PRIMARY KEY, total bigint NOT NULL);
    INSERT INTO lanes SELECT n, 0 FROM generate_series(1, ${lanes}) AS n ON CONFLICT DO NOTHING`);
}

async function main(): Promise<void> {
  const started = performance.now();
  const database: EmbeddedDatabase = await startEmbeddedDatabase({
    dataDir: dataDir ?? '',
    log: (message, fields) => tell('log', { message, ...fields }),
  });
  const pool = new pg.Pool({ ...database.connection, max: lanes });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const writers: Promise<void>[] = [];
  process.once('SIGTERM', async () => {
    ending = true;
    await Promise.all(writers);
    await pool.end();
    await database.stop();
    tell('stopped');
  });
  if (acknowledgedFile) await prepareTables(pool);
  const { connection, messages, pid } = database;
  tell('started', {
    connection,
    messages,
    pid,
    dataDir: database.dataDir,
    milliseconds: performance.now() - started,
  });
  if (!acknowledgedFile) return;
  for (let lane = 1; lane <= lanes; lane += 1) writers.push(writeRows(pool, lane, acknowledgedFile));
}

main().catch((error: unknown) => {
  const code = error instanceof EmbeddedDatabaseError ? error.code : undefined;
  tell('failed', { code, message: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
});
