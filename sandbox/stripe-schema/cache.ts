import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SchemaDocument } from './generate.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'stripe-schema');

/** What the schema is made from, beside the SDK: a change of these makes it stale too. */
const MAKERS = ['roots.ts', 'operations.ts', 'walk.ts', 'generate.ts'];

/** The schema of the installed SDK: kept from the last time, or made now, which takes seconds. */
export async function readSchema(folder = FOLDER): Promise<SchemaDocument> {
  const name = `${await keyOf()}.json`;
  const kept = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  // Our own file, written whole or not at all: its shape is what generateSchema returned.
  if (kept !== undefined) return JSON.parse(kept) as SchemaDocument;
  // Loaded only now: it starts a compiler.
  const { generateSchema } = await import('./generate.ts');
  const document = generateSchema();
  // A folder that cannot be written costs the seconds again, and nothing else.
  await keep(folder, name, document).catch(() => undefined);
  return document;
}

async function keyOf(): Promise<string> {
  const { version } = JSON.parse(await readFile(sdkFile(), 'utf8')) as { version: string };
  const hash = createHash('sha256');
  for (const maker of MAKERS) hash.update(await readFile(join(import.meta.dirname, maker)));
  return `${version}-${hash.digest('hex').slice(0, 12)}`;
}

function sdkFile(): string {
  return join(import.meta.dirname, '..', '..', 'node_modules', 'stripe', 'package.json');
}

/** Under another name first: several processes may do this at once, and one may be killed meanwhile. */
async function keep(folder: string, name: string, document: SchemaDocument): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `${name}.${process.pid}.tmp`);
  await writeFile(unfinished, JSON.stringify(document));
  await rename(unfinished, join(folder, name));
  for (const other of await readdir(folder)) {
    if (other.endsWith('.json') && other !== name) await rm(join(folder, other), { force: true });
  }
}
