import { expect, test } from 'vitest';
import { EXEMPLAR_OUTPUT, exemplar, promptFile, withExemplars } from '#server/testing/content-folder.ts';
import { type PromptFile, parsePrompt } from './library.format.ts';

function parse(text: string): PromptFile {
  const parsed = parsePrompt('garden/herbs/mint.md', text);
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
}

const problemsOf = (text: string) => {
  const parsed = parsePrompt('garden/herbs/mint.md', text);
  return 'problems' in parsed ? parsed.problems.map(({ line, message }) => `${line} ${message}`) : [];
};

test('an exemplar is read with its values, whole lines and its day', () => {
  const { exemplars } = parse(
    withExemplars(exemplar({ output: `First.\n\n      # Then\n      ${EXEMPLAR_OUTPUT}` })),
  );
  expect(exemplars).toEqual([
    {
      values: { herbs: 'mint' },
      model: 'example',
      date: '2026-11-21',
      output: `First.\n\n# Then\n${EXEMPLAR_OUTPUT}`,
    },
  ]);
  expect(parse(promptFile()).exemplars).toEqual([]);
});

test('keywords are optional, each one line', () => {
  expect(parse(promptFile()).keywords).toEqual([]);
  const { keywords, lines } = parse(promptFile({ more: "keywords: [tea,  kitchen\n  garden, '529', C#]\n" }));
  expect([keywords, lines['keywords']]).toEqual([['tea', 'kitchen garden', '529', 'C#'], 6]);
});

test.each([
  ['[tea, 529]', '6 keyword 2: must be text'],
  ["[tea, 'black, green']", '6 keyword 2: must not contain a comma'],
  ["[' ']", '6 keyword 1: must not be empty'],
  [`[${'x'.repeat(61)}]`, '6 keyword 1: must have at most 60 characters'],
  [`[${'tea, '.repeat(21)}]`, '6 keywords: must be at most 20'],
])('refuses the keywords %s', (written, problem) => {
  expect(problemsOf(promptFile({ more: `keywords: ${written}\n` }))).toEqual([problem]);
});

test.each([
  [exemplar({ date: '2026-02-30' }), /^\d+ exemplar 1, date: must be a day/],
  [exemplar({ date: '21.11.2026' }), /exemplar 1, date/],
  [exemplar({ model: "''" }), /exemplar 1, model: must not be empty/],
  [exemplar({ values: '{ herbs: [mint] }' }), /exemplar 1, values, herbs: must be a number or text/],
  [exemplar({ values: '{ herbs: true }' }), /exemplar 1, values, herbs/],
  [exemplar({ values: '{ herbs: .inf }' }), /exemplar 1, values, herbs/],
  [`${exemplar()}    price: 3\n`, /exemplar 1: there is no field named price/],
  ['  - values: {}\n', /exemplar 1, model: is missing/],
])('what does not load: %#', (written, words) => {
  expect(problemsOf(withExemplars(written)).join('\n')).toMatch(words);
});

const choice = (options: string, more = '') =>
  promptFile({
    more: `variables:\n  - { name: herbs, label: Herbs, type: choice, options: [${options}]${more} }\n`,
  }).replace(/(options: .* }\n)variables:[\s\S]*?---/, '$1---');

test('options that read as yes and no are text when quoted, and refused when not', () => {
  const { variables } = parse(choice('"no", "yes", no shade', ', default: "no"'));
  expect(variables[0]).toMatchObject({ options: ['no', 'yes', 'no shade'], default: 'no' });
  const quoted = '"No" must be quoted: without quotes many readers of YAML take it for true or false';
  expect(problemsOf(choice('No, "yes"'))).toEqual([`7 ${quoted}`]);
  expect(problemsOf(choice('"true", false'))).toEqual(['7 variable 1, option 2: must be text (quote it)']);
  expect(problemsOf(choice('"true", "false"', ', default: true'))).toEqual([
    '7 variable 1, default: must be a number or text (quote it)',
  ]);
});

test('sources, dates, version and redirects are optional', () => {
  const more =
    'sources:\n  - { title: Herbs, publisher: A society, year: 2024 }\nreviewed: 2026-11-23\nversion: 2\nredirects: [old]\n';
  const none = { sources: [], reviewed: null, reviewDue: null, version: 1, redirects: [] };
  expect(parse(promptFile())).toMatchObject(none);
  const sources = [{ title: 'Herbs', publisher: 'A society', year: 2024 }];
  expect(parse(promptFile({ more }))).toMatchObject({
    ...none,
    ...{ sources, reviewed: '2026-11-23', version: 2, redirects: ['old'] },
  });
});

test.each([
  ['sources: [{ title: Herbs, year: 2024 }]', '6 source 1: needs a publisher or a url'],
  ['sources: [{ title: Herbs, publisher: A, year: 24 }]', '6 source 1, year: must be a year'],
  ["sources: [{ title: A, url: 'http://a.org/', year: 2024 }]", '6 source 1, url: must be an https address'],
  [
    "sources: [{ title: A, url: 'https://a.org/?utm_source=x', year: 2024 }]",
    '6 source 1, url: must not carry tracking parameters',
  ],
  ['reviewed: 23.11.2026', '6 reviewed: must be a day such as 2026-11-23'],
  ['version: 0', '6 version: must be 1 or more'],
  ['redirects: [Old Mint]', '6 redirect 1: is not a slug'],
])('refuses %s', (written, problem) => {
  expect(problemsOf(promptFile({ more: `${written}\n` }))).toEqual([problem]);
});

const declaring = (lines: string) =>
  promptFile().replace(/variables:\n[\s\S]*?(?=---)/, `variables:\n${lines}`);

test.each([
  [
    '  - { name: My Herbs, label: Herbs, type: word }\n',
    [
      'variable 1, name: must be lower-case letters, digits and _, at most 40, a letter first',
      'variable 1, type: must be one of: text, long-text, number, choice, date',
    ],
  ],
  ['  - { label: H }\n', ['name: is missing', 'label: must have at least 2 characters', 'type: is missing']],
  ['  herbs\n', ['variables: must be a list']],
  [
    '  - name: herbs label: Herbs\n',
    ['cannot be read: this line holds a colon in text that is not in quotes'],
  ],
  ['\t- name: herbs\n', ['cannot be read: this line is indented by a tab: use spaces']],
])('says in words what is wrong with %j', (written, expected) => {
  const found = problemsOf(declaring(written));
  expect(found).toEqual(expected.map((words) => expect.stringContaining(words)));
});
