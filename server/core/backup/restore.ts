import { readdir } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { migrate } from '../database/migrate.ts';
import { type BackupTable, fileOf, MANIFEST, type Manifest, manifestSchema } from './backup.manifest.ts';
import {
  COPY_SETTINGS,
  copyRows,
  fillTable,
  findTables,
  hashing,
  isEmpty,
  setSequences,
} from './backup.queries.ts';

/** A backup that cannot be used, or a database that cannot take it. The message is meant to be shown. */
class RestoreError extends Error {}

const NEWER = 'The backup was made by a newer version of the app, or is none of ours.';

/** Reads all of a backup and compares its checksums; touches no database. @throws RestoreError */
export async function verifyBackup(file: string): Promise<Manifest> {
  return await withArchive(file, async (archive) => {
    for (const table of archive.manifest.tables) await verifyTable(archive, table);
    return archive.manifest;
  });
}

/**
 * Fills an empty database with a backup, under the schema it was made with, compares what is there with what was saved,
 * and then migrates it to today's schema. All rows or none.
 * @throws RestoreError when the database is not empty, or the backup is damaged or of a newer version
 */
export async function restoreBackup(pool: pg.Pool, file: string, migrations: string): Promise<Manifest> {
  return await withArchive(file, async (archive) => {
    const { manifest } = archive;
    const known = await readdir(migrations);
    if (!manifest.migrations.every((name) => known.includes(name))) throw new RestoreError(NEWER);
    for (const table of manifest.tables) await verifyTable(archive, table);
    const client = await pool.connect();
    try {
      if (!(await isEmpty(client)))
        throw new RestoreError('The database is not empty. Restore into a new one.');
      await migrate(pool, migrations, new Set(manifest.migrations));
      await client.query(COPY_SETTINGS);
      await fill(client, archive);
    } finally {
      client.release(true);
    }
    await migrate(pool, migrations);
    return manifest;
  });
}

async function fill(client: pg.PoolClient, archive: Archive): Promise<void> {
  const { manifest } = archive;
  await client.query('begin');
  for (const table of manifest.tables) await fillTable(client, table, await archive.read(fileOf(table.name)));
  await setSequences(client, manifest.sequences);
  const shapes = new Map((await findTables(client)).map((shape) => [shape.name, shape]));
  for (const saved of manifest.tables) {
    const shape = shapes.get(saved.name);
    if (shape === undefined) throw new RestoreError(`There is no table ${saved.name}.`);
    const { stream, result } = copyRows(client, { ...shape, columns: saved.columns });
    await pipeline(stream, discard());
    if (result().checksum !== saved.checksum) {
      throw new RestoreError(`${saved.name} did not come back as it was saved.`);
    }
  }
  await client.query('commit');
  await client.query('analyze');
}

async function verifyTable(archive: Archive, table: BackupTable): Promise<void> {
  const { hash, through } = hashing();
  await pipeline(await archive.read(fileOf(table.name)), through, discard()).catch((error: unknown) => {
    throw new RestoreError(`${table.name} is damaged: ${error instanceof Error ? error.message : error}.`);
  });
  if (hash.digest('hex') !== table.checksum) throw new RestoreError(`${table.name} is damaged.`);
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });

interface Archive {
  manifest: Manifest;
  /** @throws RestoreError for a file there is not */
  read(name: string): ReturnType<ZipFile['openReadStreamPromise']>;
}

async function withArchive<Result>(
  file: string,
  work: (archive: Archive) => Promise<Result>,
): Promise<Result> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch((error: unknown) => {
    throw new RestoreError(
      `${file} is no complete backup: ${error instanceof Error ? error.message : error}.`,
    );
  });
  try {
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const read = (name: string) => {
      const entry = entries.get(name);
      if (entry === undefined) throw new RestoreError(`${file} has no ${name}: it is no backup of ours.`);
      return zip.openReadStreamPromise(entry);
    };
    return await work({ manifest: readManifest(await text(await read(MANIFEST))), read });
  } finally {
    zip.close();
  }
}

function readManifest(json: string): Manifest {
  const parsed = manifestSchema.safeParse(JSON.parse(json));
  if (parsed.success) return parsed.data;
  throw new RestoreError(NEWER);
}
