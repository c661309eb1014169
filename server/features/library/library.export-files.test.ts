// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of imported prompts look like that.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { END } from './library.documents.ts';
import type { FoundEntry } from './library.export-entry.ts';
import { detectExport, type ExportKind, readExport } from './library.export-files.ts';
import { EXPORT_COLUMNS } from './library.export-row.ts';
import { promptIdOf } from './library.format.ts';
import { ImportRefused } from './library.import-report.ts';
import { createTestFolder, promptFile, type TestFolder } from './testing/library-folder.ts';

let folder: TestFolder;
beforeAll(async () => {
  folder = await createTestFolder();
});
afterAll(() => folder.drop());

async function read(kind: ExportKind, text: string | Buffer): Promise<FoundEntry[]> {
  const whole = kind === 'markdown' && typeof text === 'string' ? `${text}${END}\n` : text;
  return await readAsIs(kind, whole);
}

async function readAsIs(kind: ExportKind, text: string | Buffer): Promise<FoundEntry[]> {
  const file = await folder.write('export', text);
  const found: FoundEntry[] = [];
  for await (const entry of readExport(file, kind, () => undefined)) found.push(entry);
  return found;
}

const problemsOf = (found: readonly FoundEntry[]) =>
  found.flatMap((entry) => ('problems' in entry ? entry.problems : []));

const MINT = '<!-- promptarium: garden/herbs/mint.md -->\n';
const ENTRY = {
  id: promptIdOf('mint'),
  slug: 'mint',
  title: 'Mint',
  summary: 'A line.',
  description: 'A paragraph.',
  tier: 'pro',
  featured: true,
  isLocked: false,
  category: { slug: 'garden', name: 'Garden' },
  topic: { slug: 'herbs', name: 'Herbs' },
  created: '2026-11-21T09:00:00.000Z',
  createdBy: 'Promptarium Team',
  content: 'Plan [herbs].',
  variables: [{ name: 'herbs', label: 'Herbs', type: 'choice', options: ['mint', 'basil'] }],
  exemplars: [{ values: { herbs: 'mint' }, model: 'example', date: '2026-11-21', output: 'A plan.' }],
};
const json = (...prompts: unknown[]) => JSON.stringify({ format: 'promptarium', version: 1, prompts });

const HEADER = EXPORT_COLUMNS.join(',');
const row = (cells: Partial<Record<(typeof EXPORT_COLUMNS)[number], string>>) =>
  EXPORT_COLUMNS.map((column) => `"${(cells[column] ?? ROW[column] ?? '').replaceAll('"', '""')}"`).join(',');
const ROW: Record<string, string> = {
  act: 'Mint',
  prompt: 'Plan ${Herbs}.',
  type: 'TEXT',
  tier: 'pro',
  category: 'garden',
  topic: 'herbs',
  summary: 'A line.',
  description: 'A paragraph.',
  created: '2026-11-21T09:00:00.000Z',
  id: promptIdOf('mint'),
  slug: 'mint',
  featured: 'true',
  variables: JSON.stringify(ENTRY.variables),
};

test.each<[string, string, ExportKind | undefined]>([
  ['a.md', '', 'markdown'],
  ['a.json', '[]', 'json'],
  ['a.csv', `\uFEFF${HEADER}\r\n`, 'csv'],
  ['a.csv', `${HEADER.toUpperCase()},more\n`, 'csv'],
  ['a.csv', 'act,prompt,type,tier,category,topic\n', undefined],
  ['a.csv', '"open', undefined],
  ['a', `${HEADER}\n`, 'csv'],
  ['a', MINT, 'markdown'],
  ['a', json(), 'json'],
  ['a.txt', 'Mint\n', undefined],
  ['a', '', undefined],
])('%s that begins %j is an export as %s', async (name, text, kind) => {
  expect(await detectExport(await folder.write(name, text))).toBe(kind);
});

