import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compressAssets } from './compress-assets.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
const MARK = join(DIST, '.built-from');
const UNFINISHED = '.new-';
/** No build takes that long. Milliseconds. */
const ABANDONED = 600_000;

/** Everything the pages are built from. */
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json', 'scripts/compress-assets.ts'];

/**
 * Builds the pages for browser and server, unless they are built from these very sources already. Into a folder of
 * its own first: a running app keeps its files until all new ones are there, and of two builds at once the later
 * wins whole.
 * @returns whether anything was built
 */
export async function buildWhenNeeded(): Promise<boolean> {
  const hash = await hashOfSources();
  const built = await readFile(MARK, 'utf8').catch(() => '');
  if (built === hash) return false;
  process.stdout.write('Building the pages…\n');
  await mkdir(DIST, { recursive: true });
  await removeAbandoned();
  const fresh = await mkdtemp(join(DIST, UNFINISHED));
  try {
    // One after the other: the first writes the route tree that both read.
    await runVite(['build', '--outDir', join(fresh, 'client')]);
    await runVite(['build', '--ssr', '--outDir', join(fresh, 'server')]);
    await compressAssets(join(fresh, 'client', 'assets'));
    await rm(MARK, { force: true });
    for (const part of ['client', 'server']) await replaceFolder(join(fresh, part), join(DIST, part));
    await writeFile(MARK, hash);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
  return true;
}

/** Another build may put its own there between the two steps: then this one goes again. */
async function replaceFolder(from: string, to: string): Promise<void> {
  for (;;) {
    await rm(to, { recursive: true, force: true });
    try {
      await rename(from, to);
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code !== 'ENOTEMPTY' && code !== 'EEXIST') throw error;
    }
  }
}

/** What builds that were killed have left. Younger ones may be at work. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(DIST)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const { mtimeMs } = await stat(join(DIST, name));
    if (Date.now() - mtimeMs > ABANDONED) await rm(join(DIST, name), { recursive: true, force: true });
  }
}

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256');
  for (const source of SOURCES) {
    for (const file of await filesBelow(join(ROOT, source))) {
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { withFileTypes: true, recursive: true }).catch(() => null);
  if (entries === null) return [path];
  return (
    entries
      // The route tree is written by the build itself.
      .filter((entry) => entry.isFile() && !/\.(?:test|gen)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
  );
}

function runVite(args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const vite = spawn(
      process.execPath,
      [join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), ...args, '--logLevel', 'warn'],
      {
        cwd: ROOT,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, NODE_ENV: 'production' },
      },
    );
    vite.on('error', failed);
    vite.on('exit', (code) =>
      code === 0 ? done() : failed(new Error(`vite ${args.join(' ')} ended with ${code}`)),
    );
  });
}

if (import.meta.main) {
  const isNew = await buildWhenNeeded();
  process.stdout.write(isNew ? 'The pages are built.\n' : 'The pages are up to date.\n');
}
