import { glob, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const BUILT = join(import.meta.dirname, '../../../dist/server');

/** React's build for development takes three to six times as long to render a page, and `npm start` sets no NODE_ENV. */
test('the built pages do not choose between builds of React when they run', async () => {
  const choosing: string[] = [];
  let isReactThere = false;
  for await (const file of glob('**/*.js', { cwd: BUILT })) {
    const code = await readFile(join(BUILT, file), 'utf8');
    isReactThere ||= code.includes('renderToString');
    if (/NODE_ENV|react[\w-]*\.development/.test(code)) choosing.push(file);
  }
  expect({ isReactThere, choosing }).toEqual({ isReactThere: true, choosing: [] });
});

/** A running app keeps what it has loaded; a file it had not would be gone after the next build, and its pages 500. */
test('the built pages are one file, loaded at the start', async () => {
  expect(await readdir(BUILT)).toEqual(['entry-server.js']);
});
