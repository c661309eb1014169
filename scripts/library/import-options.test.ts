import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ContentFolder, createContentFolder } from '#server/testing/content-folder.ts';
import { readOptions, USAGE } from './import-options.ts';

const TARGET = ['--category', 'productivity', '--topic', 'coding-automation'];

let folder: ContentFolder;
beforeAll(async () => {
  folder = await createContentFolder();
  for (const name of ['good.csv', 'notes.md', 'export.json']) await folder.write(name, '');
});
afterAll(() => folder.drop());

const read = (name: string | undefined, ...args: string[]) =>
  readOptions(name === undefined ? args : [`${folder.path}/${name}`, ...args]);

test('a CSV needs a target; an export has one', () => {
  const target = { category: 'productivity', topic: 'coding-automation', tier: 'basic' };
  expect(read('good.csv', ...TARGET)).toMatchObject({ target, isDryRun: false });
  expect(read('good.csv', ...TARGET, '--tier', 'pro')).toMatchObject({ target: { ...target, tier: 'pro' } });
  expect(read('export.json', '--dry-run')).toMatchObject({ target: undefined, isDryRun: true });
});

test.each<[string, string | undefined, string[], string]>([
  ['no file', undefined, [], 'Missing: FILE.'],
  ['two files', 'good.csv', ['other.csv'], 'One FILE at a time, not also other.csv.'],
  ['a CSV without a topic', 'good.csv', [], 'Missing: --category, --topic. Only an export'],
  [
    'Markdown',
    'notes.md',
    [],
    'Markdown cannot be imported: JSON is the format that brings every prompt back',
  ],
  ['an export with a topic', 'export.json', TARGET, 'leave --category, --topic and --tier away'],
  ['an unknown option', 'good.csv', [...TARGET, '--force'], "Unknown option '--force'"],
  ['an unknown tier', 'good.csv', [...TARGET, '--tier', 'gold'], '--tier must be one of basic, advanced'],
  ['a file that does not exist', 'nowhere.csv', TARGET, 'nowhere.csv is not a file that can be read'],
])('refuses %s', (_what, name, args, message) => {
  expect(() => read(name, ...args)).toThrow(message);
});

test('the help lists the options', () => {
  expect(read(undefined, '--help')).toBeUndefined();
  expect(USAGE).toContain('--dry-run');
});
