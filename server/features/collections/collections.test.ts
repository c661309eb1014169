import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { COLLECTION_LIMITS, type CollectionWithItems } from '#contract/collections.ts';
import { type ChangeListener, listenForChanges } from '#server/core/database/change-notifications.ts';
import { startSession } from '#server/core/sessions/sessions.ts';
import { type Seed, seedId, seedPrompts } from '#server/testing/seed.ts';
import {
  callsWith,
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { waitUntil } from '#server/testing/wait-until.ts';

const SECRET = 'pineapple secret';
const NAMES = Array.from({ length: 30 }, (_, index) => `Prompt ${String(index).padStart(2, '0')}`);
/** Enough for a second page. */
const MANY = Array.from({ length: COLLECTION_LIMITS.page + 3 }, (_, index) => `Many ${index + 1000}`);
const SEEDS: Seed[] = [
  ...MANY.map((title) => ({ title })),
  ...NAMES.map((title) => ({ title, content: SECRET })),
  { title: 'Locked', tier: 'engineer', content: SECRET },
  { title: 'Retired', isListed: false },
];

let app: TestApp;
let listener: ChangeListener;
let ada: TestMember;
let grace: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, SEEDS);
  listener = listenForChanges(app.database.connection, (tags) => app.cache.invalidate(tags));
  await waitUntil('it listens', () => app.cache.version > 0);
});
afterAll(async () => {
  await listener.stop();
  await app.close();
});
beforeEach(async () => {
  ada = await createMember(app, { firstName: 'Ada', lastName: 'Lovelace' });
  grace = await createMember(app, { tier: 'engineer' });
});

async function make(member: TestMember, titles: readonly string[], name = 'Weeknight Dinners') {
  const made = await member.post('/api/collections', { name });
  expect(made.statusCode).toBe(200);
  const { id } = made.json<{ id: string }>();
  for (const title of titles) await member.put(`/api/collections/${id}/prompts/${seedId(title)}`);
  return id;
}

const read = async (member: TestMember, id: string) =>
  (await member.get(`/api/collections/${id}`)).json<CollectionWithItems>();
const titlesOf = async (member: TestMember, id: string) =>
  (await read(member, id)).items.map(({ prompt }) => prompt.title);

async function share(member: TestMember, id: string, visibility: string, showsName = false) {
  const shared = await member.put(`/api/collections/${id}/sharing`, { visibility, showsName });
  return shared.json<{ share: string }>().share;
}
const open = (address: string) => app.get(`/api/shared-collections/${address}`);

