import { strFromU8, unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CollectionWithItems, ListedCollection } from '#contract/collections.ts';
import type { SavedValues } from '#contract/saved-values.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { lockTeam, makeOwner } from './teams.queries.ts';
import { invite, join, makeTeam, membershipOf, teamOf } from './testing/team-calls.ts';

const VALUES = `/api/prompts/${seedId('Letter')}/saved-values`;

let app: TestApp;
let owner: TestMember;
let editor: TestMember;
let reader: TestMember;
let teamId: string;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    { title: 'Letter', content: 'To [name].', variables: [{ name: 'name', label: 'Name', type: 'text' }] },
    { title: 'Other' },
  ]);
});
afterAll(() => app.close());

beforeEach(async () => {
  owner = await createMember(app, { tier: 'pro', firstName: 'Olga' });
  editor = await createMember(app, { firstName: 'Ed' });
  reader = await createMember(app, { firstName: 'Rea' });
  teamId = (await makeTeam(owner)).id;
  await join(owner, teamId, { member: editor, role: 'editor' });
  await join(owner, teamId, { member: reader, role: 'reader' });
});

/** Shares a collection and values with the team. @returns the collection's id */
async function shareBoth(maker: TestMember, name: string): Promise<string> {
  const { id } = (await maker.post('/api/collections', { name, promptId: seedId('Letter') })).json();
  await maker.put(`/api/collections/${id}/prompts/${seedId('Other')}`);
  await maker.put(`/api/collections/${id}/prompts/${seedId('Other')}/note`, { note: 'Second.' });
  await maker.put(`/api/collections/${id}/team`, { teamId });
  const saved = await maker.post(VALUES, { name, values: { name: `${name}’s` }, teamId });
  expect(saved.statusCode).toBe(200);
  return id;
}

const listed = async (person: TestMember) =>
  (await person.get('/api/collections'))
    .json<ListedCollection[]>()
    .map(({ name, access, team }) => [name, access, team?.name ?? null])
    .sort();
const saved = async (person: TestMember) =>
  (await person.get(VALUES))
    .json<SavedValues[]>()
    .map(({ name, team, canChange }) => [name, team?.name ?? null, canChange]);
const deleteAccount = (person: TestMember) =>
  person.post('/api/account/deletion', { confirmation: 'DELETE', comments: 'keep' });
const archiveOf = async (person: TestMember) =>
  JSON.parse(
    strFromU8(unzipSync((await person.get('/api/account/export')).rawPayload)['activity.json'] as Uint8Array),
  );

describe('who leaves', () => {
  test.each(['leaves', 'is removed'])(
    'and %s removes nothing from the team, and loses nothing',
    async (departure) => {
      const id = await shareBoth(editor, 'Dinners');
      const own = await membershipOf(owner, teamId, 'Ed');
      const actor = departure === 'leaves' ? editor : owner;
      for (const _ of [1, 2]) {
        expect((await actor.del(`/api/teams/${teamId}/members/${own}`)).statusCode).toBe(200);
      }
      expect((await editor.get('/api/teams')).json()).toEqual([]);
      expect([await listed(editor), await saved(editor)]).toEqual([
        [['Dinners', 'own', null]],
        [['Dinners', null, true]],
      ]);
      expect([await listed(reader), await saved(reader)]).toEqual([
        [['Dinners', 'read', 'Book club']],
        [['Dinners', 'Book club', false]],
      ]);
      expect(await listed(owner)).toEqual([['Dinners', 'own', 'Book club']]);
      // Two collections from now on.
      await editor.del(`/api/collections/${id}`);
      const [copy] = (await reader.get('/api/collections')).json();
      const { items } = (await reader.get(`/api/collections/${copy.id}`)).json<CollectionWithItems>();
      expect(items.map(({ prompt, note }) => [prompt.title, note])).toEqual([
        ['Letter', null],
        ['Other', 'Second.'],
      ]);
      expect((await reader.get(`/api/collections/${id}`)).statusCode).toBe(404);
    },
  );

  test('and deletes the account, leaves copies, too', async () => {
    await shareBoth(editor, 'Dinners');
    expect((await deleteAccount(editor)).statusCode).toBe(200);
    expect([await listed(reader), await saved(reader)]).toEqual([
      [['Dinners', 'read', 'Book club']],
      [['Dinners', 'Book club', false]],
    ]);
    expect((await teamOf(owner, teamId))?.members).toHaveLength(2);
  });
});

test('a dissolved team gives everybody their own back', async () => {
  await shareBoth(owner, 'Owner’s');
  await shareBoth(editor, 'Editor’s');
  const pending = await invite(owner, teamId);
  expect((await owner.del(`/api/teams/${teamId}`)).statusCode).toBe(200);
  for (const [person, name] of [
    [owner, 'Owner’s'],
    [editor, 'Editor’s'],
  ] as const) {
    expect([await listed(person), await saved(person)]).toEqual([
      [[name, 'own', null]],
      [[name, null, true]],
    ]);
  }
  expect([await listed(reader), await saved(reader)]).toEqual([[], []]);
  const { rows } = await sql`select from team_invitations where id = ${pending.id}`.execute(app.database.db);
  expect(rows).toEqual([]);
});

