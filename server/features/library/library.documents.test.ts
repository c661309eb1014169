import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TIERS } from '#contract/tiers.ts';
import {
  findBrokenSeparators,
  splitDocuments,
  type WrittenPrompt,
  writeDocument,
} from './library.documents.ts';
import { parsePrompt } from './library.format.ts';

const PROMPT: WrittenPrompt = {
  slug: 'mint',
  category: 'garden',
  topic: 'herbs',
  title: 'Mint',
  summary: 'A short line.',
  description: 'When it helps.',
  tier: 'pro',
  featured: false,
  created: '2026-11-21T09:00:00.000Z',
  text: {
    content: 'Plan [herbs].',
    variables: [{ name: 'herbs', label: 'Herbs', type: 'text' }],
    exemplars: [],
  },
};

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

/** Several lines, some of which look like ours. */
const text = fc
  .array(fc.oneof(line, fc.constantFrom(...AWKWARD)), { minLength: 1, maxLength: 12 })
  .map((lines) => lines.join('\n').trim())
  .filter((whole) => whole !== '');

const slug = fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,3}$/);

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

const prompts: fc.Arbitrary<WrittenPrompt> = fc
  .record({
    slug,
    category: slug,
    topic: slug,
    title: line,
    summary: line,
    description: line,
    tier: fc.constantFrom(...TIERS),
    featured: fc.boolean(),
    created: fc
      .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    content: text,
    variables,
    outputs: fc.array(text, { maxLength: 2 }),
  })
  .map(({ content, variables: made, outputs, ...fields }) => ({
    ...fields,
    text: {
      content,
      variables: made.map((variable, index) => ({
        name: `name_${index}`,
        ...variable,
        label: `L ${variable.label}`.slice(0, 80).toWellFormed().trim(),
      })) as NonNullable<WrittenPrompt['text']>['variables'],
      exemplars: outputs.map((output) => ({
        values: Object.fromEntries(made.map((_, index) => [`name_${index}`, index % 2 ? index : output])),
        model: 'example',
        date: '2026-11-21',
        output,
      })),
    },
  }));

test('what is written and read again is the same, whatever it says', () => {
  fc.assert(
    fc.property(fc.array(prompts, { minLength: 1, maxLength: 3 }), (written) => {
      const documents = splitDocuments(written.map(writeDocument).join('\n'));
      expect(documents.map(({ file }) => file)).toEqual(
        written.map((one) => `${one.category}/${one.topic}/${one.slug}.md`),
      );
      for (const [index, document] of documents.entries()) {
        const parsed = parsePrompt(document.file, document.text);
        if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
        const { text: texts, ...fields } = written[index] ?? PROMPT;
        expect(parsed).toMatchObject({ ...fields, ...texts, created: fields.created.replace('.000Z', 'Z') });
      }
    }),
    { numRuns: 300 },
  );
});

test('a locked prompt is written without its text, and told apart', () => {
  const both = `${writeDocument(PROMPT)}\n${writeDocument({ ...PROMPT, slug: 'sage', text: null })}`;
  expect(both).toBe(`<!-- promptarium: garden/herbs/mint.md -->
---
title: Mint
summary: A short line.
description: When it helps.
tier: pro
created: 2026-11-21T09:00:00Z
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
created: 2026-11-21T09:00:00Z
---
`);
  expect(splitDocuments(both).map(({ file, isLocked }) => [file, isLocked])).toEqual([
    ['garden/herbs/mint.md', false],
    ['garden/herbs/sage.md', true],
  ]);
});

test('an id that the slug does not make stands with it, and where each document begins is known', () => {
  const oak = { ...PROMPT, slug: 'oak-abcdefghijkl', id: 'abcdefghijkl' };
  const both = `${writeDocument(PROMPT)}\n${writeDocument({ ...oak, text: null })}`;
  expect(both).toContain(
    '\n<!-- promptarium, locked: garden/herbs/oak-abcdefghijkl.md, id abcdefghijkl -->\n',
  );
  expect(splitDocuments(both).map(({ id, line }) => [id, line])).toEqual([
    [undefined, 1],
    ['abcdefghijkl', 15],
  ]);
});

test('a line that begins like a separator and is none is told; an escaped one is text', () => {
  const text = `\uFEFF<!-- promptarium: a/b -->\n${writeDocument({
    ...PROMPT,
    text: { content: '<!-- promptarium: a/b -->', variables: [], exemplars: [] },
  })}<!-- promptarium: a/b/c.md, id X -->`;
  expect(findBrokenSeparators(text)).toEqual([1, 11]);
  expect(findBrokenSeparators(writeDocument(PROMPT))).toEqual([]);
});

test('a file that went through Windows, or has words before the first document, is read as well', () => {
  const [document] = splitDocuments(
    `\uFEFFMy favorites\n\n${writeDocument(PROMPT)}`.replaceAll('\n', '\r\n'),
  );
  expect(parsePrompt(document?.file ?? '', document?.text ?? '')).toMatchObject({ title: 'Mint' });
  expect(splitDocuments('nothing of ours')).toEqual([]);
});
