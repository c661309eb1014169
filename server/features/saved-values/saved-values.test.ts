import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Variable } from '#contract/prompts.ts';
import { SAVED_VALUES_LIMITS, type SavedValues } from '#contract/saved-values.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';

const NAME: Variable = { name: 'name', label: 'Name', type: 'text' };
const CITY: Variable = { name: 'city', label: 'City', type: 'text' };
const LETTER = `/api/prompts/${seedId('Letter')}/saved-values`;
const LOCKED = `/api/prompts/${seedId('Locked')}/saved-values`;

let app: TestApp;
let teamId: string;
let owner: TestMember;
let editor: TestMember;
let reader: TestMember;
let outsider: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    { title: 'Letter', content: 'To [name] in [city].', variables: [NAME, CITY] },
    { title: 'Locked', tier: 'pro', content: 'To [pineapple].', variables: [{ ...NAME, name: 'pineapple' }] },
    { title: 'Retired', isListed: false },
  ]);
});
afterAll(() => app.close());

beforeEach(async () => {
  owner = await createMember(app, { tier: 'pro', firstName: 'Olga', lastName: 'Owner' });
  [editor, reader, outsider] = [await createMember(app), await createMember(app), await createMember(app)];
  teamId = (await owner.post('/api/teams', { name: 'Book club' })).json().id;
  for (const [member, role] of [
    [editor, 'editor'],
    [reader, 'reader'],
  ] as const) {
    const { path } = (await owner.post(`/api/teams/${teamId}/invitations`, { email: null, role })).json();
    const { searchParams } = new URL(path, 'http://localhost');
    const query = new URLSearchParams({ key: searchParams.get('key') ?? '' });
    await member.post(`/api/team-invitations/${searchParams.get('invitation')}/acceptance?${query}`);
  }
});

const set = (name: string, values: Record<string, string>, team: string | null = null) => ({
  name,
  values,
  teamId: team,
});
const listed = async (person: TestMember, url = LETTER) => (await person.get(url)).json<SavedValues[]>();
const namesOf = async (person: TestMember) => (await listed(person)).map(({ name }) => name);

test('a member saves values for themselves, replaces them by name, and deletes them', async () => {
  const made = await reader.post(LETTER, set(' Home ', { name: 'Ada', city: 'Oslo\nNorway' }));
  expect(made.json()).toMatchObject({
    name: 'Home',
    values: { name: 'Ada', city: 'Oslo\nNorway' },
    team: null,
    by: null,
    canChange: true,
  });
  await reader.post(LETTER, set('Work', { name: 'Bo' }));
  expect((await reader.post(LETTER, set('Home', { name: 'Cy' }))).json()).toMatchObject({
    id: made.json().id,
    values: { name: 'Cy' },
  });
  expect(await namesOf(reader)).toEqual(['Home', 'Work']);
  for (const person of [owner, editor, outsider]) expect(await listed(person)).toEqual([]);
  for (const person of [outsider, owner]) await person.del(`/api/saved-values/${made.json().id}`);
  expect(await namesOf(reader)).toEqual(['Home', 'Work']);
  for (const _ of [1, 2]) {
    expect((await reader.del(`/api/saved-values/${made.json().id}`)).json()).toEqual({ isDeleted: true });
  }
  expect(await namesOf(reader)).toEqual(['Work']);
});

