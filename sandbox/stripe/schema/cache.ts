import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import type { SchemaDocument } from './document.ts';
import type { Wanted } from './generate.ts';

const FOLDER = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache', 'stripe-schema');

/** What the schema is made by: a change of these makes a kept one stale. */
const SOURCES = ['roots.ts', 'walk.ts', 'generate.ts'];

/** The schema of the installed SDK: from the cache, or generated now, which takes a second. */
export async function readSchema(wanted: Wanted, folder = FOLDER): Promise<SchemaDocument> {
  const name = `${await keyOf(wanted)}.json`;
  const kept = await readFile(join(folder, name), 'utf8').catch(() => undefined);
  // Our own file, written whole or not at all: its shape is what generateSchema returned.
  if (kept !== undefined) return JSON.parse(kept) as SchemaDocument;
  // Imported only now: it starts a compiler.
  const { generateSchema } = await import('./generate.ts');
  const document = generateSchema(wanted);
  // A folder that cannot be written costs the seconds again, and nothing else.
  await keep(folder, name, document).catch(() => undefined);
  return document;
}

async function keyOf(wanted: Wanted): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(wanted));
  for (const source of SOURCES) hash.update(await readFile(join(import.meta.dirname, source)));
  return `${Stripe.PACKAGE_VERSION}-${hash.digest('hex').slice(0, 12)}`;
}

/** Under another name first: several processes may do this at once, and one may be killed in the meantime. */
async function keep(folder: string, name: string, document: SchemaDocument): Promise<void> {
  await mkdir(folder, { recursive: true });
  const unfinished = join(folder, `${name}.${process.pid}.tmp`);
  await writeFile(unfinished, JSON.stringify(document));
  await rename(unfinished, join(folder, name));
  for (const other of await readdir(folder)) {
    if (other.endsWith('.json') && other !== name) await rm(join(folder, other), { force: true });
  }
}
