import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  type ContentFolder,
  createContentFolder,
  emptyLibrary,
  LIBRARY_YAML,
  promptFile,
} from '#server/testing/content-folder.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { promptIdOf } from '../library/library.fields.ts';
import { loadLibrary } from '../library/library.loading.ts';
import { setRead } from '../notices/notices.queries.ts';

let app: TestApp;
let folder: ContentFolder;
let mira: TestMember;
const MINT = promptIdOf('mint');
const PROMPT = `/api/prompts/${MINT}`;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
});
afterAll(() => app.close());

beforeEach(async () => {
  await emptyLibrary(app.database.pool);
  folder = await createContentFolder();
  await folder.write('library.yaml', LIBRARY_YAML);
  await write('mint', 'Plan a bed for [herbs].');
  mira = await createMember(app);
  return () => folder.drop();
});

/** Writes a file of the library and loads it. */
async function write(
  slug: string,
  content: string,
  fields: { title?: string; tier?: string; more?: string } = {},
) {
  await folder.write(`garden/herbs/${slug}.md`, promptFile({ title: slug, content, ...fields }));
  await loadLibrary({ pool: app.database.pool, contentDir: folder.path });
}

const versionsOf = async (member = mira) => (await member.get(`${PROMPT}/versions`)).json();
const numbersOf = async () =>
  (await versionsOf()).versions.map(({ number, change }: { number: number; change: string | null }) => [
    number,
    change,
  ]);
const copiedLongAgo = (member: TestMember) =>
  sql`update copies set day = '2026-03-03' where user_id = ${member.id}`.execute(app.database.db);

describe('loading content', () => {
  test('keeps each text that was there, and what changed in a sentence', async () => {
    await write('mint', 'Plan a bed for [herbs] and water.', {
      more: 'version: 2\nchange: Asks for water too.\n',
    });
    await write('mint', 'Plan two beds for [herbs] and water.', { more: 'version: 3\n' });
    expect(await numbersOf()).toEqual([
      [3, null],
      [2, 'Asks for water too.'],
      [1, null],
    ]);
    const texts = await Promise.all([1, 2, 3].map((number) => mira.get(`${PROMPT}/versions/${number}`)));
    expect(texts.map((response) => response.json().content)).toEqual([
      'Plan a bed for [herbs].',
      'Plan a bed for [herbs] and water.',
      'Plan two beds for [herbs] and water.',
    ]);
    expect(texts[0]?.json()).toMatchObject({ title: 'mint', variables: [{ name: 'herbs' }] });
  });

  test('a sentence left standing in the file says nothing of the next version; a corrected one counts', async () => {
    await write('mint', 'Plan a bed of [herbs].', { more: 'version: 2\nchange: Of, not for.\n' });
    await write('mint', 'Plan beds of [herbs].', { more: 'version: 2\nchange: Of, not for.\n' });
    expect(await numbersOf()).toEqual([
      [3, null],
      [2, 'Of, not for.'],
      [1, null],
    ]);
    await write('mint', 'Plan beds of [herbs].', { more: 'version: 3\nchange: Several beds.\n' });
    expect(await numbersOf()).toEqual([
      [3, 'Several beds.'],
      [2, 'Of, not for.'],
      [1, null],
    ]);
  });

  test('a change of anything but title, text or variables creates no version', async () => {
    await write('mint', 'Plan a bed for [herbs].', { more: 'featured: true\nkeywords: [tea]\n' });
    expect(await numbersOf()).toEqual([[1, null]]);
  });
});

