import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { TEAM_LIMITS, type TeamInvitation } from '#contract/teams.ts';
import { LinkSigner } from '#server/core/signed-links.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { invitationMail } from './teams.invitation.mail.ts';
import { callsOf, invite, join, makeTeam, teamOf } from './testing/team-calls.ts';

let app: TestApp;
let owner: TestMember;
let teamId: string;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await createMember(app, { tier: 'pro', firstName: 'Olga', lastName: 'Owner' });
  teamId = (await makeTeam(owner)).id;
});

const mailsTo = async (address: string) =>
  (
    await sql<{ data: { invitationId: string; days: number } }>`
      select data from mail_outbox where kind = 'team-invitation' and recipient = ${address} order by id`.execute(
      app.database.db,
    )
  ).rows;

const refusalOf = (answer: { statusCode: number; json: () => { message: string } }) => [
  answer.statusCode,
  answer.json().message,
];

test('an invitation by mail is for its address alone, in whatever case, and is used up', async () => {
  const [invited, other] = [await createMember(app), await createMember(app)];
  const invitation = await invite(owner, teamId, {
    email: ` ${invited.email.toUpperCase()} `,
    role: 'editor',
  });
  expect(invitation).toMatchObject({ email: invited.email, role: 'editor' });
  const { look, accept } = callsOf(invitation);
  for (const call of [await other.get(look), await other.post(accept)]) {
    expect(refusalOf(call)).toEqual([403, 'This invitation is for another email address.']);
  }
  expect((await invited.get(look)).json()).toEqual({
    team: 'Book club',
    by: 'Olga Owner',
    role: 'editor',
    isPaused: false,
    isMember: false,
  });
  expect((await invited.post(accept)).json()).toEqual({ teamId });
  expect(await teamOf(invited, teamId)).toMatchObject({ role: 'editor', invitations: [] });
  expect(await teamOf(owner, teamId)).toMatchObject({ members: [{}, {}], invitations: [] });
  for (const call of [await invited.post(accept), await other.post(accept)])
    expect(call.statusCode).toBe(404);
});

test('the mail holds nothing that anybody wrote, and its link is the owner’s', async () => {
  await owner.put(`/api/teams/${teamId}`, { name: 'Win a prize' });
  const invitation = await invite(owner, teamId, { email: 'vera@mail.test' });
  const [mail] = await mailsTo('vera@mail.test');
  expect(mail?.data).toEqual({ invitationId: invitation.id, days: TEAM_LIMITS.invitationDays });
  const signer = new LinkSigner(app.database.db);
  const content = await invitationMail.content(invitationMail.schema.parse(mail?.data), (purpose, value) =>
    signer.sign(purpose, value),
  );
  expect(content.link?.path).toBe(invitation.path);
  expect(JSON.stringify(content)).not.toMatch(/prize|Olga|vera/);
});

test('whether an address has an account is not told, and nobody’s mailbox is filled', async () => {
  const member = await createMember(app);
  const [known, unknown] = [
    await owner.post(`/api/teams/${teamId}/invitations`, { email: member.email, role: 'reader' }),
    await owner.post(`/api/teams/${teamId}/invitations`, { email: 'nobody@mail.test', role: 'reader' }),
  ];
  expect([known.statusCode, Object.keys(known.json())]).toEqual([
    unknown.statusCode,
    Object.keys(unknown.json()),
  ]);
  const again = await owner.post(`/api/teams/${teamId}/invitations`, { email: member.email, role: 'editor' });
  expect(refusalOf(again)).toEqual([409, 'You already invited this address.']);
  const withdraw = async () => {
    const { invitations = [] } = (await teamOf(owner, teamId)) ?? {};
    const mine = invitations.find(({ email }) => email === member.email) as TeamInvitation;
    await owner.del(`/api/teams/${teamId}/invitations/${mine.id}`);
  };
  for (const _ of [2, 3]) {
    await withdraw();
    const { id } = await invite(owner, teamId, { email: member.email });
    expect((await mailsTo(member.email)).at(-1)?.data.invitationId).toBe(id);
  }
  await withdraw();
  const body = { email: member.email, role: 'reader' };
  const tooMany = await owner.post(`/api/teams/${teamId}/invitations`, body);
  expect(refusalOf(tooMany)).toEqual([
    409,
    'We mailed this address 3 times today. Invite it by a link, or tomorrow.',
  ]);
  expect((await teamOf(owner, teamId))?.invitations).toHaveLength(1);
  expect(await mailsTo(member.email)).toHaveLength(3);
});

