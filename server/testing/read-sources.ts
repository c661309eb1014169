import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, posix, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');

const FOLDERS = ['contract', 'server', 'web', 'sandbox', 'scripts', 'bench', 'e2e'];

export interface Source {
  /** From the root of the repository: `server/app.ts`. */
  path: string;
  /** Without comments that stand on lines of their own. */
  code: string;
  /** Where its imports lead: a path from the root for our own files, the name of a package otherwise. */
  imports: string[];
}

/** Every file of ours that is code. */
export async function readSources(): Promise<Source[]> {
  const paths = await Promise.all(FOLDERS.map((folder) => filesBelow(join(ROOT, folder))));
  const code = paths.flat().filter((path) => /\.(?:ts|tsx|mjs)$/.test(path) && !path.endsWith('.gen.ts'));
  return await Promise.all(
    code.map(async (path) => makeSource(relative(ROOT, path), await readFile(path, 'utf8'))),
  );
}

export function makeSource(path: string, text: string): Source {
  const code = text.replace(/^[ \t]*\/\*[\s\S]*?\*\//gm, '').replace(/^[ \t]*\/\/.*$/gm, '');
  const specifiers = [
    ...code.matchAll(/^\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]/gm),
    ...code.matchAll(/^\s*import\s*['"]([^'"]+)['"]/gm),
    ...code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g),
  ].map((match) => match[1] ?? '');
  return { path, code, imports: specifiers.map((specifier) => resolveImport(path, specifier)) };
}

function resolveImport(path: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1);
  if (specifier.startsWith('.')) return posix.join(dirname(path), specifier);
  return specifier;
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
