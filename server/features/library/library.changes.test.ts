import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ChangeListener, listenForChanges } from '#server/core/database/change-notifications.ts';
import { makeId } from '#server/core/ids.ts';
import {
  type ContentFolder,
  createContentFolder,
  emptyLibrary,
  promptFile,
} from '#server/testing/content-folder.ts';
import { createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { notifyLibraryChanged } from './library.changes.queries.ts';
import { loadLibrary } from './library.loading.ts';

const category = (slug: string, topics: readonly string[]) => `
  - slug: ${slug}
    name: ${slug}
    description: All of ${slug}.
    topics:
${topics.map((topic) => `      - { slug: ${topic}, name: ${topic}, description: All of it. }\n`).join('')}`;

const LIBRARY_YAML = `categories:${category('garden', ['herbs', 'trees'])}${category('house', ['roof'])}${category('sea', ['fish'])}`;

const promptPage = (slug: string) => `/prompt/${makeId(`content:${slug}`)}`;

/** What a visitor can see, by what it shows. */
const PAGES = {
  garden: [
    '/category/garden',
    '/category/garden/trees',
    '/category/garden?sort=newest',
    '/api/categories/garden/topics',
  ],
  house: ['/category/house', '/category/house/roof', '/api/topics/house/roof'],
  sea: ['/category/sea', '/category/sea/fish'],
  /** `mint` and `dill` are related, the others to nothing. */
  mint: [promptPage('mint')],
  dill: [promptPage('dill'), `/api/prompts/${makeId('content:dill')}/related`],
  tiles: [promptPage('tiles')],
  cod: [promptPage('cod')],
  library: [
    '/',
    '/search?q=mint',
    '/search',
    '/top-rated',
    '/sitemap.xml',
    '/api/categories',
    '/api/prompts/search?q=x',
  ],
  nothing: ['/terms', '/privacy', '/login'],
};

let app: TestApp;
let folder: ContentFolder;
let listener: ChangeListener;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  listener = listenForChanges(app.database.connection, (tags) => app.cache.invalidate(tags));
  await waitUntil('it listens', () => app.cache.version > 0);
});

afterAll(async () => {
  await listener.stop();
  await app.close();
});

const load = () => loadLibrary({ pool: app.database.pool, contentDir: folder.path });

/** After the listeners of this database have been told. */
async function changed(change: () => Promise<unknown>): Promise<void> {
  const { version } = app.cache;
  await change();
  await waitUntil('it was notified', () => app.cache.version > version);
}

const isKept = (url: string) => app.cache.get(` ${url}`) !== undefined;

async function fill(): Promise<void> {
  for (const url of Object.values(PAGES).flat()) {
    expect([url, (await app.get(url)).statusCode, isKept(url)]).toEqual([url, 200, true]);
  }
}

/** The groups of which nothing is kept; a group is kept or dropped as a whole. */
function dropped(): string[] {
  return Object.entries(PAGES).flatMap(([name, urls]) => {
    const kept = urls.filter(isKept);
    expect([name, kept]).toEqual([name, kept.length === 0 ? [] : urls]);
    return kept.length === 0 ? [name] : [];
  });
}

beforeEach(async () => {
  await emptyLibrary(app.database.pool);
  folder = await createContentFolder();
  await folder.write('library.yaml', LIBRARY_YAML);
  await folder.write('garden/herbs/mint.md', promptFile({ title: 'Herbs in a pot of mint' }));
  await folder.write('garden/trees/dill.md', promptFile({ title: 'Herbs in a pot of dill' }));
  await folder.write('house/roof/tiles.md', promptFile({ title: 'Tiles' }));
  await folder.write('sea/fish/cod.md', promptFile({ title: 'Cod' }));
  await changed(load);
  await fill();
  return () => folder.drop();
});

describe('what a change of the library drops', () => {
  test('a changed prompt: its category, what it is related to, and all that is about the whole library', async () => {
    await folder.write('garden/herbs/mint.md', promptFile({ title: 'Herbs in a pot of pennyroyal' }));
    await changed(load);
    expect(dropped()).toEqual(['garden', 'mint', 'dill', 'library']);
    expect((await app.get('/category/garden/herbs')).payload).toContain('pennyroyal');
    expect((await app.get(promptPage('dill'))).payload).toContain('pennyroyal');
  });

  test('a retired one likewise', async () => {
    await folder.remove('garden/herbs/mint.md');
    await changed(load);
    expect(dropped()).toEqual(['garden', 'mint', 'dill', 'library']);
    expect((await app.get(promptPage('dill'))).payload).not.toContain('a pot of mint');
  });

  test('one that moves: the category it leaves and the one it comes to', async () => {
    await folder.remove('garden/herbs/mint.md');
    await folder.write('house/roof/mint.md', promptFile({ title: 'Herbs in a pot of mint' }));
    await changed(load);
    expect(dropped()).toEqual(expect.arrayContaining(['garden', 'house', 'mint', 'dill', 'library']));
    expect(dropped()).not.toContain('sea');
  });

  test('a category or topic of another name: everything', async () => {
    await folder.write('library.yaml', LIBRARY_YAML.replace('name: fish', 'name: Fishes'));
    await changed(load);
    expect(dropped()).toEqual(Object.keys(PAGES));
  });

  test('a notification without tags, or with too many: everything', async () => {
    await changed(() => app.database.pool.query('notify catalog_changed'));
    expect(dropped()).toEqual(Object.keys(PAGES));
    await fill();
    const tags = Array.from({ length: 400 }, (_, index) => `prompt:id-number-${index}`);
    await changed(() => notifyLibraryChanged(app.database.pool, new Set(tags)));
    expect(dropped()).toEqual(Object.keys(PAGES));
  });
});
