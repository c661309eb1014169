import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the process that builds and then runs the app never loads Vite, which would set NODE_ENV=production', async () => {
  const source = await readFile(join(import.meta.dirname, 'build.ts'), 'utf8');
  const imported = [...source.matchAll(/(?: from|import\() ?'([^'\n]+)'/g)].map(([, name]) => name).sort();
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([
    './compress-assets.ts',
    './draw-social-images.ts',
    './time-step.ts',
  ]);
});
