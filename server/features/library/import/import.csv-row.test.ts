// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders of imported prompts look like that.

import { expect, test } from 'vitest';
import { readRow } from './import.csv-row.ts';
import { convertPlaceholders } from './import.placeholders.ts';
import { firstSentences } from './import.summary.ts';

const row = (prompt: string, type = 'TEXT', act = 'Gardener', keywords = '') => ({
  line: 2,
  act,
  prompt,
  type,
  keywords,
});

test('placeholders become variables with their defaults', () => {
  expect(
    convertPlaceholders('Ask for the ${Position:Software Developer} job in ${city}, ${ City }.', false),
  ).toEqual({
    content: 'Ask for the [position] job in [city], [city].',
    variables: [
      { name: 'position', label: 'Position', type: 'text', default: 'Software Developer' },
      { name: 'city', label: 'City', type: 'text', required: true },
    ],
  });
});

test('several defaults of one name stay, as variables of their own', () => {
  const { content, variables } = convertPlaceholders('${tone:formal} or ${tone:warm}, again ${tone}', false);
  expect(content).toBe('[tone] or [tone_2], again [tone]');
  expect(variables.map(({ label, default: initial }) => [label, initial])).toEqual([
    ['Tone', 'formal'],
    ['Tone 2', 'warm'],
  ]);
});

test('code is no placeholder, and a name in square brackets is not taken over', () => {
  const code = 'const x = `${user.name} ${f(x)} ${a + b}`; \\${escaped}';
  expect(convertPlaceholders(code, false)).toEqual({ content: code, variables: [] });
  expect(convertPlaceholders('list[i] and ${i}', false).content).toBe('list[i] and [i_2]');
});

test('names of any language and case make valid variables', () => {
  const { variables } = convertPlaceholders('${targetAudience} ${主题:茶} ${1st café}', false);
  expect(variables).toEqual([
    { name: 'target_audience', label: 'Target Audience', type: 'text', required: true },
    { name: 'value', label: '主题', type: 'text', default: '茶' },
  ]);
});

test('JSON is kept as it is, with its escapes in defaults undone', () => {
  const prompt = readRow(row('{ "role": "a ${kind:\\"quiet\\"} gardener" }', 'STRUCTURED'), 'basic');
  expect(prompt).toMatchObject({
    content: '{ "role": "a [kind] gardener" }',
    variables: [{ name: 'kind', default: '"quiet"' }],
    summary: 'a [kind] gardener.',
    isBrokenJson: false,
  });
});

test('what is called structured and is no JSON is kept as text, and counted', () => {
  expect(readRow(row('{ role: gardener', 'STRUCTURED'), 'basic')).toMatchObject({
    content: '{ role: gardener',
    isBrokenJson: true,
  });
});

test.each([
  ['an empty title', row('text', 'TEXT', ' '), 'act is empty'],
  ['an empty prompt', row(' \n '), 'prompt is empty'],
  ['an unknown type', row('text', 'STRUCTRED'), 'type "STRUCTRED" is not one of'],
  ['a long title', row('text', 'TEXT', 'x'.repeat(201)), 'act has 201 characters, at most 200 fit'],
  ['a NUL', row('a\0b'), 'prompt holds a NUL character'],
  [
    'a long keyword',
    row('text', 'TEXT', 'One', `tea, ${'x'.repeat(61)}`),
    'keywords must have at most 60 characters',
  ],
  ['many keywords', row('text', 'TEXT', 'One', 'tea,'.repeat(21)), 'keywords must be at most 20'],
])('refuses %s', (_what, bad, message) => {
  expect(readRow(bad, 'basic')).toEqual({ problem: expect.stringContaining(message) });
});

test('keywords are separated by commas, with or without spaces', () => {
  expect(readRow(row('text', 'TEXT', 'One', ' tea,kitchen  garden , ,CV,'), 'pro')).toMatchObject({
    keywords: ['tea', 'kitchen garden', 'CV'],
  });
  expect(readRow(row('text'), 'basic')).toMatchObject({ keywords: [] });
});

test('above basic the card says nothing of the text', () => {
  const text = 'The secret method of the old gardeners. It begins with rain.';
  expect(readRow(row(text), 'pro')).toMatchObject({ summary: 'Gardener', description: 'Gardener' });
  expect(readRow(row(text), 'basic')).toMatchObject({ summary: text, description: text });
});

test('a summary is whole sentences, without layout', () => {
  const text =
    '# Role\n\n**You** are a `gardener`.\n- Water the herbs in the morning.\n- Never water them at noon.';
  expect(firstSentences(text, 65)).toBe('You are a gardener. Water the herbs in the morning.');
});

test('a summary of one long sentence is cut at a word', () => {
  expect(firstSentences('Water the herbs, the trees and the roses every morning', 30)).toBe(
    'Water the herbs, the trees…',
  );
  expect(firstSentences('Act as Bo. Water the herbs, the trees and all else', 40)).toBe(
    'Act as Bo. Water the herbs, the trees…',
  );
  expect(firstSentences('春'.repeat(50), 20)).toBe(`${'春'.repeat(19)}…`);
});

test('a text of headings alone is its own summary', () => {
  expect(firstSentences('# Gardener', 50)).toBe('Gardener');
});