test('a link is for whoever is first; it is withdrawn, too old or wrong for everybody else', async () => {
  const [first, second] = [await createMember(app), await createMember(app)];
  const link = await invite(owner, teamId);
  const answers = await Promise.all([first, second].map((person) => person.post(callsOf(link).accept)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404]);

  const late = callsOf(await invite(owner, teamId));
  await sql`update team_invitations set expires_at = now()`.execute(app.database.db);
  expect((await teamOf(owner, teamId))?.invitations).toEqual([]);
  const withdrawn = await invite(owner, teamId);
  for (const _ of [1, 2]) {
    expect((await owner.del(`/api/teams/${teamId}/invitations/${withdrawn.id}`)).statusCode).toBe(200);
  }
  const { accept } = callsOf(await invite(owner, teamId));
  const loser = answers[0]?.statusCode === 404 ? first : second;
  const wrong = [
    late.look,
    late.accept,
    callsOf(withdrawn).accept,
    `${accept}x`,
    accept.replace(/key=.*/, 'key='),
  ];
  for (const url of wrong) {
    const answer = url === late.look ? await loser.get(url) : await loser.post(url);
    expect(refusalOf(answer)).toEqual([404, 'Invitation not found']);
  }
  expect((await loser.post(accept)).statusCode).toBe(200);
});

test('who is in the team already does not use it up', async () => {
  const [member, other] = [await createMember(app), await createMember(app)];
  await join(owner, teamId, { member, role: 'reader' });
  const link = callsOf(await invite(owner, teamId, { role: 'editor' }));
  expect((await member.get(link.look)).json()).toMatchObject({ isMember: true });
  expect((await member.post(link.accept)).json()).toEqual({ teamId });
  expect(await teamOf(member, teamId)).toMatchObject({ role: 'reader' });
  expect((await owner.post(link.accept)).statusCode).toBe(200);
  expect((await other.post(link.accept)).statusCode).toBe(200);
});

test('five are invited and no more, and nobody belongs to more teams than they may', async () => {
  const body = { email: null, role: 'reader' };
  for (let count = 0; count < TEAM_LIMITS.invited; count++) await invite(owner, teamId);
  const full = await owner.post(`/api/teams/${teamId}/invitations`, body);
  expect(refusalOf(full)).toEqual([409, 'A team is its owner and 5 others, open invitations included.']);

  const busy = await createMember(app);
  await sql`with made as (insert into teams (id, name)
      select 'team' || n || ${busy.id}, 'Team' from generate_series(1, ${TEAM_LIMITS.teams}) n returning id)
    insert into team_members (id, team_id, user_id, role)
    select 'm' || id, id, ${busy.id}, 'reader' from made`.execute(app.database.db);
  const [link] = (await teamOf(owner, teamId))?.invitations ?? [];
  const refused = await busy.post(callsOf(link ?? { path: '' }).accept);
  expect(refusalOf(refused)).toEqual([409, 'You belong to 10 teams. Leave one first.']);
});

test('a paused team takes nobody in; the invitation waits', async () => {
  const member = await createMember(app);
  const { look, accept } = callsOf(await invite(owner, teamId));
  const setTier = (tier: string) =>
    sql`update users set tier = ${tier} where id = ${owner.id}`.execute(app.database.db);
  await setTier('advanced');
  expect((await member.get(look)).json()).toMatchObject({ isPaused: true });
  expect(refusalOf(await member.post(accept))).toEqual([
    409,
    'This team is paused until its owner has Pro again. Nothing is lost.',
  ]);
  await setTier('engineer');
  expect((await member.post(accept)).statusCode).toBe(200);
});

test('what is no address, or no role to invite to, is refused', async () => {
  for (const body of [
    { email: 'nobody', role: 'reader' },
    { email: 'a@example.com\r\nBcc: all@example.com', role: 'reader' },
    { email: `${'a'.repeat(250)}@example.com`, role: 'reader' },
    { email: null, role: 'owner' },
    { role: 'reader' },
  ]) {
    expect((await owner.post(`/api/teams/${teamId}/invitations`, body)).statusCode).toBe(400);
  }
});

test('a visitor signs in and comes back to the invitation', async () => {
  const { path } = await invite(owner, teamId);
  const page = await app.get(path);
  expect(page.statusCode).toBe(302);
  expect(new URL(String(page.headers.location), 'http://localhost').searchParams.get('returnUrl')).toBe(path);
});