describe('my collections', () => {
  test('are created, renamed, listed with their contents, and deleted; favorites are separate', async () => {
    const first = await make(ada, []);
    const body = { name: 'Second', color: 'moss', description: 'Why.', promptId: seedId('Prompt 01') };
    const second = (await ada.post('/api/collections', body)).json();
    expect(second).toMatchObject({ name: 'Second', visibility: 'private', share: null, promptCount: 1 });
    const edited = { name: 'First', description: 'All of it.', color: 'plum' };
    expect((await ada.put(`/api/collections/${first}`, edited)).json()).toMatchObject(edited);
    const listed = (await ada.get(`/api/collections?prompt=${seedId('Prompt 01')}`)).json();
    expect(
      listed.map((collection: typeof second) => [
        collection.name,
        collection.holdsPrompt,
        collection.promptCount,
        collection.firstTitles,
      ]),
    ).toEqual([
      ['First', false, 0, []],
      ['Second', true, 1, ['Prompt 01']],
    ]);
    expect((await ada.get('/api/favorites')).json()).toEqual([]);
    expect((await grace.get('/api/collections')).json()).toEqual([]);
    for (const _ of [1, 2]) expect((await ada.del(`/api/collections/${first}`)).statusCode).toBe(200);
    expect((await ada.get(`/api/collections/${first}`)).statusCode).toBe(404);
  });

  test('add a prompt at the end, once, also a locked one, and no retired one', async () => {
    const id = await make(ada, ['Prompt 02', 'Locked', 'Prompt 02', 'Retired']);
    expect((await ada.put(`/api/collections/${id}/prompts/${seedId('Retired')}`)).statusCode).toBe(404);
    const { items, promptCount } = await read(ada, id);
    expect(items.map(({ prompt }) => [prompt.title, prompt.isLocked])).toEqual([
      ['Prompt 02', false],
      ['Locked', true],
    ]);
    expect(promptCount).toBe(2);
    const removed = await ada.del(`/api/collections/${id}/prompts/${seedId('Prompt 02')}`);
    expect(removed.json()).toEqual({ promptCount: 1 });
  });

  test('have notes on their prompts; an empty note is removed', async () => {
    const id = await make(ada, ['Prompt 02']);
    const address = `/api/collections/${id}/prompts/${seedId('Prompt 02')}/note`;
    expect((await ada.put(address, { note: '  For four. ' })).json()).toEqual({ note: 'For four.' });
    expect((await read(ada, id)).items[0]?.note).toBe('For four.');
    expect((await ada.put(address, { note: ' ' })).json()).toEqual({ note: null });
    const other = `/api/collections/${id}/prompts/${seedId('Prompt 03')}/note`;
    expect((await ada.put(other, { note: 'x' })).statusCode).toBe(404);
  });

  test('are limited in number and size, and say so', async () => {
    const id = await make(ada, []);
    await sql`insert into collections (id, user_id, name, description, color)
      select 'filler' || n || ${ada.id}, ${ada.id}, 'x', '', 'blue' from generate_series(2, ${COLLECTION_LIMITS.collections}) n`.execute(
      app.database.db,
    );
    const refused = await ada.post('/api/collections', { name: 'One too many' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'You have 100 collections. Delete one to make another.',
    ]);
    await sql`insert into prompts (id, category_id, topic_id, title, summary, description, content, variables, tier,
        source, source_key, source_hash)
      select 'filler' || n, category_id, topic_id, 'x', '', '', '', '[]', 'basic', 'test', 'filler' || n, ''
      from prompts, generate_series(1, ${COLLECTION_LIMITS.prompts}) n where id = ${seedId('Prompt 01')}`.execute(
      app.database.db,
    );
    await sql`insert into collection_prompts (collection_id, prompt_id, position)
      select ${id}, 'filler' || n, n from generate_series(1, ${COLLECTION_LIMITS.prompts}) n`.execute(
      app.database.db,
    );
    const full = await ada.put(`/api/collections/${id}/prompts/${seedId('Prompt 01')}`);
    expect([full.statusCode, full.json().message]).toEqual([
      409,
      'This collection is full: it holds 1,000 prompts.',
    ]);
  });

  test.each([
    { name: ' ' },
    { name: '\u200b' },
    { name: 'two\nlines' },
    { name: 'x'.repeat(81) },
    { name: 'x', color: 'red' },
    { name: 'x', description: 'y'.repeat(501) },
    { name: 'x', visibility: 'public' },
  ])('refuse %j', async (body) => {
    expect((await ada.post('/api/collections', body)).statusCode).toBe(400);
  });

  test('are accessible to their owner alone', async () => {
    const id = await make(ada, ['Prompt 01']);
    const item = `/api/collections/${id}/prompts/${seedId('Prompt 01')}`;
    const cover = { name: 'Mine now', description: '', color: 'blue' };
    const answers = [
      await grace.get(`/api/collections/${id}`),
      await grace.get(`/api/collections/${id}/export?format=text`),
      await grace.put(`/api/collections/${id}`, cover),
      await grace.put(`/api/collections/${id}/sharing`, { visibility: 'public', showsName: false }),
      await grace.post(`/api/collections/${id}/link`),
      await grace.put(item),
      await grace.del(item),
      await grace.put(`${item}/note`, { note: 'x' }),
      await grace.put(`${item}/position`, { after: null }),
      await grace.put(`/api/collections/${id}/team`, { teamId: null }),
      await grace.post(`/api/collections/${id}/copy`),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 404));
    await grace.del(`/api/collections/${id}`);
    expect(await read(ada, id)).toMatchObject({ name: 'Weeknight Dinners', items: [{ note: null }] });
  });
});

