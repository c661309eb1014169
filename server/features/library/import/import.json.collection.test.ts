import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedId, seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, type TestApp } from '#server/testing/test-app.ts';
import { readCsv } from './import.read-csv.ts';
import { readExport } from './import.read-json.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ template: 'empty' });
  await seedPrompts(app.database.db, [{ title: 'Prompt 01' }, { title: 'Prompt 02' }]);
});
afterAll(() => app.close());

test('a collection’s file says what it is and what its member noted; favorites’ do not, and imports pass over it', async () => {
  const pro = await createMember(app, { tier: 'pro' });
  const { id } = (
    await pro.post('/api/collections', { name: 'Soups', promptId: seedId('Prompt 01') })
  ).json();
  await pro.put(`/api/collections/${id}/prompts/${seedId('Prompt 02')}`);
  await pro.put(`/api/collections/${id}`, {
    name: 'Soups *and* more',
    description: 'For <cold> days.',
    color: 'moss',
  });
  await pro.put(`/api/collections/${id}/prompts/${seedId('Prompt 01')}/note`, {
    note: 'For four.\nAdd salt.',
  });
  await pro.post(`/api/prompts/${seedId('Prompt 01')}/favorite`);
  const file = async (format: string) =>
    (await pro.get(`/api/collections/${id}/export?format=${format}`)).payload;
  expect(await file('markdown')).toMatch(
    /^# Soups \\\*and\\\* more\n\nFor \\<cold\\> days\.\n\n<!-- promptarium: .+\n---\n# Note: For four\.\n# Add salt\.\ntitle: Prompt 01\n/,
  );
  const text = await file('text');
  expect(text).toMatch(/^Soups \*and\* more\n\nFor <cold> days\.\n\n=+\n\nPrompt 01\n/);
  expect(text.match(/\nNote: .*\n.*\n/g)).toEqual(['\nNote: For four.\nAdd salt.\n']);
  const json = await file('json');
  expect(JSON.parse(json)).toMatchObject({
    collection: { name: 'Soups *and* more', description: 'For <cold> days.' },
    prompts: [{ note: 'For four.\nAdd salt.' }, { note: null }],
  });
  const csv = await file('csv');
  expect(csv.split('\n')[0]).toMatch(/,version,note$/);
  expect(csv).toContain(',"For four.\nAdd salt."\n');
  expect(readExport(json).flatMap((entry) => ('problems' in entry ? entry.problems : []))).toEqual([]);
  expect(readCsv(csv).problems).toEqual([]);
  for (const format of ['markdown', 'text', 'csv', 'json']) {
    const favorites = (await pro.get(`/api/favorites/export?format=${format}`)).payload;
    expect([format, /note|Soups/i.test(favorites)]).toEqual([format, false]);
  }
});
