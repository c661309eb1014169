import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ContentFolder,
  createContentFolder,
  LIBRARY_YAML,
  promptFile,
} from '#server/testing/content-folder.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { loadLibrary } from '../library.loading.ts';
import { importJson } from './import.json.ts';

const PROVENANCE = `sources:
  - { title: Growing herbs, publisher: The garden society, url: 'https://example.org/herbs', year: 2024 }
reviewed: 2026-11-23
review_due: 2027-11-23
version: 3
redirects: [old-mint, elder-mint]
`;

const CREATED = 'created: 2026-11-21T09:00:00Z\n';

let one: TestApp;
let other: TestApp;
let folder: ContentFolder;

beforeAll(async () => {
  [one, other] = await Promise.all([
    createTestApp({ template: 'empty' }),
    createTestApp({ template: 'empty' }),
  ]);
  folder = await createContentFolder();
  await folder.write('library.yaml', LIBRARY_YAML);
  await folder.write('garden/trees/oak.md', promptFile({ title: 'Oak', more: CREATED }));
  await loadLibrary({ pool: other.database.pool, contentDir: folder.path });
  await folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint', more: `${CREATED}${PROVENANCE}` }));
  await loadLibrary({ pool: one.database.pool, contentDir: folder.path });
});

afterAll(async () => {
  await folder.drop();
  await Promise.all([one.close(), other.close()]);
});

async function readerOf(app: TestApp): Promise<TestMember> {
  const member = await createMember(app, { tier: 'engineer' });
  await app.database.pool.query('insert into favorites (user_id, prompt_id) select $1, id from prompts', [
    member.id,
  ]);
  return member;
}

const exported = async (member: TestMember) =>
  (await member.get('/api/favorites/export?format=json')).payload;

test('sources, dates, version and redirects leave with a prompt and come back', async () => {
  const text = await exported(await readerOf(one));
  expect(JSON.parse(text).prompts).toContainEqual(
    expect.objectContaining({
      slug: 'mint',
      sources: [
        {
          title: 'Growing herbs',
          publisher: 'The garden society',
          url: 'https://example.org/herbs',
          year: 2024,
        },
      ],
      ...{ reviewed: '2026-11-23', review_due: '2027-11-23', version: 3 },
      redirects: ['elder-mint', 'old-mint'],
    }),
  );
  const restore = () => importJson(other.database.pool, { text, isDryRun: false });
  expect(await restore()).toMatchObject({ added: 1, unchanged: 1, failed: 0 });
  expect(await restore()).toMatchObject({ added: 0, unchanged: 2, failed: 0 });
  expect(await exported(await readerOf(other))).toBe(text);
});
