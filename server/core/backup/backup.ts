import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { ZipFile } from 'yazl';
import { type BackupTable, FORMAT_VERSION, fileOf, MANIFEST, type Manifest } from './backup.manifest.ts';
import { COPY_SETTINGS, copyRows, findMigrations, findSequences, findTables } from './backup.queries.ts';

/** Of 1 (fast) to 9: rows shrink to a third at 3, and hardly further. */
const COMPRESSION = 3;

/**
 * Writes everything the database holds into one file, as of one moment, while others read and write. The file is there
 * only once it is complete; it holds personal data, so only its owner may read it.
 * @throws Error when the file exists or cannot be written
 */
export async function writeBackup(pool: pg.Pool, file: string): Promise<Manifest> {
  const unfinished = `${file}.unfinished`;
  await (await open(file, 'wx')).close();
  const client = await pool.connect();
  try {
    await client.query(COPY_SETTINGS);
    await client.query('begin transaction isolation level repeatable read, read only');
    const manifest = await writeArchive(client, unfinished);
    await client.query('commit');
    await chmod(unfinished, 0o600);
    await rename(unfinished, file);
    return manifest;
  } catch (error) {
    await Promise.all([file, unfinished].map((path) => rm(path, { force: true })));
    throw error;
  } finally {
    // With settings of its own, it is of no use to the pool.
    client.release(true);
  }
}

async function writeArchive(client: pg.PoolClient, file: string): Promise<Manifest> {
  const manifest: Manifest = {
    format: FORMAT_VERSION,
    createdAt: new Date().toISOString(),
    migrations: await findMigrations(client),
    tables: [],
    sequences: await findSequences(client),
  };
  const archive = new ZipFile();
  // One after the other, each opened when it is its turn: a connection copies one table at a time.
  for (const table of await findTables(client)) {
    archive.addReadStreamLazy(fileOf(table.name), { compressionLevel: COMPRESSION }, (opened) => {
      const { stream, result } = copyRows(client, table);
      stream.once('end', () => manifest.tables.push(toEntry(table, result())));
      opened(null, stream);
    });
  }
  archive.addReadStreamLazy(MANIFEST, (opened) =>
    opened(null, Readable.from([JSON.stringify(manifest, null, 2)], { objectMode: false })),
  );
  archive.end();
  const failed = once(archive, 'error').then(([error]) => Promise.reject(error));
  await Promise.race([
    failed,
    pipeline(archive.outputStream, createWriteStream(file, { mode: 0o600, flush: true })),
  ]);
  return manifest;
}

const toEntry = (
  { name, columns }: Pick<BackupTable, 'name' | 'columns'>,
  result: Pick<BackupTable, 'rows' | 'checksum'>,
): BackupTable => ({ name, columns, ...result });
