import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CollectionWithItems, ListedCollection } from '#contract/collections.ts';
import type { Tier } from '#contract/tiers.ts';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import {
  createMember,
  createStaff,
  createTestApp,
  type TestApp,
  type TestMember,
} from '#server/testing/test-app.ts';
import { join, makeTeam, membershipOf, teamOf } from './testing/team-calls.ts';

const SECRET = 'pineapple secret';

let app: TestApp;
let people: Record<'owner' | 'editor' | 'reader' | 'outsider', TestMember>;
let teamId: string;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [
    { title: 'Open', content: 'Everybody reads this.' },
    { title: 'Another' },
    { title: 'Locked', tier: 'engineer', content: SECRET },
  ]);
});
afterAll(() => app.close());

beforeEach(async () => {
  const [owner, editor, reader, outsider] = await Promise.all([
    createMember(app, { tier: 'engineer', firstName: 'Olga', lastName: 'Owner' }),
    createMember(app, { firstName: 'Ed', lastName: 'Itor' }),
    createMember(app, { firstName: 'Rea', lastName: 'Der' }),
    createMember(app, { tier: 'pro', firstName: 'Out' }),
  ]);
  people = { owner, editor, reader, outsider };
  teamId = (await makeTeam(owner)).id;
  await join(owner, teamId, { member: editor, role: 'editor' });
  await join(owner, teamId, { member: reader, role: 'reader' });
});

const setTier = (member: TestMember, tier: Tier) =>
  sql`update users set tier = ${tier} where id = ${member.id}`.execute(app.database.db);

/** One of `maker`'s, with two prompts, shared with the team. */
async function sharedBy(maker: TestMember, name = 'Evenings'): Promise<string> {
  const { id } = (await maker.post('/api/collections', { name, promptId: seedId('Open') })).json();
  await maker.put(`/api/collections/${id}/prompts/${seedId('Locked')}`);
  expect((await maker.put(`/api/collections/${id}/team`, { teamId })).statusCode).toBe(200);
  return id;
}

const listed = async (member: TestMember) =>
  (await member.get('/api/collections')).json<ListedCollection[]>();