test('every form reads the same prompt; CSV has no exemplars', async () => {
  const { isLocked: _, createdBy: __, ...said } = ENTRY;
  const expected = { ...said, category: 'garden', topic: 'herbs' };
  expect(await read('json', json(ENTRY))).toEqual([{ ...expected, at: { path: 'prompts[0]' } }]);
  expect(await read('csv', `${HEADER}\n${row({})}\n`)).toEqual([
    { ...expected, exemplars: undefined, at: { line: 2 } },
  ]);
  const markdown = `${MINT}---
title: Mint
summary: A line.
description: A paragraph.
tier: pro
featured: true
created: 2026-11-21T09:00:00.000Z
variables:
  - name: herbs
    label: Herbs
    type: choice
    options: [mint, basil]
exemplars:
  - values: {herbs: mint}
    model: example
    date: "2026-11-21"
    output: A plan.
---
Plan [herbs].
`;
  expect(await read('markdown', `My own\n\n${markdown}`.replaceAll('\n', '\r\n'))).toEqual([
    { ...expected, at: { line: 3 } },
  ]);
});

test('locked entries are told apart, in every form', async () => {
  const { content: _, variables: __, exemplars: ___, ...card } = ENTRY;
  const locked = [{ isLocked: true }];
  expect(await read('json', json({ ...card, isLocked: true }))).toEqual(locked);
  expect(await read('csv', `${HEADER}\n${row({ type: 'LOCKED', prompt: '', variables: '' })}\n`)).toEqual(
    locked,
  );
  const separator = MINT.replace('promptarium', 'promptarium, locked');
  expect(await read('markdown', `${separator}---\ntitle: Mint\n---\n`)).toEqual(locked);
});

test('texts of a CSV that are no placeholders of its variables stay as they are', async () => {
  const contentOf = async (cells: Parameters<typeof row>[0]) => {
    const [entry] = await read('csv', `${HEADER}\n${row(cells)}\n`);
    return entry && 'content' in entry ? entry.content : entry;
  };
  expect(await contentOf({})).toBe('Plan [herbs].');
  expect(await contentOf({ prompt: 'Plan [herbs].' })).toBe('Plan [herbs].');
  expect(await contentOf({ prompt: 'Run ${command}.', variables: '' })).toBe('Run ${command}.');
});

test('problems of a Markdown export have their line', async () => {
  const broken = promptFile({ title: 'Mint', tier: 'gold' });
  const other = '<!-- promptarium: garden/herbs/Sage.md -->';
  const doubled = promptFile().replace('---\nPlan', '  - {name: herbs, label: Herbs, type: text}\n---\nPlan');
  const found = await read('markdown', `${MINT}${broken}${other}\n${MINT}${promptFile()}${MINT}${doubled}`);
  expect(problemsOf(found)).toEqual([
    { line: 14, message: expect.stringContaining('begins like the first line of a prompt') },
    { line: 6, message: expect.stringMatching(/^tier: /) },
    { line: 39, message: 'variables.1: [herbs] is declared twice' },
  ]);
  expect(found.map((entry) => 'problems' in entry)).toEqual([true, true, false, true]);
});

