import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { compressAssets } from './compress-assets.ts';

const ROOT = join(import.meta.dirname, '..');
const MARK = join(ROOT, 'dist', '.built-from');

/** Everything the pages are built from. */
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json', 'scripts/compress-assets.ts'];

/**
 * Builds the pages for browser and server, unless they are built from these very sources already.
 * @returns whether anything was built
 */
export async function buildWhenNeeded(): Promise<boolean> {
  const hash = await hashOfSources();
  const built = await readFile(MARK, 'utf8').catch(() => '');
  if (built === hash) return false;
  await rm(MARK, { force: true });
  process.stdout.write('Building the pages…\n');
  // One after the other: the first writes the route tree that both read.
  await runVite(['build']);
  await runVite(['build', '--ssr']);
  await compressAssets(join(ROOT, 'dist', 'client', 'assets'));
  await writeFile(MARK, await hashOfSources());
  return true;
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
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
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
