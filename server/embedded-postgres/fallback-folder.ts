import { constants } from 'node:fs';
import { open, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { EmbeddedDatabaseError } from './errors.ts';
import { errorText, exists, shortHash } from './paths.ts';

/**
 * Where fallback folders are, for root in a checkout that the server's user cannot enter (0700, as /root is). Not /tmp,
 * which is emptied when the machine restarts.
 */
export const fallbacks = ['/var/lib/promptarium', '/var/tmp/promptarium'];

/** The one folder in the data directory that is the database's own, and 0700. */
export function wantedFolder(dataDir: string): string {
  return join(resolve(dataDir), 'postgres');
}

export function fallbackFolder(fallback: string, wanted: string): string {
  return join(fallback, shortHash(wanted));
}

/** In the data directory: names the fallback folder, so that the database is found when the data directory moves. */
const pointerPath = (dataDir: string) => join(resolve(dataDir), 'postgres-location');

/** In the fallback folder: names the data directory, so that a copy of that does not open the original's database. */
const ownerPath = (folder: string) => join(folder, 'data-directory');

const hasCluster = (folder: string) => exists(join(folder, 'cluster'));

/**
 * The folder that has a database in it already, if any: the wanted one, or the fallback that was used instead. A
 * fallback stays in use, even if the wanted folder has become reachable since.
 * @throws EmbeddedDatabaseError when both have one, when it is gone, or when it belongs to another data directory
 */
export async function findUsedFolder(dataDir: string): Promise<string | undefined> {
  const wanted = wantedFolder(dataDir);
  const remembered = await rememberedFallback(dataDir);
  // Before a fallback was remembered, it was found by the path alone.
  const byPath = fallbacks.map((fallback) => fallbackFolder(fallback, wanted));
  const isWantedUsed = await hasCluster(wanted);
  for (const candidate of [...(remembered ? [remembered] : []), ...byPath]) {
    if (!(await hasCluster(candidate)) || (await isForeign(dataDir, candidate))) continue;
    if (!isWantedUsed) return candidate;
    throw new EmbeddedDatabaseError(
      'folder',
      `There are two databases of ${resolve(dataDir)}: in ${wanted} and in ${candidate}. Nothing was opened. Move the one you do not want to use away.`,
    );
  }
  if (isWantedUsed) return wanted;
  if (remembered === undefined) return undefined;
  await refuseForeign(dataDir, remembered);
  // A remembered folder without a cluster: the start that made it was interrupted, and this one continues.
  if (await exists(remembered)) return undefined;
  throw new EmbeddedDatabaseError(
    'folder',
    `The database of ${resolve(dataDir)} is in ${remembered}, as ${pointerPath(dataDir)} says, and is not there any more. Restore it, or remove that file to begin with an empty database.`,
  );
}

/** @throws EmbeddedDatabaseError for a fallback folder whose database belongs to another data directory */
export async function refuseForeign(dataDir: string, folder: string): Promise<void> {
  if (!(await hasCluster(folder)) || !(await isForeign(dataDir, folder))) return;
  const owner = (await readOwner(folder)) ?? 'another data directory';
  const own = resolve(dataDir);
  const pointer = pointerPath(dataDir);
  const remedy = (await exists(pointer)) ? `remove ${pointer}` : 'use another path';
  throw new EmbeddedDatabaseError(
    'folder',
    `The database in ${folder} belongs to ${owner}, not to ${own}, which is a copy or has taken its place. Nothing was opened. To begin with an empty database, ${remedy}; to make this database that of ${own}, write that path into ${ownerPath(folder)}.`,
  );
}

/**
 * A data directory that has moved keeps its fallback: at its old path nothing names the folder any more. Without an
 * owner, as older versions left it, the folder belongs to the path it is named after.
 */
async function isForeign(dataDir: string, folder: string): Promise<boolean> {
  const owner = await readOwner(folder);
  if (owner === undefined) return basename(folder) !== shortHash(wantedFolder(dataDir));
  return !(await isSameFolder(owner, dataDir)) && (await rememberedFallback(owner)) === folder;
}

async function readOwner(folder: string): Promise<string | undefined> {
  const owner = await readFile(ownerPath(folder), 'utf8').catch(() => '');
  return owner.trim() || undefined;
}

async function isSameFolder(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)));
  return resolve(one) === resolve(other) || (a !== undefined && a.dev === b?.dev && a.ino === b.ino);
}

/** Only what root has written counts: another user could name a folder of somebody else's. */
async function rememberedFallback(dataDir: string): Promise<string | undefined> {
  const file = await open(pointerPath(dataDir), constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    () => undefined,
  );
  if (!file) return undefined;
  try {
    if ((await file.stat()).uid !== 0) return undefined;
    const path = (await file.readFile('utf8')).trim();
    return fallbacks.includes(dirname(path)) ? path : undefined;
  } finally {
    await file.close();
  }
}

/** Both name each other. The folder is root's, so nobody else could have put a link there. */
export async function rememberFallback(dataDir: string, folder: string): Promise<void> {
  const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;
  try {
    await writeFile(ownerPath(folder), `${resolve(dataDir)}\n`, { mode: 0o644 });
    const file = await open(pointerPath(dataDir), O_CREAT | O_NOFOLLOW | O_TRUNC | O_WRONLY, 0o644);
    await file.writeFile(`${folder}\n`).finally(() => file.close());
  } catch (error) {
    throw new EmbeddedDatabaseError('folder', `Cannot write to ${resolve(dataDir)}: ${errorText(error)}`);
  }
}
