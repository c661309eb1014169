import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContentFolder, createContentFolder } from '#server/testing/content-folder.ts';
import { readText } from './read-text.ts';

let folder: ContentFolder;
beforeAll(async () => {
  folder = await createContentFolder();
});
afterAll(() => folder.drop());

test('a byte order mark is removed', async () => {
  expect(await readText(await folder.write('a.csv', '\uFEFFact,prompt\n'))).toBe('act,prompt\n');
});

test.each([
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
  ['carriage returns', '\r'],
])('text that is not UTF-8 is refused with its line, with %s', async (_what, end) => {
  const bytes = Buffer.concat([
    Buffer.from(`act,prompt${end}One,a${end}Two,caf`),
    Buffer.from([0xe9]),
    Buffer.from(`${end}Three,b${end}`),
  ]);
  const file = await folder.write('a.csv', bytes);
  await expect(readText(file)).rejects.toThrow('a.csv:3 is not UTF-8 text; save the file as UTF-8.');
});

test('a missing file is an error', async () => {
  await expect(readText(`${folder.path}/nowhere.csv`)).rejects.toThrow('ENOENT');
});