describe('a team', () => {
  test('is made by whoever has Pro or Engineer, once; its members see each other without addresses', async () => {
    const { owner, reader, outsider } = people;
    const refused = await reader.post('/api/teams', { name: 'Mine' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Upgrade required: teams are part of the Pro plan.',
    ]);
    expect((await owner.post('/api/teams', { name: 'Second' })).statusCode).toBe(409);
    const made = (await outsider.post('/api/teams', { name: ' Garden ' })).json();
    expect(made).toMatchObject({ name: 'Garden', role: 'owner', isPaused: false, invitations: [] });
    await sql`update users set first_name = '', last_name = '', email = 'secret@example.com'
      where id = ${people.editor.id}`.execute(app.database.db);
    const seen = await reader.get('/api/teams');
    expect(seen.json()).toMatchObject([
      {
        name: 'Book club',
        role: 'reader',
        members: [
          { name: 'Olga Owner', role: 'owner', isMe: false },
          { name: 's•••@•••', role: 'editor', isMe: false },
          { name: 'Rea Der', role: 'reader', isMe: true },
        ],
        invitations: [],
      },
    ]);
    expect(seen.payload).not.toMatch(/@example/);
    expect(seen.payload).not.toContain(people.editor.id);
  });

  test('has a name of one line that says something', async () => {
    for (const name of [' ', '—', 'two\nlines', 'x'.repeat(61), undefined]) {
      expect([name, (await people.outsider.post('/api/teams', { name })).statusCode]).toEqual([name, 400]);
    }
  });

  /** Each act by everybody who might try it: what they are answered. */
  const ACTS: readonly [
    act: string,
    statuses: readonly [owner: number, editor: number, reader: number, outsider: number],
    call: (
      actor: TestMember,
      of: { team: string; reader: string; shared: string },
    ) => ReturnType<TestMember['get']>,
  ][] = [
    ['renames it', [200, 403, 403, 404], (actor, { team }) => actor.put(team, { name: 'Renamed' })],
    [
      'invites',
      [200, 403, 403, 404],
      (actor, { team }) => actor.post(`${team}/invitations`, { email: null, role: 'reader' }),
    ],
    [
      'withdraws an invitation',
      [200, 403, 403, 404],
      (actor, { team }) => actor.del(`${team}/invitations/abcdefghijkl`),
    ],
    [
      'gives roles',
      [200, 403, 403, 404],
      (actor, { team, reader }) => actor.put(`${team}/members/${reader}`, { role: 'editor' }),
    ],
    // The reader leaves.
    [
      'removes the reader',
      [200, 403, 200, 404],
      (actor, { team, reader }) => actor.del(`${team}/members/${reader}`),
    ],
    ['reads what is shared', [200, 200, 200, 404], (actor, { shared }) => actor.get(shared)],
    ['copies what is shared', [200, 200, 200, 404], (actor, { shared }) => actor.post(`${shared}/copy`)],
    [
      'adds a prompt',
      [200, 200, 403, 404],
      (actor, { shared }) => actor.put(`${shared}/prompts/${seedId('Another')}`),
    ],
    [
      'removes a prompt',
      [200, 200, 403, 404],
      (actor, { shared }) => actor.del(`${shared}/prompts/${seedId('Open')}`),
    ],
    [
      'moves a prompt',
      [200, 200, 403, 404],
      (actor, { shared }) => actor.put(`${shared}/prompts/${seedId('Open')}/position`, { after: 'last' }),
    ],
    [
      'notes something',
      [200, 200, 403, 404],
      (actor, { shared }) => actor.put(`${shared}/prompts/${seedId('Open')}/note`, { note: 'Try it.' }),
    ],
    // Somebody else's: theirs alone to rename, to publish, to delete.
    [
      'edits the cover',
      [403, 403, 403, 404],
      (actor, { shared }) => actor.put(shared, { name: 'x', description: '', color: 'clay' }),
    ],
    [
      'publishes it',
      [403, 403, 403, 404],
      (actor, { shared }) => actor.put(`${shared}/sharing`, { visibility: 'public', showsName: false }),
    ],
    [
      'makes it private',
      [200, 403, 403, 404],
      (actor, { shared }) => actor.put(`${shared}/team`, { teamId: null }),
    ],
  ];

  test('lets owner, editor, reader and outsider do what is theirs', async () => {
    const { owner, reader } = people;
    const maker = await createMember(app);
    await join(owner, teamId, { member: maker, role: 'editor' });
    const answered: [string, number[]][] = [];
    for (const [act, , call] of ACTS) {
      const statuses: number[] = [];
      const shared = `/api/collections/${await sharedBy(maker)}`;
      // From the least: what the owner does may end what the others try.
      for (const name of ['outsider', 'reader', 'editor', 'owner'] as const) {
        if (!(await teamOf(reader, teamId))) await join(owner, teamId, { member: reader, role: 'reader' });
        const theirs = await membershipOf(owner, teamId, 'Rea');
        const answer = await call(people[name], { team: `/api/teams/${teamId}`, reader: theirs, shared });
        statuses.unshift(answer.statusCode);
        await owner.put(`/api/teams/${teamId}/members/${theirs}`, { role: 'reader' });
      }
      answered.push([act, statuses]);
    }
    expect(answered).toEqual(ACTS.map(([act, statuses]) => [act, statuses]));
  });

  test('is handed over and dissolved by its owner alone', async () => {
    const { owner, editor, reader, outsider } = people;
    const membership = await membershipOf(owner, teamId, 'Rea');
    const handOver = (person: TestMember) =>
      person.put(`/api/teams/${teamId}/members/${membership}`, { role: 'owner' });
    const dissolve = (person: TestMember) => person.del(`/api/teams/${teamId}`);
    const statuses: number[][] = [];
    // Whoever knows nothing of it repeats what has been done, as far as they may know.
    for (const person of [outsider, reader, editor]) {
      statuses.push([(await handOver(person)).statusCode, (await dissolve(person)).statusCode]);
    }
    expect(statuses).toEqual([
      [404, 200],
      [403, 403],
      [403, 403],
    ]);
    expect((await handOver(owner)).statusCode).toBe(200);
    expect((await dissolve(owner)).statusCode).toBe(403);
    expect((await dissolve(reader)).statusCode).toBe(200);
    expect((await owner.get('/api/teams')).json()).toEqual([]);
  });

  test('nobody is asked for it who is not signed in', async () => {
    for (const url of ['/api/teams', `/api/team-invitations/abcdefghijkl?key=x`]) {
      expect((await app.get(url)).statusCode).toBe(401);
    }
  });

  test('always has one owner: who hands it over becomes an editor, and may leave then', async () => {
    const { owner, editor } = people;
    const own = await membershipOf(owner, teamId, 'Olga');
    expect((await owner.del(`/api/teams/${teamId}/members/${own}`)).statusCode).toBe(409);
    expect((await owner.put(`/api/teams/${teamId}/members/${own}`, { role: 'reader' })).statusCode).toBe(409);
    await setTier(editor, 'pro');
    const theirs = await membershipOf(owner, teamId, 'Ed');
    const handed = await owner.put(`/api/teams/${teamId}/members/${theirs}`, { role: 'owner' });
    expect(handed.json()).toMatchObject({ role: 'editor', isPaused: false, invitations: [] });
    expect(await teamOf(editor, teamId)).toMatchObject({ role: 'owner' });
    expect((await owner.del(`/api/teams/${teamId}/members/${own}`)).statusCode).toBe(200);
    const busy = await membershipOf(editor, teamId, 'Rea');
    await setTier(people.reader, 'pro');
    await people.reader.post('/api/teams', { name: 'Their own' });
    const refused = await editor.put(`/api/teams/${teamId}/members/${busy}`, { role: 'owner' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'They already own a team of their own.',
    ]);
  });
});