describe('the order', () => {
  const move = (id: string, title: string, after: string | null) =>
    ada.put(`/api/collections/${id}/prompts/${seedId(title)}/position`, {
      after: after === null ? null : seedId(after),
    });

  test('is changed by moving a prompt after another one or to the beginning', async () => {
    const id = await make(ada, ['Prompt 01', 'Prompt 02', 'Prompt 03']);
    const moved = await move(id, 'Prompt 01', 'Prompt 02');
    expect(moved.json().promptIds).toEqual(['Prompt 02', 'Prompt 01', 'Prompt 03'].map(seedId));
    await move(id, 'Prompt 03', null);
    expect(await titlesOf(ada, id)).toEqual(['Prompt 03', 'Prompt 02', 'Prompt 01']);
  });

  test('holds every prompt once, however many tabs move at once', async () => {
    const titles = NAMES.slice(0, 6);
    const id = await make(ada, titles);
    const all = await Promise.all([
      ...titles.map((title) => move(id, title, null)),
      ...titles.slice(1).map((title) => move(id, title, titles[0] ?? null)),
      ada.put(`/api/collections/${id}/prompts/${seedId('Prompt 09')}`),
    ]);
    expect(all.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 200));
    expect((await titlesOf(ada, id)).sort()).toEqual([...titles, 'Prompt 09']);
  });

  test('handles a move by a tab that has not seen a removal in another', async () => {
    const id = await make(ada, ['Prompt 01', 'Prompt 02', 'Prompt 03']);
    await ada.del(`/api/collections/${id}/prompts/${seedId('Prompt 02')}`);
    for (const late of [await move(id, 'Prompt 01', 'Prompt 02'), await move(id, 'Prompt 02', null)]) {
      expect([late.statusCode, late.json().message]).toEqual([
        409,
        'This collection was changed somewhere else. Here is how it is now.',
      ]);
    }
    expect((await move(id, 'Prompt 01', 'Prompt 01')).statusCode).toBe(409);
    expect(await titlesOf(ada, id)).toEqual(['Prompt 01', 'Prompt 03']);
  });
});

test('a collection of more than a page is read on behind its last prompt, wherever that is now', async () => {
  const id = await make(ada, []);
  await sql`insert into collection_prompts (collection_id, prompt_id, position)
    select ${id}, i.id, i.at * 10 from unnest(${MANY.map(seedId)}::text[]) with ordinality as i (id, at)`.execute(
    app.database.db,
  );
  const page = async (cursor: string | null) => {
    const answer = await ada.get(`/api/collections/${id}${cursor === null ? '' : `?cursor=${cursor}`}`);
    const { items, nextCursor } = answer.json<CollectionWithItems>();
    return { titles: items.map(({ prompt }) => prompt.title), nextCursor };
  };
  const first = await page(null);
  expect([first.titles, first.nextCursor]).toEqual([
    MANY.slice(0, COLLECTION_LIMITS.page),
    seedId(first.titles.at(-1) ?? ''),
  ]);
  const [top = '', ...others] = MANY;
  const moved = await ada.put(`/api/collections/${id}/prompts/${seedId(top)}/position`, { after: 'last' });
  expect(moved.json().promptIds).toEqual([...others, top].map(seedId));
  expect(await page(first.nextCursor)).toEqual({ titles: [...MANY.slice(-3), top], nextCursor: null });
  await ada.del(`/api/collections/${id}/prompts/${first.nextCursor}`);
  expect((await ada.get(`/api/collections/${id}?cursor=${first.nextCursor}`)).statusCode).toBe(409);
});

