import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { exemplarProblems } from './library.exemplars.ts';
import { type PromptFile, parsePrompt } from './library.format.ts';
import { loadLibrary } from './library.loading.ts';
import { createTestFolder, promptFile, SHELVES, type TestFolder } from './testing/library-folder.ts';

const OUTPUT = Array.from({ length: 90 }, (_, index) => `word${index}`).join(' ');

const exemplar = (parts: { values?: string; model?: string; date?: string; output?: string } = {}) => {
  const { values = '{ herbs: mint }', model = 'example', date = '2026-11-21', output = OUTPUT } = parts;
  return `  - values: ${values}\n    model: ${model}\n    date: ${date}\n    output: |-\n      ${output}\n`;
};
const withExemplars = (...exemplars: string[]) => promptFile({ more: `exemplars:\n${exemplars.join('')}` });

function parse(text: string): PromptFile {
  const parsed = parsePrompt('garden/herbs/mint.md', text);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
}

const told = (text: string) => {
  const parsed = parsePrompt('garden/herbs/mint.md', text);
  return 'problems' in parsed ? parsed.problems.map(({ line, message }) => `${line} ${message}`) : [];
};

test('an exemplar is read with its values, whole lines and its day', () => {
  const { exemplars } = parse(withExemplars(exemplar({ output: `First.\n\n      # Then\n      ${OUTPUT}` })));
  expect(exemplars).toEqual([
    {
      values: { herbs: 'mint' },
      model: 'example',
      date: '2026-11-21',
      output: `First.\n\n# Then\n${OUTPUT}`,
    },
  ]);
  expect(parse(promptFile()).exemplars).toEqual([]);
});

test.each([
  [exemplar({ date: '2026-02-30' }), /^\d+ exemplars\.0\.date: must be a day/],
  [exemplar({ date: '21.11.2026' }), /exemplars\.0\.date/],
  [exemplar({ model: "''" }), /exemplars\.0\.model: must not be empty/],
  [exemplar({ values: '{ herbs: [mint] }' }), /exemplars\.0\.values\.herbs: must be a number or text/],
  [exemplar({ values: '{ herbs: true }' }), /exemplars\.0\.values\.herbs/],
  [exemplar({ values: '{ herbs: .inf }' }), /exemplars\.0\.values\.herbs/],
  [`${exemplar()}    price: 3\n`, /exemplars\.0: .*price/],
  ['  - values: {}\n', /exemplars\.0\.model/],
])('what does not load: %#', (written, words) => {
  expect(told(withExemplars(written)).join('\n')).toMatch(words);
});

const VARIABLES = `variables:
  - { name: herbs, label: Herbs, type: text, required: true }
  - { name: pots, label: Pots, type: number }
  - { name: place, label: Place, type: choice, options: [sill, garden] }
  - { name: start, label: Start, type: date }
---`;

test('values are those of declared variables, of their kinds, and the required ones are there', () => {
  const problemsOf = (values: string, output = OUTPUT) =>
    exemplarProblems(
      parse(withExemplars(exemplar({ values, output })).replace(/variables:[\s\S]*?---/, VARIABLES)),
    );
  expect(problemsOf('{ herbs: mint, pots: 3, place: sill, start: 2026-11-21 }')).toEqual([]);
  expect(problemsOf('{ herbs: mint }')).toEqual([]);
  expect(problemsOf('{ pots: 3, colour: red }')).toEqual([
    '1: [colour] is not a declared variable',
    '1: [herbs] is required and has no value',
  ]);
  expect(problemsOf("{ herbs: 3, pots: 'three', place: roof, start: soon }")).toEqual([
    '1: [herbs] must be text (quote it)',
    '1: [pots] must be a number',
    '1: [place] is not among its options',
    '1: [start] must be a day such as 2026-11-21',
  ]);
  expect(problemsOf('{ herbs: mint }', 'Too short for [herbs].')).toEqual([
    '1: the output has 4 words, not 80–400',
    '1: the output holds [herbs] unfilled',
  ]);
  expect(problemsOf('{ herbs: mint }', `${OUTPUT} `.repeat(5))).toEqual([
    '1: the output has 450 words, not 80–400',
  ]);
});

test('two are there for pro and engineer, one for what is featured; the model is nobody’s', () => {
  const problemsOf = (parts: { tier: string; featured?: boolean }, ...exemplars: string[]) => {
    const featured = parts.featured ? 'featured: true\n' : '';
    const list = exemplars.length > 0 ? `exemplars:\n${exemplars.join('')}` : '';
    return exemplarProblems(parse(promptFile({ tier: parts.tier, more: `${featured}${list}` })));
  };
  expect(problemsOf({ tier: 'advanced' })).toEqual([]);
  expect(problemsOf({ tier: 'basic', featured: true })).toEqual(['has 0, not 1 or more']);
  expect(problemsOf({ tier: 'basic', featured: true }, exemplar())).toEqual([]);
  expect(problemsOf({ tier: 'pro', featured: true }, exemplar())).toEqual(['has 1, not 2 or more']);
  expect(problemsOf({ tier: 'engineer' }, exemplar(), exemplar())).toEqual([]);
  expect(problemsOf({ tier: 'basic' }, exemplar({ model: 'Some Model 9' }))).toEqual([
    '1: the model is "Some Model 9", not "example"',
  ]);
});

let database: TestDatabase;
let folder: TestFolder;

beforeEach(async () => {
  database = await createTestDatabase(inject('testServer'), 'empty');
  folder = await createTestFolder();
  await folder.write('library.yaml', SHELVES);
});

afterEach(async () => {
  await database.drop();
  await folder.drop();
});

const load = async () => {
  const { added, changed, unchanged } = await loadLibrary({ pool: database.pool, contentDir: folder.path });
  return [added, changed, unchanged];
};

const stored = async () =>
  (
    await database.pool.query(
      'select position, "values", model, made_on::text as day, xmin::text from exemplars order by position',
    )
  ).rows;

test('loading writes exemplars in their order, touches unchanged ones not, and lets gone ones go', async () => {
  const two = [exemplar(), exemplar({ values: '{ herbs: sage, pots: 2 }' })];
  await folder.write('garden/herbs/mint.md', withExemplars(...two));
  await folder.write('garden/herbs/basil.md', promptFile({ title: 'Basil' }));
  expect(await load()).toEqual([2, 0, 0]);
  const before = await stored();
  expect(before).toMatchObject([
    { position: 0, values: { herbs: 'mint' }, model: 'example', day: '2026-11-21' },
    { position: 1, values: { herbs: 'sage', pots: 2 } },
  ]);
  expect(await load()).toEqual([0, 0, 2]);
  expect(await stored()).toEqual(before);

  await folder.write('garden/herbs/mint.md', withExemplars(...two.slice(1)));
  expect(await load()).toEqual([0, 1, 1]);
  expect(await stored()).toMatchObject([{ position: 0, values: { herbs: 'sage', pots: 2 } }]);
  await folder.write('garden/herbs/mint.md', promptFile());
  expect(await load()).toEqual([0, 1, 1]);
  expect(await stored()).toEqual([]);
});
