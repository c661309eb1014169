import { expect, test } from 'vitest';
import { promptIdOf } from '../library.fields.ts';
import { type FoundEntry, readExport } from './import.read-json.ts';
import { ImportError } from './import.report.ts';

const problemsOf = (found: readonly FoundEntry[]) =>
  found.flatMap((entry) => ('problems' in entry ? entry.problems : []));

const ENTRY = {
  id: promptIdOf('mint'),
  slug: 'mint',
  title: 'Mint',
  summary: 'A line.',
  description: 'A paragraph.',
  tier: 'pro',
  featured: true,
  keywords: ['tea', 'C#'],
  isLocked: false,
  category: { slug: 'garden', name: 'Garden' },
  topic: { slug: 'herbs', name: 'Herbs' },
  created: '2026-11-21T09:00:00.000Z',
  createdBy: 'Promptarium Team',
  content: 'Plan [herbs].',
  variables: [{ name: 'herbs', label: 'Herbs', type: 'choice', options: ['mint', 'basil'] }],
  exemplars: [{ values: { herbs: 'mint' }, model: 'example', date: '2026-11-21', output: 'A plan.' }],
  sources: [{ title: 'Growing herbs', url: 'https://example.org/herbs', year: 2024 }],
  reviewed: '2026-11-23',
  review_due: null,
  version: 2,
  redirects: ['old-mint'],
};
const json = (...prompts: unknown[]) => JSON.stringify({ format: 'promptarium', version: 1, prompts });

test('reads a prompt with all its fields; what later versions added and a file leaves out stays unsaid', () => {
  const { isLocked: _, createdBy: __, ...said } = ENTRY;
  const { review_due: reviewDue, ...others } = said;
  const expected = { ...others, reviewDue, category: 'garden', topic: 'herbs' };
  const later = ['exemplars', 'keywords', 'sources', 'reviewed', 'review_due', 'version', 'redirects'];
  const older = Object.fromEntries(Object.entries(ENTRY).filter(([name]) => !later.includes(name)));
  expect(readExport(json(ENTRY, older))).toEqual([
    { ...expected, path: 'prompts[0]' },
    {
      ...expected,
      ...Object.fromEntries([...later, 'reviewDue'].map((name) => [name, undefined])),
      path: 'prompts[1]',
    },
  ]);
});

test('locked entries are recognized', () => {
  const { content: _, variables: __, exemplars: ___, ...card } = ENTRY;
  expect(readExport(json({ ...card, isLocked: true }))).toEqual([{ isLocked: true }]);
});

test('problems of a JSON export have their path', () => {
  const { slug: _, ...nameless } = ENTRY;
  const found = readExport(
    json(
      ENTRY,
      { ...ENTRY, title: ' ', tier: 'gold', more: 1 },
      { ...ENTRY, variables: [{ ...ENTRY.variables[0], default: 7 }], content: undefined },
      { ...nameless, createdBy: 'Ada' },
      { ...ENTRY, id: promptIdOf('sage') },
      { ...ENTRY, topic: 'herbs' },
      'text',
    ),
  );
  expect(problemsOf(found).map(({ message }) => message)).toEqual([
    'prompts[1].title: must not be empty',
    expect.stringMatching(/^prompts\[1\]\.tier: /),
    'prompts[1]: there is no field named more',
    'prompts[2].variables[0].default: must be text (quote it)',
    'prompts[2].variables[0].default: is not among the options',
    'prompts[2].content: must be text (quote it)',
    expect.stringMatching(/^prompts\[3\]\.slug: /),
    'prompts[3].createdBy: must be "Promptarium Team"',
    `prompts[4]: id: ${promptIdOf('sage')} is not that of mint; leave both as they were exported`,
    'prompts[5].topic: must be {"slug": …}',
    expect.stringMatching(/^prompts\[6\]: /),
  ]);
});

test.each([
  [
    'JSON of another kind',
    '[{"act":"A","prompt":"B"}]',
    'The file is JSON, but no export: that is {"format"',
  ],
  ['broken JSON', '{"format":', 'The file is not valid JSON: '],
  ['a later version', '{"format":"promptarium","version":2,"prompts":[]}', 'of version 2; this Promptarium'],
])('refuses %s, and says why', (_what, text, message) => {
  expect(() => readExport(text)).toThrow(ImportError);
  expect(() => readExport(text)).toThrow(message);
});