describe('two versions are compared word by word', () => {
  test('title, text and variables', async () => {
    await write('mint', 'Plan two beds for [herbs].', { title: 'Mint bed' });
    expect((await mira.get(`${PROMPT}/changes/1/2`)).json()).toMatchObject({
      from: { number: 1 },
      to: { number: 2 },
      title: [
        { kind: 'removed', text: 'mint' },
        { kind: 'added', text: 'Mint bed' },
      ],
      content: [
        { kind: 'same', text: 'Plan ' },
        { kind: 'removed', text: 'a bed' },
        { kind: 'added', text: 'two beds' },
        { kind: 'same', text: ' for [herbs].' },
      ],
      variables: [{ kind: 'same', text: '[herbs] Herbs; text; required\n' }],
    });
  });

  test('a version there is not is 404, and so is what is no number', async () => {
    const statuses = await Promise.all(
      ['versions/2', 'versions/x', 'versions/0', 'changes/1/2', 'changes/x/1', 'changes/1'].map(
        async (end) => (await mira.get(`${PROMPT}/${end}`)).statusCode,
      ),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  });
});

describe('a copy remembers its version', () => {
  const copy = (query = '') => mira.post(`${PROMPT}/copy${query}`);
  const change = async (content = 'Plan two beds for [herbs].') => {
    await copiedLongAgo(mira);
    await write('mint', content);
  };

  test('recents, favorites and the history say so once the prompt has changed, until it is copied again', async () => {
    await copy();
    await mira.post(`${PROMPT}/favorite`);
    const hints = async () => {
      const [recents, favorites, changed] = await Promise.all(
        ['/api/user/recents', '/api/favorites', '/api/user/changed-prompts'].map((url) => mira.get(url)),
      );
      return [recents?.json().prompts, favorites?.json(), changed?.json()].map((prompts) =>
        prompts.map((prompt: { changedSinceCopy: unknown }) => prompt.changedSinceCopy),
      );
    };
    expect(await hints()).toEqual([[null], [null], []]);
    await change();
    const march = { version: 1, day: '2026-03-03' };
    expect(await hints()).toEqual([[march], [march], [march]]);
    expect((await versionsOf()).lastCopy).toEqual(march);
    await copy();
    expect(await hints()).toEqual([[null], [null], []]);
    expect((await versionsOf()).lastCopy.version).toBe(2);
  });

  test('a text that is what it was when it was copied is no change, whatever its number', async () => {
    await copy();
    await change();
    const notices = async () => (await mira.get('/api/notices')).json();
    const [first] = await notices();
    await write('mint', 'Plan two beds for [herbs].', { more: 'version: 3\n' });
    expect(await notices()).toEqual([first]);
    await change('Plan a bed for [herbs].');
    expect((await numbersOf()).length).toBe(4);
    expect((await mira.get('/api/user/changed-prompts')).json()).toEqual([]);
    expect((await versionsOf()).lastCopy.version).toBe(4);
    expect(await notices()).toEqual([first]);
  });

  test('the one that was seen, also on a day that has a copy already; never one there is not', async () => {
    await change();
    await copy('?version=1');
    expect((await versionsOf()).lastCopy.version).toBe(1);
    expect((await copy('?version=7')).json()).toEqual({ copyCount: 1 });
    expect((await versionsOf()).lastCopy.version).toBe(2);
    expect((await copy('?version=x')).statusCode).toBe(400);
  });

  test('a copy from before versions were stored shows no change', async () => {
    await copy();
    await sql`update copies set version = null`.execute(app.database.db);
    await change();
    expect([(await versionsOf()).lastCopy, (await mira.get('/api/user/changed-prompts')).json()]).toEqual([
      null,
      [],
    ]);
    expect((await mira.get('/api/notices')).json()).toEqual([]);
  });

  test('a notice leads to what changed, for whoever copied an older one and may read it', async () => {
    const [other, left] = [await createMember(app), await createMember(app, { tier: 'pro' })];
    await copy();
    await sql`update copies set day = '2026-03-03' where user_id = ${mira.id}`.execute(app.database.db);
    await left.post(`${PROMPT}/copy`);
    await sql`update users set tier = 'pro' where id = ${mira.id}`.execute(app.database.db);
    await sql`update users set tier = 'basic' where id = ${left.id}`.execute(app.database.db);
    await write('mint', 'Plan two beds for [herbs].', { tier: 'advanced' });
    expect((await mira.get('/api/notices')).json()).toEqual([
      expect.objectContaining({
        kind: 'prompt_changed',
        subject: 'mint',
        path: `/prompt/${MINT}/history?from=1&to=2`,
        copiedOn: '2026-03-03',
        isRead: false,
      }),
    ]);
    const page = (await mira.get('/account/notices')).payload;
    expect(page).toContain('“mint” has changed since you copied it on Mar 3, 2026.');
    for (const member of [other, left]) expect((await member.get('/api/notices')).json()).toEqual([]);
    await write('mint', 'Plan two beds for [herbs].', { tier: 'advanced', more: 'change: Two beds.\n' });
    expect((await mira.get('/api/notices')).json()).toHaveLength(1);
  });

  test('several at once are one notice', async () => {
    const slugs = ['basil', 'dill', 'sage'];
    for (const slug of slugs) await write(slug, 'Plan a pot for [herbs].');
    const other = await createMember(app);
    for (const id of [MINT, ...slugs.map(promptIdOf)]) {
      for (const member of [mira, other]) await member.post(`/api/prompts/${id}/copy`);
    }
    for (const slug of ['mint', ...slugs])
      await folder.write(`garden/herbs/${slug}.md`, promptFile({ title: slug, content: 'Water [herbs].' }));
    await loadLibrary({ pool: app.database.pool, contentDir: folder.path });
    expect((await mira.get('/api/notices')).json()).toEqual([
      expect.objectContaining({
        kind: 'prompts_changed',
        subject: '“basil”, “dill” and 2 more',
        path: expect.stringMatching(/^\/account\/notices\?day=\d{4}-\d\d-\d\d#changed$/),
        copiedOn: null,
      }),
    ]);
    expect((await other.get('/api/notices')).json()).toHaveLength(1);
    const [{ path }] = (await mira.get('/api/notices')).json();
    expect((await mira.get(path.replace('#changed', ''))).payload.replaceAll('<!-- -->', '')).toContain(
      '4 of 4 prompts: changed <time',
    );
    const changed = async () => (await mira.get('/api/user/changed-prompts')).json();
    const titles = async () => (await changed()).map(({ title }: { title: string }) => title);
    await sql`update copies set day = '2026-03-03' where prompt_id = ${promptIdOf('dill')}`.execute(
      app.database.db,
    );
    expect(await titles(), 'changed together: the latest copy first').toEqual([
      'basil',
      'mint',
      'sage',
      'dill',
    ]);
    await write('sage', 'Water [herbs] at noon.');
    expect(await titles()).toEqual(['sage', 'basil', 'mint', 'dill']);
    const [first] = (await mira.get(`/api/prompts/${promptIdOf('sage')}/versions`)).json().versions;
    expect((await changed())[0].changedAt).toBe(first.createdAt);
  });

  test('the third change of a day that nobody read is told with the first two', async () => {
    const slugs = ['thyme', 'dill'];
    for (const slug of slugs) await write(slug, 'Plan a pot for [herbs].');
    for (const id of [MINT, ...slugs.map(promptIdOf)]) await mira.post(`/api/prompts/${id}/copy`);
    await change();
    for (const slug of slugs) await write(slug, 'Water [herbs].');
    expect((await mira.get('/api/notices')).json()).toMatchObject([{ subject: '“dill”, “mint” and 1 more' }]);
  });

  test('a notice that is being marked as read stays, and is not told again', async () => {
    const { db, pool } = app.database;
    await write('thyme', 'Plan a pot for [herbs].');
    for (const id of [MINT, promptIdOf('thyme')]) await mira.post(`/api/prompts/${id}/copy`);
    await change();
    const { loading } = await db.transaction().execute(async (transaction) => {
      await setRead(transaction, mira.id, {});
      const loading = write('thyme', 'Water [herbs].');
      await waitUntil('the load waits for the notice', async () => {
        const { rows } = await pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      return { loading };
    });
    await loading;
    expect((await mira.get('/api/notices')).json()).toMatchObject([
      { subject: 'thyme', isRead: false },
      { subject: 'mint', isRead: true },
    ]);
  });

  test('what changes on the same day joins the notice that is not read yet', async () => {
    await write('thyme', 'Plan a pot for [herbs].');
    const THYME = promptIdOf('thyme');
    for (const id of [MINT, THYME]) await mira.post(`/api/prompts/${id}/copy`);
    const subjects = async () =>
      (await mira.get('/api/notices')).json().map(({ subject }: { subject: string }) => subject);
    await change();
    expect(await subjects()).toEqual(['mint']);
    await write('thyme', 'Water [herbs].');
    expect(await subjects()).toEqual(['“mint” and “thyme”']);
    // What was copied anew in the meantime is known.
    await mira.post(`${PROMPT}/copy`);
    await write('thyme', 'Water [herbs] at noon.');
    expect(await subjects()).toEqual(['thyme']);
    await mira.post('/api/notices/read', {});
    await write('thyme', 'Water [herbs] at night.');
    expect(await subjects()).toEqual(['thyme', 'thyme']);
    await sql`update notices set created_at = created_at - interval '1 day' where read_at is null`.execute(
      app.database.db,
    );
    await write('thyme', 'Water [herbs] at dawn.');
    expect(await subjects()).toHaveLength(3);
  });
});

test('old versions of a locked prompt are locked, for whoever copied them too', async () => {
  await mira.post(`${PROMPT}/copy`);
  await write('mint', 'Plan two beds for [herbs].', { tier: 'pro', more: 'change: Two beds.\n' });
  for (const end of ['versions', 'versions/1', 'changes/1/2']) {
    const response = await mira.get(`${PROMPT}/${end}`);
    expect([end, response.statusCode, response.json().prompt.isLocked]).toEqual([end, 403, true]);
    expect(response.payload).not.toMatch(/Plan a bed|Two beds/);
    expect((await app.get(`${PROMPT}/${end}`)).statusCode).toBe(401);
  }
  expect((await mira.get('/api/user/changed-prompts')).json()).toEqual([]);
});
