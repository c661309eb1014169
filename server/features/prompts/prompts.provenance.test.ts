import { afterAll, beforeAll, expect, test } from 'vitest';
import { promptIdOf } from '#server/features/library/library.fields.ts';
import { loadLibrary } from '#server/features/library/library.loading.ts';
import {
  type ContentFolder,
  createContentFolder,
  LIBRARY_YAML,
  promptFile,
} from '#server/testing/content-folder.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

let app: TestApp;
let folder: ContentFolder;
let member: TestMember;

const MINT = promptIdOf('mint');
const OLD = promptIdOf('old-mint');
const SOURCE = { title: 'Growing herbs', publisher: 'The garden society', year: 2024 };
const PROVENANCE = `sources:
  - { title: Growing herbs, publisher: The garden society, year: 2024 }
reviewed: 2026-11-23
review_due: 2027-11-23
`;

const load = () => loadLibrary({ pool: app.database.pool, contentDir: folder.path });
const write = (fields: Parameters<typeof promptFile>[0]) =>
  folder.write('garden/herbs/mint.md', promptFile({ title: 'Mint', tier: 'pro', ...fields }));

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  folder = await createContentFolder();
  await folder.write('library.yaml', LIBRARY_YAML);
  await folder.write('garden/herbs/old-mint.md', promptFile({ title: 'Old mint' }));
  await write({ more: PROVENANCE });
  await load();
  member = await createMember(app, { tier: 'basic' });
});

afterAll(async () => {
  await folder.drop();
  await app.close();
});

const metadata = async () => {
  const response = await member.get(`/api/prompts/${MINT}`);
  expect(response.statusCode).toBe(403);
  return response.json().prompt;
};

test('a locked prompt says what it stands on, when it was judged, and its version', async () => {
  expect(await metadata()).toMatchObject({
    sources: [SOURCE],
    reviewed: '2026-11-23',
    reviewDue: '2027-11-23',
    version: 1,
    hasHistory: false,
  });
});

test('the version rises with the text, and with what the file says, and never falls', async () => {
  const versionAfter = async (fields: Parameters<typeof promptFile>[0]) => {
    await write({ ...fields });
    await load();
    return (await metadata()).version;
  };
  const content = 'Plan another bed for [herbs].';
  expect(await versionAfter({ content })).toBe(2);
  expect((await metadata()).hasHistory).toBe(true);
  expect(await versionAfter({ content, more: PROVENANCE })).toBe(2);
  expect(await versionAfter({ content, more: 'version: 5\n' })).toBe(5);
  expect(await versionAfter({ content: 'Plan [herbs].', more: 'version: 5\n' })).toBe(6);
});

test('the addresses of a prompt that was merged into another lead to it', async () => {
  expect((await member.get(`/api/prompts/${OLD}`)).statusCode).toBe(200);
  await folder.remove('garden/herbs/old-mint.md');
  await write({ more: `${PROVENANCE}redirects: [old-mint]\n` });
  await load();
  for (const get of [member.get, (url: string) => app.server.inject({ url })]) {
    for (const [from, to] of [
      [`/prompt/${OLD}`, `/prompt/${MINT}`],
      [`/prompt/${OLD}/?comment=1`, `/prompt/${MINT}?comment=1`],
      [`/api/prompts/${OLD}`, `/api/prompts/${MINT}`],
      [`/api/prompts/${OLD}.md`, `/api/prompts/${MINT}.md`],
      [`/api/prompts/${OLD}.json?a=b`, `/api/prompts/${MINT}.json?a=b`],
    ] as const) {
      const { statusCode, headers } = await get(from);
      expect([from, statusCode, headers['location']]).toEqual([from, 301, to]);
    }
  }
  expect((await member.get(`/api/prompts/${promptIdOf('never')}`)).statusCode).toBe(404);
});

test('no longer merged, or back in the folder, it is itself again', async () => {
  await folder.write('garden/herbs/old-mint.md', promptFile({ title: 'Old mint' }));
  await expect(load()).rejects.toThrow('redirects: "old-mint" is the prompt of garden/herbs/old-mint.md');
  await write({ more: PROVENANCE });
  await load();
  expect((await member.get(`/api/prompts/${OLD}`)).json()).toMatchObject({ title: 'Old mint' });
});