test('a team has what its owner and editors saved for it; readers use it', async () => {
  await owner.post(LETTER, set('Mine', { name: 'Only Olga' }));
  const shared = (await owner.post(LETTER, set('Client', { name: 'Acme' }, teamId))).json();
  expect((await reader.post(LETTER, set('Client', { name: 'No' }, teamId))).statusCode).toBe(403);
  expect((await outsider.post(LETTER, set('Client', { name: 'No' }, teamId))).statusCode).toBe(404);
  expect((await editor.post(LETTER, set('Client', { name: 'Acme Inc.' }, teamId))).json().id).toBe(shared.id);
  const team = { id: teamId, name: 'Book club' };
  expect(await listed(reader)).toEqual([
    {
      id: shared.id,
      name: 'Client',
      values: { name: 'Acme Inc.' },
      team,
      by: 'Olga Owner',
      canChange: false,
    },
  ]);
  expect(await listed(outsider)).toEqual([]);
  expect((await outsider.del(`/api/saved-values/${shared.id}`)).statusCode).toBe(200);
  expect((await reader.del(`/api/saved-values/${shared.id}`)).statusCode).toBe(403);
  expect(await namesOf(owner)).toEqual(['Mine', 'Client']);
  expect((await editor.del(`/api/saved-values/${shared.id}`)).statusCode).toBe(200);
  expect(await listed(reader)).toEqual([]);
});

test('a name that a suspended member used can be used by the others', async () => {
  await editor.post(LETTER, set('Client', { name: 'Theirs' }, teamId));
  await sql`update users set suspended_at = now() where id = ${editor.id}`.execute(app.database.db);
  expect(await listed(reader)).toEqual([]);
  for (const name of ['Acme', 'Acme Inc.']) {
    expect((await owner.post(LETTER, set('Client', { name }, teamId))).statusCode).toBe(200);
  }
  expect(await listed(reader)).toMatchObject([{ name: 'Client', values: { name: 'Acme Inc.' } }]);
  await sql`update users set suspended_at = null where id = ${editor.id}`.execute(app.database.db);
  expect((await listed(reader)).map(({ values }) => values['name']).sort()).toEqual(['Acme Inc.', 'Theirs']);
});

test('a paused team’s can be used, not added', async () => {
  await owner.post(LETTER, set('Client', { name: 'Acme' }, teamId));
  await sql`update users set tier = 'basic' where id = ${owner.id}`.execute(app.database.db);
  expect(await listed(editor)).toMatchObject([{ name: 'Client', canChange: false }]);
  expect((await editor.post(LETTER, set('Other', { name: 'x' }, teamId))).statusCode).toBe(409);
});

test('who may not read a prompt learns neither its variables nor what they were filled with', async () => {
  const saved = await owner.post(LOCKED, set('Client', { pineapple: 'Acme' }, teamId));
  expect(saved.statusCode).toBe(200);
  for (const answer of [await reader.get(LOCKED), await reader.post(LOCKED, set('x', { pineapple: 'y' }))]) {
    expect(answer.statusCode).toBe(403);
    expect(answer.json().message).toMatch(/^Upgrade required/);
    expect(answer.payload).not.toMatch(/pineapple|Acme/);
  }
  expect((await app.get(LOCKED)).statusCode).toBe(401);
});

test('only what suits the prompt is saved', async () => {
  for (const [body, message] of [
    [set('x', { name: 'a', street: 'b' }), /^values: this prompt has no variable street/],
    [set('x', { name: ' ' }), /values/],
    [set('x', {}), /values/],
    [set('x', { name: 'y'.repeat(4001) }), /values/],
    [set(' ', { name: 'a' }), /name/],
    [set('two\nlines', { name: 'a' }), /name/],
    [{ name: 'x', values: { name: 'a' } }, /teamId/],
    [set('x', { 'not a name': 'a' }), /values/],
  ] as const) {
    const answer = await reader.post(LETTER, body);
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(message)]);
  }
  const retired = `/api/prompts/${seedId('Retired')}/saved-values`;
  expect((await reader.post(retired, set('x', { name: 'a' }))).statusCode).toBe(410);
  expect((await reader.get(retired)).statusCode).toBe(404);
});

test('a member saves as many as they may, and hears of it', async () => {
  await sql`insert into saved_values (id, user_id, prompt_id, name, entries)
    select 'filler' || n || ${reader.id}, ${reader.id}, ${seedId('Locked')}, 'x', '{}'
    from generate_series(1, ${SAVED_VALUES_LIMITS.sets}) n`.execute(app.database.db);
  const refused = await reader.post(LETTER, set('One too many', { name: 'a' }));
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'You saved 200 sets of values. Delete one first.',
  ]);
});
