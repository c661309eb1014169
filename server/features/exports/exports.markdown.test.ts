import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Variable } from '#contract/prompts.ts';
import { TIERS } from '#contract/tiers.ts';
import { parsePrompt } from '../library/library.format.ts';
import type { FullPrompt } from '../prompts/prompts.public.ts';
import { MARKDOWN } from './exports.markdown.ts';
import { readDocuments } from './testing/read-documents.ts';

type Text = NonNullable<FullPrompt['text']>;

const CARD: FullPrompt['card'] = {
  id: 'abcdefghijkl',
  title: 'Mint',
  summary: 'A short line.',
  description: 'When it helps.',
  tier: 'pro',
  featured: false,
  isLocked: false,
  upvotes: 0,
  downvotes: 0,
  copyCount: 0,
  favoriteCount: 0,
  commentCount: 0,
  rating: '0',
  createdAt: '2026-11-21T09:00:00.000Z',
  createdBy: 'Promptarium Team',
  category: { id: 'garden', slug: 'garden', name: 'Garden' },
  topic: { id: 'herbs', slug: 'herbs', name: 'Herbs' },
  keywords: ['tea', 'C#'],
  sources: [],
  reviewed: null,
  reviewDue: null,
  version: 1,
  hasHistory: false,
};
const TEXT: Text = {
  change: null,
  content: 'Plan [herbs].',
  variables: [{ name: 'herbs', label: 'Herbs', type: 'text' }],
  exemplars: [],
};
const MINT: FullPrompt = { card: CARD, redirects: [], slug: 'mint', text: TEXT };

const write = (...prompts: FullPrompt[]) =>
  prompts.map((prompt, index) => MARKDOWN.write(prompt, index)).join('');

/** A line of text as the loader keeps it. */
const line = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 60 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '');

const AWKWARD = [
  '---',
  '--- ',
  '<!-- promptarium: garden/herbs/other.md -->',
  '<!-- promptarium, locked: garden/herbs/other.md -->',
  '\\<!-- promptarium: garden/herbs/other.md -->',
  '\\\\<!-- promptarium',
  '<!-- promptarium',
  '\\n',
  '    indented',
  '# heading',
  '',
  'title: x',
  '"quoted": \'both\'',
  '\u2028between\u2029',
  '{"json": "[x]"}',
];

/** Words that YAML takes for something else, among others. */
const keywords = fc.array(
  fc.oneof(
    fc.constantFrom(
      'no',
      'yes',
      'null',
      '~',
      '529',
      '1e3',
      '0x1f',
      '1:1',
      'C#',
      '#tea',
      '- tea',
      '2026-11-21',
    ),
    line.filter((text) => !text.includes(',')),
  ),
  { maxLength: 10 },
);

/** Several lines, some of which look like our comments. */
const text = fc
  .array(fc.oneof(line, fc.constantFrom(...AWKWARD)), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n').trim())
  .filter((whole) => whole !== '');

const variables = fc.uniqueArray(
  fc.oneof(
    fc.record(
      { label: line, type: fc.constantFrom('text', 'long-text'), default: text },
      { requiredKeys: ['label', 'type'] },
    ),
    fc.record({ label: line, type: fc.constant('number'), default: fc.integer() }),
    fc.record({ label: line, type: fc.constant('date'), required: fc.boolean(), help: line }),
    fc.uniqueArray(line, { minLength: 2, maxLength: 4 }).map((options) => ({
      label: 'A choice',
      type: 'choice',
      options,
      default: options[0],
    })),
  ),
  { maxLength: 4 },
);

const texts: fc.Arbitrary<Text> = fc
  .record({
    change: fc.option(line),
    content: text,
    declared: variables,
    outputs: fc.array(text, { maxLength: 2 }),
  })
  .map(({ change, content, declared, outputs }) => ({
    change,
    content,
    // Records without a discriminant: which fields go together is known to the generator only.
    variables: declared.map((variable, index) => ({
      ...variable,
      name: `name_${index}`,
      label: `L ${variable.label}`.slice(0, 80).toWellFormed().trim(),
    })) as Variable[],
    exemplars: outputs.map((output) => ({
      values: Object.fromEntries(declared.map((_, index) => [`name_${index}`, index % 2 ? index : output])),
      model: 'example',
      date: '2026-11-21',
      output,
    })),
  }));

const cards = fc.record({
  title: line,
  summary: line,
  description: line,
  tier: fc.constantFrom(...TIERS),
  featured: fc.boolean(),
  createdAt: fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
});

test('a document is one of content/, whatever it contains', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(cards, texts, keywords), { minLength: 1, maxLength: 3 }), (written) => {
      const prompts = written.map(([card, text, keywords]) => ({
        ...MINT,
        card: { ...CARD, ...card, keywords },
        text,
      }));
      const documents = readDocuments(write(...prompts));
      expect(documents.map(({ file }) => file)).toEqual(prompts.map(() => 'garden/herbs/mint.md'));
      for (const [index, document] of documents.entries()) {
        const parsed = parsePrompt(document.file, document.text);
        if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
        const [card = CARD, text, keywords] = written[index] ?? [];
        const { createdAt, ...fields } = card;
        const created = createdAt.replace('.000Z', 'Z');
        expect(parsed).toMatchObject({ ...fields, created, keywords, ...text });
      }
    }),
    { numRuns: 300 },
  );
});

test('a locked prompt is written without its text, and marked', () => {
  expect(write(MINT, { ...MINT, slug: 'sage', text: null })).toBe(`<!-- promptarium: garden/herbs/mint.md -->
---
title: Mint
summary: A short line.
description: When it helps.
tier: pro
keywords:
  - tea
  - C#
created: "2026-11-21T09:00:00Z"
version: 1
variables:
  - name: herbs
    label: Herbs
    type: text
---
Plan [herbs].

<!-- promptarium, locked: garden/herbs/sage.md -->
---
title: Mint
summary: A short line.
description: When it helps.
tier: pro
keywords:
  - tea
  - C#
created: "2026-11-21T09:00:00Z"
version: 1
---
`);
});

test('an imported prompt is named by its title and its id', () => {
  expect(write({ ...MINT, slug: null, text: null })).toContain(
    '<!-- promptarium, locked: garden/herbs/mint-abcdefghijkl.md, id abcdefghijkl -->\n',
  );
});
