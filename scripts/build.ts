import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { showStep } from './time-step.ts';

const ROOT = join(import.meta.dirname, '..');
const DIST = join(ROOT, 'dist');
/** Line 1: hash of the sources. Line 2: fingerprint of their sizes and times, compared first because it is cheaper. */
const BUILD_STAMP = join(DIST, '.built-from');
const UNFINISHED = '.new-';
/** No build takes that long. Milliseconds. */
const ABANDONED_AFTER = 600_000;

/** Everything the pages are built from. */
const SOURCES = [
  'web',
  'contract',
  'vite.config.ts',
  'package-lock.json',
  'scripts/build-service-worker.ts',
  'scripts/compress-assets.ts',
  'scripts/vite',
];

/**
 * Builds the pages for browser and server, unless they are built from these very sources already.
 * @returns whether anything was built
 */
export async function buildWhenNeeded(): Promise<boolean> {
  const files = sourceFiles();
  const fingerprint = fingerprintOf(files);
  const [builtFrom, builtFingerprint] = (await readFile(BUILD_STAMP, 'utf8').catch(() => '')).split('\n');
  if (builtFingerprint === fingerprint) return false;
  const content = await contentOf(files);
  if (builtFrom !== content) await showStep('Building the pages', () => build());
  await writeFile(BUILD_STAMP, `${content}\n${fingerprint}`);
  return builtFrom !== content;
}

/**
 * Into a folder of its own first: a running app keeps its files until all new ones are there, and of two builds at once
 * the later wins whole.
 */
async function build(): Promise<void> {
  const { compressAssets } = await import('./compress-assets.ts');
  await mkdir(DIST, { recursive: true });
  await removeAbandoned();
  const fresh = await mkdtemp(join(DIST, UNFINISHED));
  try {
    // One after the other: the first writes the route tree that both read.
    await runVite(['build', '--outDir', join(fresh, 'client')]);
    await runVite(['build', '--ssr', '--outDir', join(fresh, 'server')]);
    await runNode([join(ROOT, 'scripts', 'build-service-worker.ts'), join(fresh, 'client')]);
    await compressAssets(join(fresh, 'client', 'assets'));
    await rm(BUILD_STAMP, { force: true });
    for (const part of ['client', 'server']) await replaceFolder(join(fresh, part), join(DIST, part));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Another build may put its own there between the two steps: then this one tries again. */
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

/** Leftovers of killed builds. Newer folders may belong to a running build. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(DIST)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const { mtimeMs } = await stat(join(DIST, name));
    if (Date.now() - mtimeMs > ABANDONED_AFTER) await rm(join(DIST, name), { recursive: true, force: true });
  }
}

/** Everything the pages are built from, in a fixed order. The route tree is written by the build itself. */
function sourceFiles(): string[] {
  return SOURCES.flatMap((source) => {
    const path = join(ROOT, source);
    if (!statSync(path).isDirectory()) return [path];
    return readdirSync(path, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile() && !/\.(?:test|gen)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  });
}

function fingerprintOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${relative(ROOT, file)}\0${size}\0${mtimeMs}\0`);
  }
  return hash.digest('hex');
}

async function contentOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(await readFile(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function runVite(args: string[]): Promise<void> {
  return runNode([join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'), ...args, '--logLevel', 'warn']);
}

/** Vite says in its process that this is production: in the one that goes on to be the app, there would be no sandbox. */
function runNode(args: string[]): Promise<void> {
  return new Promise((done, failed) => {
    const node = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    });
    node.on('error', failed);
    node.on('exit', (code) =>
      code === 0 ? done() : failed(new Error(`node ${args.join(' ')} ended with ${code}`)),
    );
  });
}

if (import.meta.main) {
  const isNew = await buildWhenNeeded();
  process.stdout.write(isNew ? 'The pages are built.\n' : 'The pages are up to date.\n');
  // For a deployment: a start on this machine and the tests draw the few they are asked for.
  const { drawSocialImages } = await import('./draw-social-images.ts');
  await showStep('Drawing link previews', () => drawSocialImages(join(DIST, 'client')));
}