describe('when the owner deletes the account', () => {
  test('the team passes to an editor, first to one whose plan has teams, with what the owner shared', async () => {
    const later = await createMember(app, { tier: 'pro', firstName: 'Later' });
    await join(owner, teamId, { member: later, role: 'editor' });
    await shareBoth(owner, 'Owner’s');
    expect((await deleteAccount(owner)).statusCode).toBe(200);
    expect(await teamOf(later, teamId)).toMatchObject({ role: 'owner', isPaused: false });
    expect(await listed(later)).toEqual([['Owner’s', 'own', 'Book club']]);
    expect([await listed(reader), await saved(reader)]).toEqual([
      [['Owner’s', 'read', 'Book club']],
      [['Owner’s', 'Book club', false]],
    ]);
  });

  test('to one without such a plan it comes paused; where there is no editor it is dissolved', async () => {
    await deleteAccount(owner);
    expect(await teamOf(editor, teamId)).toMatchObject({ role: 'owner', isPaused: true });
    await deleteAccount(editor);
    expect((await reader.get('/api/teams')).json()).toEqual([]);
    const { rows } = await sql`select from teams where id = ${teamId}`.execute(app.database.db);
    expect(rows).toEqual([]);
  });
});

test('who has made a team of their own in the meantime takes no other over: the next one does', async () => {
  const { db, pool } = app.database;
  const next = await createMember(app, { firstName: 'Next' });
  await join(owner, teamId, { member: next, role: 'editor' });
  const deleted = await db.transaction().execute(async (transaction) => {
    await sql`select from users where id = ${editor.id} for no key update`.execute(transaction);
    await sql`with made as (insert into teams (id, name) values ('ownteamofeds', 'Own') returning id)
      insert into team_members (id, team_id, user_id, role)
      select id, id, ${editor.id}, 'owner' from made`.execute(transaction);
    const deleting = deleteAccount(owner);
    await waitUntil('the deletion waits for the editor', async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    return { deleting };
  });
  expect((await deleted.deleting).statusCode).toBe(200);
  expect(await teamOf(next, teamId)).toMatchObject({ role: 'owner' });
  expect(await teamOf(editor, teamId)).toMatchObject({ role: 'editor' });
});

test('a member made the owner while their deletion waits does not leave a team without one', async () => {
  const { db, pool } = app.database;
  const next = await createMember(app, { firstName: 'Next' });
  await join(owner, teamId, { member: next, role: 'editor' });
  const deleted = await db.transaction().execute(async (transaction) => {
    await lockTeam(transaction, teamId);
    const deleting = deleteAccount(editor);
    await waitUntil('the deletion waits for the team', async () => {
      const { rows } = await pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await makeOwner(transaction, { teamId, memberId: editor.id, ownerId: owner.id });
    return { deleting };
  });
  expect((await deleted.deleting).statusCode).toBe(200);
  const roles = await Promise.all([owner, next].map(async (person) => (await teamOf(person, teamId))?.role));
  expect(roles.filter((role) => role === 'owner')).toHaveLength(1);
});

test('of what a suspended member shared, which the team did not see, it gets no copy', async () => {
  await shareBoth(editor, 'Dinners');
  await sql`update users set suspended_at = now() where id = ${editor.id}`.execute(app.database.db);
  const own = await membershipOf(owner, teamId, 'Ed');
  expect((await owner.del(`/api/teams/${teamId}/members/${own}`)).statusCode).toBe(200);
  expect([await listed(owner), await saved(owner), await listed(reader), await saved(reader)]).toEqual([
    [],
    [],
    [],
    [],
  ]);
  await sql`update users set suspended_at = null where id = ${editor.id}`.execute(app.database.db);
  expect([await listed(editor), await saved(editor)]).toEqual([
    [['Dinners', 'own', null]],
    [['Dinners', null, true]],
  ]);
});

test('the archive of a member’s data has their teams, what they shared and saved, and nobody else’s', async () => {
  await shareBoth(editor, 'Dinners');
  await invite(owner, teamId, { email: 'vera@mail.test' });
  expect(await archiveOf(editor)).toMatchObject({
    teams: [{ name: 'Book club', role: 'editor', invitations: null }],
    collections: [{ name: 'Dinners', team: 'Book club' }],
    savedValues: [{ title: 'Letter', name: 'Dinners', values: { name: 'Dinners’s' }, team: 'Book club' }],
  });
  expect(await archiveOf(owner)).toMatchObject({
    teams: [{ name: 'Book club', role: 'owner', invitations: [{ email: 'vera@mail.test', role: 'reader' }] }],
    collections: [],
    savedValues: [],
  });
});
