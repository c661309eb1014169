import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ContentFolder,
  createContentFolder,
  LIBRARY_YAML,
  promptFile,
} from '../../testing/content-folder.ts';
import { readLibrary } from './library.files.ts';
import { LibraryError, problemText } from './library.problems.ts';

let folder: ContentFolder;

beforeEach(async () => {
  folder = await createContentFolder();
  await folder.write('library.yaml', LIBRARY_YAML);
});

afterEach(() => folder.drop());

function problems(): string[] {
  try {
    readLibrary(folder.path);
    return [];
  } catch (error) {
    if (error instanceof LibraryError) return error.problems.map(problemText);
    throw error;
  }
}

test('reads a prompt with all its fields', async () => {
  await folder.write('garden/herbs/mint.md', promptFile({ more: 'featured: true\n' }));
  const { categories, prompts } = readLibrary(folder.path);
  expect(categories.map(({ slug, topics }) => [slug, topics.length])).toEqual([['garden', 2]]);
  expect(prompts).toMatchObject([
    {
      slug: 'mint',
      category: 'garden',
      topic: 'herbs',
      title: 'Plan a bed of herbs',
      tier: 'basic',
      featured: true,
      variables: [{ name: 'herbs', label: 'Herbs', type: 'text', required: true }],
      content: 'Plan a bed for [herbs].',
      created: undefined,
      lines: { title: 2, tier: 5, variables: 7, content: 13 },
    },
  ]);
});

test('collects the problems of all files, each with its line', async () => {
  await folder.write('garden/herbs/a.md', promptFile({ tier: 'golden', more: 'featured: perhaps\n' }));
  await folder.write('garden/herbs/b.md', promptFile().replace('type: text', 'type: choice'));
  await folder.write('garden/herbs/c.md', '# Only a heading\n');
  await folder.write('garden/herbs/d.md', promptFile({ title: 'One: two' }));
  await folder.write('garden/herbs/e.md', promptFile({ content: '' }));
  await folder.write('garden/herbs/f.md', promptFile().replace('summary:', 'sumary:'));
  expect(problems()).toEqual([
    expect.stringMatching(/^garden\/herbs\/a\.md:5 tier: must be one of: basic, advanced, pro, engineer$/),
    expect.stringMatching(/^garden\/herbs\/a\.md:6 featured: must be true or false$/),
    'garden/herbs/b.md:7 variable 1: a choice needs options',
    'garden/herbs/c.md:1 must start with front matter: a line ---, the fields, a line ---, then the text',
    expect.stringMatching(/^garden\/herbs\/d\.md:2 cannot be read: this line /),
    expect.stringMatching(/^garden\/herbs\/e\.md:\d+ has no text after the front matter/),
    expect.stringMatching(/^garden\/herbs\/f\.md:\d+ summary: is missing$/),
    expect.stringMatching(/^garden\/herbs\/f\.md:3 there is no field named sumary$/),
  ]);
});

test.each([
  [
    'a default that is no option',
    'type: choice\n    options: [a, b]\n    default: c',
    'is not among the options',
  ],
  ['a number with a text for default', 'type: number\n    default: many', 'must be a number'],
  ['a text with a number for default', 'type: text\n    default: 3', 'must be text (quote it)'],
  ['a date with a default', 'type: date\n    default: "2026-01-01"', 'a date has no default'],
  ['options of a text', 'type: text\n    options: [a, b]', 'only a choice has options'],
])('refuses %s', async (_what, replacement, message) => {
  await folder.write(
    'garden/herbs/a.md',
    promptFile().replace('type: text\n    required: true', replacement),
  );
  expect(problems()).toEqual([expect.stringContaining(message)]);
});

test('refuses files where no prompt belongs, and two of one name', async () => {
  await folder.write('garden/herbs/mint.md', promptFile());
  await folder.write('garden/trees/mint.md', promptFile());
  await folder.write('garden/stones/granite.md', promptFile());
  await folder.write('garden/notes.txt', 'a note');
  await folder.write('garden/herbs/.mint.md.swp', 'left by an editor');
  expect(problems()).toEqual([
    'garden/notes.txt:1 is not at category/topic/slug.md',
    'garden/stones/granite.md:1 garden/stones is not a topic of library.yaml',
    'garden/trees/mint.md:1 has the file name of garden/herbs/mint.md',
  ]);
});

test('refuses a library.yaml that is missing, misspelled or has duplicates', async () => {
  await folder.write('library.yaml', LIBRARY_YAML.replace('slug: trees', 'slug: herbs'));
  expect(problems()).toEqual(['library.yaml:9 slug: "herbs" is there twice']);
  await folder.write('library.yaml', LIBRARY_YAML.replace('name: Trees', 'title: Trees'));
  expect(problems().join('\n')).toMatch(/library\.yaml:\d+ category 1, topic 2, name: is missing/);
  await folder.remove('library.yaml');
  expect(problems()).toEqual(['library.yaml:1 cannot be read; it names the categories and topics']);
});

test('a missing folder is reported as such', () => {
  expect(() => readLibrary(`${folder.path}/nowhere`)).toThrow('is not a folder that can be read');
});
