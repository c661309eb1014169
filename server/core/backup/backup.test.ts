import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { startSession } from '../sessions/sessions.ts';
import { backUp } from './backup.job.ts';
import { writeBackup } from './backup.ts';
import { restoreBackup, verifyBackup } from './restore.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');

let app: TestApp;
let member: TestMember;
let folder: string;
/** Of the library and one member with a favorite and a comment. */
let file: string;
beforeAll(async () => {
  app = await createTestApp();
  member = await createMember(app, { tier: 'pro', firstName: 'Tab\tand\nline \\N' });
  const [prompt] = (await app.get('/api/prompts/search?tier=basic&limit=1')).json();
  await member.post(`/api/prompts/${prompt.id}/favorite`);
  await member.post(`/api/prompts/${prompt.id}/comments`, { content: 'Zürich — 「ok」 ‹\u{1f600}›' });
  folder = await mkdtemp(join(tmpdir(), 'promptarium-backup-'));
  file = join(folder, 'whole.zip');
  await writeBackup(app.database.pool, file);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('a backup restores into an empty database unchanged, and the app runs on it', async () => {
  const saved = await verifyBackup(file);
  expect(saved.tables.find(({ name }) => name === 'comments')?.rows).toBe(1);
  const target = await createTestDatabase(inject('testServer'), 'blank');
  const restored = await createTestApp({ dependencies: { db: target.db } });
  await restoreBackup(target.pool, file, MIGRATIONS);

  const again = join(folder, 'again.zip');
  const copied = await writeBackup(target.pool, again);
  expect({ ...copied, createdAt: '' }).toEqual({ ...saved, createdAt: '' });

  const options = { headers: { cookie: member.cookie } };
  const favorites = await restored.get('/api/favorites', options);
  expect(favorites.json()).toHaveLength(1);
  await restored.close();
  await target.drop();
});

test('a backup is a consistent snapshot while others write', async () => {
  const source = await createTestDatabase(inject('testServer'), 'empty');
  const addUser = (id: string) =>
    source.pool.query(
      `insert into users (id, issuer, subject, email) values ($1, 'i', $1, 'x@example.com')`,
      [id],
    );
  let isWriting = true;
  const writing = (async () => {
    for (let number = 0; isWriting; number++) {
      await addUser(`w${number}`);
      await startSession(source.db, `w${number}`);
    }
  })();
  const busy = join(folder, 'busy.zip');
  await writeBackup(source.pool, busy);
  isWriting = false;
  await writing;
  const target = await createTestDatabase(inject('testServer'), 'blank');
  await restoreBackup(target.pool, busy, MIGRATIONS);
  await Promise.all([source.drop(), target.drop()]);
});

test('one backup a day is kept, up to the configured number, and other files stay', async () => {
  const source = await createTestDatabase(inject('testServer'), 'empty');
  const dir = join(folder, 'daily');
  for (const day of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-22']) {
    const { file: written } = await backUp(source.pool, { dir, keep: 2 }, new Date(`${day}T03:00:00Z`));
    await writeFile(join(dir, 'note.txt'), written);
  }
  expect((await readdir(dir)).sort()).toEqual([
    'note.txt',
    'promptarium-2026-11-21.zip',
    'promptarium-2026-11-22.zip',
  ]);
  await source.drop();
});

test('a backup file is readable by its owner alone, overwrites nothing, and is removed on failure', async () => {
  expect((await stat(file)).mode & 0o077).toBe(0);
  await expect(writeBackup(app.database.pool, file)).rejects.toThrow(/EEXIST/);
  expect((await stat(file)).size).toBeGreaterThan(100_000);
  await app.database.pool.query('create table a (id int primary key)');
  await app.database.pool.query('create table b (id int primary key references a)');
  await app.database.pool.query('alter table a add foreign key (id) references b');
  await expect(writeBackup(app.database.pool, join(folder, 'failed.zip'))).rejects.toThrow(
    /refer to each other: a, b/,
  );
  await app.database.pool.query('drop table a, b cascade');
  expect((await readdir(folder)).filter((name) => name.startsWith('failed'))).toEqual([]);
});

test('a damaged, truncated or foreign file is refused before anything is written', async () => {
  const bytes = await readFile(file);
  const target = await createTestDatabase(inject('testServer'), 'blank');
  const middle = Buffer.from(bytes);
  middle.fill(0, 50_000, 50_100);
  for (const [content, reason] of [
    [middle, /is damaged/],
    [bytes.subarray(0, bytes.length - 1000), /is no complete backup/],
    [Buffer.from('not a backup'), /is no complete backup/],
  ] as const) {
    const broken = join(folder, 'broken.zip');
    await writeFile(broken, content);
    await expect(restoreBackup(target.pool, broken, MIGRATIONS)).rejects.toThrow(reason);
  }
  const { rows } = await target.pool.query(`select from pg_tables where schemaname = 'public'`);
  expect(rows).toEqual([]);
  await target.drop();
});

test('a restore into a non-empty database is refused, and so is a backup of a newer version', async () => {
  const full = app.database.pool;
  await expect(restoreBackup(full, file, MIGRATIONS)).rejects.toThrow('The database is not empty');
  const older = join(folder, 'older-app');
  await expect(restoreBackup(full, file, (await mkdtemp(older)) ?? '')).rejects.toThrow(/by a newer version/);
});