describe('a shared collection', () => {
  test('stands among the team’s collections with its team and maker, and takes no text along', async () => {
    const { owner, editor, reader, outsider } = people;
    const id = await sharedBy(owner);
    await owner.put(`/api/collections/${id}/sharing`, { visibility: 'link', showsName: true });
    const own = (await listed(owner))[0];
    expect(own).toMatchObject({ access: 'own', by: null, team: { id: teamId, name: 'Book club' } });
    expect(own?.share).toMatch(/^[a-z2-7]{24}$/);
    const theirs = { by: 'Olga Owner', visibility: 'private', share: null, promptCount: 2 };
    expect(await listed(editor)).toMatchObject([{ id, access: 'edit', ...theirs }]);
    expect(await listed(reader)).toMatchObject([{ id, access: 'read', ...theirs }]);
    expect(await listed(outsider)).toEqual([]);

    const seen = await reader.get(`/api/collections/${id}`);
    expect(
      seen.json<CollectionWithItems>().items.map(({ prompt }) => [prompt.title, prompt.isLocked]),
    ).toEqual([
      ['Open', false],
      ['Locked', true],
    ]);
    expect((await reader.get(`/api/prompts/${seedId('Locked')}`)).statusCode).toBe(403);
    const page = await reader.get(`/collections/${id}`);
    const copied = (await reader.post(`/api/collections/${id}/copy`)).json();
    await setTier(reader, 'advanced');
    const exports: Awaited<ReturnType<TestMember['get']>>[] = [];
    for (const format of ['markdown', 'csv', 'text']) {
      exports.push(await reader.get(`/api/collections/${id}/export?format=${format}`));
    }
    for (const answer of [seen, page, ...exports]) {
      expect(answer.statusCode).toBe(200);
      expect(answer.payload).not.toContain(SECRET);
    }
    expect(exports[0]?.payload).toContain('Everybody reads this.');
    // The plan decides, not the team: the owner's own export has it.
    expect((await owner.get(`/api/collections/${id}/export?format=text`)).payload).toContain(SECRET);
    expect(copied).toMatchObject({ access: 'own', team: null, visibility: 'private', promptCount: 2 });
  });

  test('belongs to one team of the maker’s, who may edit in it', async () => {
    const { editor, reader, outsider } = people;
    const made = async (person: TestMember) =>
      (await person.post('/api/collections', { name: 'Mine' })).json().id;
    const share = async (person: TestMember, id: string) =>
      (await person.put(`/api/collections/${id}/team`, { teamId })).statusCode;
    expect(await share(editor, await made(editor))).toBe(200);
    expect(await share(reader, await made(reader))).toBe(403);
    expect(await share(outsider, await made(outsider))).toBe(404);
    expect(await share(editor, await made(reader))).toBe(404);
  });

  test('is nothing to the team while staff hide it, or its maker is suspended', async () => {
    const { editor, reader } = people;
    const id = await sharedBy(editor);
    const status = async () => (await reader.get(`/api/collections/${id}`)).statusCode;
    const set = (assignment: ReturnType<typeof sql>) => assignment.execute(app.database.db);
    await set(sql`update collections set hidden_at = now() where id = ${id}`);
    expect([await status(), await listed(reader)]).toEqual([404, []]);
    expect((await editor.get(`/api/collections/${id}`)).json()).toMatchObject({ isHidden: true });
    expect((await editor.put(`/api/collections/${id}/team`, { teamId })).statusCode).toBe(409);
    await set(sql`update collections set hidden_at = null where id = ${id}`);
    expect(await status()).toBe(200);
    const moderator = await createStaff(app, 'moderator');
    const suspension = { isSuspended: true, reason: 'As reported.' };
    await moderator.put(`/api/admin/members/${editor.id}/suspension`, suspension);
    expect([await status(), await listed(reader)]).toEqual([404, []]);
  });
});

describe('when the owner’s plan ends', () => {
  test('the team is read and left, nothing new is shared or changed; with the plan all of it goes on', async () => {
    const { owner, editor, reader } = people;
    const id = await sharedBy(owner);
    const another = (await editor.post('/api/collections', { name: 'Later' })).json().id;
    const attempts = async () => [
      (await editor.put(`/api/collections/${another}/team`, { teamId })).statusCode,
      (await owner.post(`/api/teams/${teamId}/invitations`, { email: null, role: 'reader' })).statusCode,
      (await editor.put(`/api/collections/${id}/prompts/${seedId('Another')}`)).statusCode,
    ];
    await setTier(owner, 'basic');
    expect(await attempts()).toEqual([409, 409, 403]);
    expect(await teamOf(reader, teamId)).toMatchObject({ isPaused: true, members: [{}, {}, {}] });
    expect((await reader.get(`/api/collections/${id}`)).json()).toMatchObject({
      access: 'read',
      promptCount: 2,
    });
    expect((await editor.get(`/api/collections/${id}`)).json()).toMatchObject({ access: 'read' });
    expect(
      (await owner.put(`/api/collections/${id}`, { name: 'Mine', description: '', color: 'blue' }))
        .statusCode,
    ).toBe(200);
    await setTier(owner, 'pro');
    expect(await attempts()).toEqual([200, 200, 200]);
    await setTier(owner, 'basic');
    const own = await membershipOf(reader, teamId, 'Rea');
    expect((await reader.del(`/api/teams/${teamId}/members/${own}`)).statusCode).toBe(200);
  });
});
