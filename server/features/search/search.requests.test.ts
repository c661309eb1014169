import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ACTION_LIMITS } from '#contract/limits.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { findRequests, markRequest } from './search.requests.queries.ts';

const URL = '/api/prompt-requests';

let app: TestApp;
let ada: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  ada = await createMember(app);
  ben = await createMember(app, { tier: 'pro' });
});
afterAll(() => app.close());

beforeEach(() => app.database.pool.query('delete from prompt_requests'));

const ask = async (member: TestMember, text: string) => {
  const response = await member.post(URL, { text });
  return [response.statusCode, response.json()];
};
const stored = async () =>
  (await findRequests(app.database.db, 100)).map(({ text, requests }) => [text, requests]);

test('a visitor cannot ask', async () => {
  const response = await app.server.inject({
    method: 'POST',
    url: URL,
    payload: { text: 'beekeeping' },
    headers: { origin: app.settings.publicUrl, 'sec-fetch-site': 'same-origin' },
  });
  expect([response.statusCode, response.json().message]).toEqual([
    401,
    expect.stringContaining('Unauthorized'),
  ]);
  expect(await stored()).toEqual([]);
});

test('a text counts once for each member, however it is written', async () => {
  expect(await ask(ada, 'Beekeeping for beginners')).toEqual([200, { requests: 1 }]);
  for (const again of [
    'beekeeping  for beginners',
    ' BEEKEEPING FOR BEGINNERS! ',
    '"Béekeeping for" beginners',
  ])
    expect(await ask(ada, again)).toEqual([200, { requests: 1 }]);
  expect(await ask(ben, 'beekeeping for beginners')).toEqual([200, { requests: 2 }]);
  expect(await ask(ben, 'quilts')).toEqual([200, { requests: 1 }]);
  expect(await stored()).toEqual([
    ['beekeeping for beginners', 2],
    ['quilts', 1],
  ]);
});

test('asked twice at once, it is stored once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(ada, 'beekeeping')));
  expect(answers).toEqual(answers.map(() => [200, { requests: 1 }]));
  expect(await stored()).toEqual([['beekeeping', 1]]);
});

test.each([
  ['nothing', {}],
  ['an empty text', { text: '' }],
  ['one letter', { text: ' a ' }],
  ['signs alone', { text: '!?!?' }],
  ['only what to leave out', { text: '-beekeeping' }],
  ['a text too long', { text: 'a'.repeat(201) }],
  ['another type', { text: 5 }],
  ['a list', { text: ['beekeeping'] }],
  ['more than the text', { text: 'beekeeping', user_id: 'x' }],
])('%s is refused, and not stored', async (_what, body) => {
  const response = await ada.post(URL, body);
  expect([response.statusCode, response.json().message]).toEqual([400, expect.stringMatching(/\S/)]);
  expect(await stored()).toEqual([]);
});

test('whatever is asked is stored in 200 characters at most', async () => {
  // Each of these is written with 18 letters once it is taken apart.
  for (const text of ['\ufdfa'.repeat(200), '\ud83d\udc1d bees\0 \ud800 \u202e', '𝔟𝔢𝔢𝔰', '你好'])
    expect((await ask(ada, text))[0]).toBe(200);
  for (const [text] of await stored()) expect([...String(text)].length).toBeLessThanOrEqual(200);
  expect((await stored()).map(([text]) => text)).toEqual(expect.arrayContaining(['bees', '你好']));
});

test('what is dealt with is done until somebody asks again', async () => {
  const { db } = app.database;
  await ask(ada, 'beekeeping');
  expect([await markRequest(db, 'beekeeping', true), await markRequest(db, 'beekeeping', true)]).toEqual([
    1, 0,
  ]);
  expect([await stored(), (await findRequests(db, 9, true)).length]).toEqual([[], 1]);
  await ask(ben, 'beekeeping');
  expect([await stored(), await findRequests(db, 9, true)]).toEqual([[['beekeeping', 2]], []]);
});

test('a member who leaves takes their requests along', async () => {
  const member = await createMember(app);
  await ask(member, 'beekeeping');
  await app.database.pool.query('delete from users where id = $1', [member.id]);
  expect(await stored()).toEqual([]);
});

test('above the limit of a member nothing more is stored', async () => {
  const limited = await createTestApp({ template: 'empty', settings: { rateLimit: 100_000 } });
  try {
    const member = await createMember(limited);
    const { count } = ACTION_LIMITS.promptRequest;
    const codes: number[] = [];
    for (let index = 0; index <= count; index++)
      codes.push((await member.post(URL, { text: `bees ${index}` })).statusCode);
    expect(codes).toEqual([...Array.from({ length: count }, () => 200), 429]);
    expect(await findRequests(limited.database.db, 100)).toHaveLength(count);
  } finally {
    await limited.close();
  }
});
