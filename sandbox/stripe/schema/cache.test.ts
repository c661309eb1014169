import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Stripe } from 'stripe';
import { expect, it } from 'vitest';
import { readSchema } from './cache.ts';

it('is generated once for an SDK, and again when what was kept is of another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stripe-schema-'));
  await writeFile(join(folder, '1.0.0-older.json'), '{}');
  const wanted = { operations: ['prices.retrieve'], events: [] };
  const made = await readSchema(wanted, folder);
  const kept = await readdir(folder);
  expect(kept).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+-[0-9a-f]{12}\.json$/)]);
  expect(kept[0]?.startsWith(`${Stripe.PACKAGE_VERSION}-`)).toBe(true);
  const { mtimeMs } = await stat(join(folder, kept[0] ?? ''));
  expect(await readSchema(wanted, folder)).toEqual(made);
  expect((await stat(join(folder, kept[0] ?? ''))).mtimeMs).toBe(mtimeMs);
  await rm(folder, { recursive: true });
});