describe('sharing', () => {
  test('is off at first; by link it is open to anyone with the link, until the link is renewed', async () => {
    const id = await make(ada, ['Prompt 01', 'Locked']);
    expect((await read(ada, id)).share).toBeNull();
    expect((await ada.post(`/api/collections/${id}/link`)).statusCode).toBe(409);
    const key = await share(ada, id, 'link');
    expect(key).toMatch(/^[a-z2-7]{24}$/);
    const page = await app.get(`/c/${key}`);
    expect([page.statusCode, page.payload.includes('name="robots" content="noindex"')]).toEqual([200, true]);
    const another = (await ada.post(`/api/collections/${id}/link`)).json().share;
    await expect.poll(async () => (await open(key)).statusCode).toBe(404);
    await expect.poll(async () => (await app.get(`/c/${key}`)).statusCode).toBe(404);
    expect((await open(another)).json()).toMatchObject({ isPublic: false, by: null, promptCount: 2 });
    expect((await app.get('/sitemap.xml?part=collections')).statusCode).toBe(404);
    await share(ada, id, 'private');
    const fresh = await share(ada, id, 'link');
    expect([fresh, (await open(fresh)).statusCode]).toEqual([expect.not.stringMatching(another), 200]);
    for (const old of [key, another]) await expect.poll(async () => (await open(old)).statusCode).toBe(404);
  });

  test('in public has a readable address that stays, and shows locks, names and no texts', async () => {
    const id = await make(ada, ['Prompt 01', 'Locked'], 'Crème brûlée <b>& more</b>');
    const address = await share(ada, id, 'public');
    expect(address).toBe(`creme-brulee-b-more-b-${id.slice(0, 6)}`);
    const shown = await open(address);
    expect(shown.json()).toMatchObject({
      isPublic: true,
      by: null,
      ownId: null,
      items: [{ prompt: { isLocked: false } }, { prompt: { title: 'Locked', isLocked: true } }],
    });
    expect(shown.payload).not.toContain(SECRET);
    await share(ada, id, 'public', true);
    expect((await ada.get(`/api/shared-collections/${address}`)).json()).toMatchObject({
      by: 'Ada Lovelace',
      ownId: id,
    });
    const engineers = (await grace.get(`/api/shared-collections/${address}`)).json();
    expect([engineers.ownId, engineers.items[1].prompt.isLocked]).toEqual([null, false]);
    const page = await app.get(`/c/${address}`);
    expect(page.statusCode).toBe(200);
    expect(page.payload).toContain('Crème brûlée &lt;b&gt;&amp; more&lt;/b&gt;');
    expect(page.payload).toContain(`<link rel="canonical" href="http://localhost:3000/c/${address}"`);
    expect(page.payload).not.toMatch(/noindex|pineapple|<b>/);
    expect(page.payload).not.toContain(ada.email);
    expect((await app.get('/sitemap.xml?part=collections')).payload).toContain(`/c/${address}<`);
    await share(ada, id, 'private');
    await expect.poll(async () => (await open(address)).statusCode).toBe(404);
    await expect.poll(async () => (await app.get(`/c/${address}`)).statusCode).toBe(404);
    expect(await share(ada, id, 'public')).toBe(address);
  });

  test('comes in pages', async () => {
    const address = await share(ada, await make(ada, NAMES), 'public');
    const first = (await open(address)).json();
    expect([first.items.length, first.promptCount]).toEqual([24, 30]);
    const second = (await open(`${address}?cursor=${first.nextCursor}`)).json();
    expect([second.items.length, second.nextCursor]).toEqual([6, null]);
    expect((await open(`${address}?cursor=AAAA`)).statusCode).toBe(400);
  });

  test('ends with a suspension, with the account, and with the collection', async () => {
    const address = await share(ada, await make(ada, ['Prompt 01']), 'public');
    const moderator = await createStaff(app, 'moderator');
    const suspend = (isSuspended: boolean) =>
      moderator.put(`/api/admin/members/${ada.id}/suspension`, { isSuspended, reason: 'As reported.' });
    const becomes = (status: number) =>
      expect.poll(async () => (await open(address)).statusCode, { timeout: 10_000 }).toBe(status);
    await becomes(200);
    await suspend(true);
    await becomes(404);
    await suspend(false);
    await becomes(200);
    const again = callsWith(app, `session=${await startSession(app.database.db, ada.id)}`);
    const deletion = await again.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
    expect(deletion.statusCode).toBe(200);
    await becomes(404);
  });
});

