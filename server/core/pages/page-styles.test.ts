import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LinkStyles, readPageStyles } from './page-styles.ts';

const EVERYWHERE = '<link rel="stylesheet" href="/assets/first.css"/>';

const MANIFEST = {
  first: { file: 'assets/first.js', css: ['assets/first.css'] },
  shared: { file: 'assets/shared.js', imports: ['first'], css: ['assets/shared.css'] },
  // In a circle, which the build refuses: reading it ends all the same.
  search: { file: 'assets/search.js', imports: ['shared', 'first', 'search'], css: ['assets/search.css'] },
  orders: { file: 'assets/orders.js', imports: ['shared', 'first'], css: ['assets/orders.css'] },
};

let folder: string;
let linkStyles: LinkStyles;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'promptarium-styles-'));
  await mkdir(join(folder, 'assets'));
  const write = (name: string, css: string) => writeFile(join(folder, 'assets', name), css);
  await write('first.css', '.visually-hidden{clip-path:inset(50%)}.saaa0{color:red}');
  await write('shared.css', '.sbbb0:hover,.sbbb1{color:red}');
  await write('search.css', '@media print{.sccc0>p{color:red}}');
  await write('orders.css', '.sddd0{color:red}');
  linkStyles = await readPageStyles(folder, MANIFEST, '/assets/first.css');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const page = (body: string) =>
  `<html><head><title>A</title>${EVERYWHERE}<meta></head><body>${body}</body></html>`;

test('a page that shows nothing else has the sheet of all pages only', () => {
  expect(linkStyles(page('<p class="saaa0 visually-hidden">.sbbb0</p>'))).toBe(
    page('<p class="saaa0 visually-hidden">.sbbb0</p>'),
  );
});

test('the sheet of what a page shows stands behind those of what that imports', () => {
  expect(linkStyles(page('<p class="saaa0 sccc0">A</p>'))).toContain(
    `${EVERYWHERE}<link rel="stylesheet" href="/assets/shared.css"/><link rel="stylesheet" href="/assets/search.css"/><meta>`,
  );
});

test('each sheet is linked once, whatever shows something of it', () => {
  const html = linkStyles(page('<p class="sbbb1">A</p><p class="sbbb0 sccc0">A</p><p class="sccc0">A</p>'));
  expect(html.match(/rel="stylesheet"/g)).toHaveLength(3);
  expect(html).not.toContain('orders.css');
});