test('problems of a JSON export have their path', async () => {
  const { slug: _, ...nameless } = ENTRY;
  const found = await read(
    'json',
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
    'prompts[1]: Unrecognized key: "more"',
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

test('problems of a CSV export have their line', async () => {
  const rows = [
    { tier: 'gold' },
    { variables: '[{"name":"x"}]', featured: 'maybe' },
    { id: 'x', prompt: ' ' },
  ];
  const found = await read('csv', `${HEADER}\n${rows.map(row).join('\n')}\none,two\n`);
  expect(problemsOf(found)).toEqual([
    { line: 2, message: expect.stringMatching(/^tier: /) },
    { line: 3, message: expect.stringMatching(/^featured: /) },
    { line: 3, message: expect.stringMatching(/^variables\[0\]\.label: /) },
    { line: 3, message: expect.stringMatching(/^variables\[0\]\.type: /) },
    { line: 4, message: 'id: is not an id' },
    { line: 4, message: 'content: must not be empty' },
    { line: 5, message: `has 2 fields, the header has ${EXPORT_COLUMNS.length}` },
  ]);
});

test('Markdown that is cut off anywhere is refused; one of no prompts, or of two exports, is whole', async () => {
  const text = `${MINT}${promptFile()}`;
  const whole = `${text}\n${END}\n`;
  for (let length = MINT.length; length < whole.length - 1; length++) {
    await expect(readAsIs('markdown', whole.slice(0, length))).rejects.toThrow('The file is cut off: ');
  }
  await expect(readAsIs('markdown', `${whole}${text}`)).rejects.toThrow('The file is cut off: ');
  expect(await readAsIs('markdown', `${END}\n`)).toEqual([]);
  const [one, ...others] = await readAsIs('markdown', whole.trimEnd());
  expect([one, others]).toEqual([expect.objectContaining({ content: 'Plan a bed for [herbs].' }), []]);
  expect(await readAsIs('markdown', `${whole}By me.\n${whole}Mine too.`)).toMatchObject([
    { content: 'Plan a bed for [herbs].' },
    { content: 'Plan a bed for [herbs].' },
  ]);
});

test('of a CSV that is cut off no row comes in part', async () => {
  const whole = `${HEADER}\n${row({})}\n${row({ prompt: 'One\n"two"\nthree' })}\n`;
  expect(problemsOf(await read('csv', whole))).toEqual([]);
  for (let length = whole.lastIndexOf('"Mint","One') + 1; length < whole.length; length++) {
    const cut = whole.slice(0, length);
    if (cut.endsWith('\n')) {
      expect(problemsOf(await read('csv', cut))[0]?.message).toContain('a quoted field that does not end');
    } else await expect(read('csv', cut)).rejects.toThrow('The file is cut off: ');
  }
});

test.each([
  ['semicolons', `${HEADER.replaceAll(',', ';')}\n`, 'is an export with semicolons between its columns'],
  ['tabs', `\uFEFF${HEADER.replaceAll(',', '\t')}\n`, 'is an export with tabs between its columns'],
  ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le'), 'looks like UTF-16'],
  ['UTF-16, the other way round', Buffer.from(`\uFEFF${HEADER}\n`, 'utf16le').swap16(), 'looks like UTF-16'],
])('says how to save what a spreadsheet saved with %s', async (_what, text, message) => {
  const error = await detectExport(await folder.write('a.csv', text)).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ImportRefused);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
});

test.each<[string, ExportKind, string, string]>([
  [
    'Markdown of another making',
    'markdown',
    '# Notes\n',
    'with which each prompt of an export begins. What can be',
  ],
  [
    'JSON of another making',
    'json',
    '[{"act":"A","prompt":"B"}]',
    'The file is JSON, but no export: that is {"format"',
  ],
  ['broken JSON', 'json', '{"format":', 'The file is not valid JSON: '],
  [
    'a version to come',
    'json',
    '{"format":"promptarium","version":2,"prompts":[]}',
    'of version 2; this Promptarium',
  ],
])('refuses %s, and says why', async (_what, kind, text, message) => {
  const error = await readAsIs(kind, text).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(ImportRefused);
  expect(error).toMatchObject({ message: expect.stringContaining(message) });
});

test.each<ExportKind>(['markdown', 'json', 'csv'])(
  'refuses %s that is not UTF-8, with its line',
  async (kind) => {
    const bytes = Buffer.concat([Buffer.from(`${HEADER}\ncaf`), Buffer.from([0xe9]), Buffer.from('\n')]);
    expect(problemsOf(await read(kind, bytes))).toEqual([
      { line: 2, message: 'is not UTF-8 text; save the file as UTF-8' },
    ]);
  },
);