describe('others', () => {
  test('copy a shared collection into a private one of their own, with order and notes', async () => {
    const id = await make(ada, ['Prompt 02', 'Prompt 01']);
    await ada.put(`/api/collections/${id}/prompts/${seedId('Prompt 02')}/note`, { note: 'First.' });
    const address = await share(ada, id, 'public');
    const copy = (await grace.post(`/api/shared-collections/${address}/copy`)).json();
    expect(copy).toMatchObject({ name: 'Weeknight Dinners', visibility: 'private', promptCount: 2 });
    await ada.del(`/api/collections/${id}`);
    expect((await read(grace, copy.id)).items.map(({ prompt, note }) => [prompt.title, note])).toEqual([
      ['Prompt 02', 'First.'],
      ['Prompt 01', null],
    ]);
    expect((await grace.post(`/api/shared-collections/${address}/copy`)).statusCode).toBe(404);
  });

  test('report it; staff hide it from all but its owner, and show it again', async () => {
    const id = await make(ada, ['Prompt 01']);
    const address = await share(ada, id, 'public');
    const report = { reason: 'spam', details: 'An advertisement.' };
    const send = (person: TestMember) => person.post(`/api/shared-collections/${address}/report`, report);
    expect((await send(ada)).statusCode).toBe(403);
    for (const _ of [1, 2]) expect((await send(grace)).json()).toEqual({ isReported: true });
    const moderator = await createStaff(app, 'moderator');
    const cases = async (state: string) =>
      (await moderator.get(`/api/admin/collections?state=${state}`)).json();
    expect(await cases('open')).toMatchObject([
      { collectionId: id, state: 'shown', reports: [{ reason: 'spam', details: 'An advertisement.' }] },
    ]);
    const decide = (decision: string) =>
      moderator.post(`/api/admin/collections/${id}/decision`, { decision, reason: 'As reported.' });
    expect((await decide('hide')).statusCode).toBe(200);
    await expect.poll(async () => (await open(address)).statusCode).toBe(404);
    expect(await read(ada, id)).toMatchObject({ isHidden: true, promptCount: 1 });
    const again = await ada.put(`/api/collections/${id}/sharing`, { visibility: 'link', showsName: false });
    expect(again.statusCode).toBe(409);
    expect([await cases('open'), (await cases('resolved')).length]).toEqual([[], 1]);
    const noticesOf = async (person: TestMember) =>
      (await person.get('/api/notices'))
        .json()
        .map(({ kind, path }: { kind: string; path: string }) => [kind, path]);
    expect(await noticesOf(ada)).toEqual([['collection_hidden', `/collections/${id}`]]);
    expect(await noticesOf(grace)).toEqual([['collection_report_upheld', '/account/notices']]);
    await decide('keep');
    expect((await noticesOf(ada))[0]).toEqual(['collection_restored', `/collections/${id}`]);
    // Once, by the decision their report waited for.
    expect(await noticesOf(grace)).toHaveLength(1);
    expect((await open(address)).statusCode).toBe(200);
    const { rows } = await app.database.pool.query(
      `select act, before, after from audit_log where subject_kind = 'collection' order by id`,
    );
    expect(rows).toEqual([
      { act: 'hide collection', before: { state: 'shown', owner: ada.id }, after: { state: 'hidden' } },
      { act: 'keep collection', before: { state: 'hidden', owner: ada.id }, after: { state: 'shown' } },
    ]);
    expect((await decide('delete')).statusCode).toBe(200);
    await expect.poll(async () => (await open(address)).statusCode).toBe(404);
    expect((await ada.get(`/api/collections/${id}`)).statusCode).toBe(404);
    expect((await noticesOf(ada))[0]).toEqual(['collection_removed', '/collections']);
    // Gone with its reports; that it was removed is still on its owner's record.
    expect([await cases('resolved'), (await decide('keep')).statusCode]).toEqual([[], 404]);
    expect((await send(grace)).statusCode).toBe(404);
    const other = await share(ada, await make(ada, ['Prompt 01']), 'public');
    await grace.post(`/api/shared-collections/${other}/report`, report);
    expect((await cases('open'))[0].owner).toMatchObject({ reported: 2, removed: 1 });
  });
});
