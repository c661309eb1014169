import { expect, test } from 'vitest';
import { fillText, missingVariables, splitAtHoles } from './fill.ts';

const variables = [{ name: 'goal', required: true }, { name: 'weeks' }];

test('without values the text is as written', () => {
  const text = 'Reach [goal] in [weeks] weeks [sic], [x](y), [1].';
  expect(fillText(text, { variables, values: {} })).toBe(text);
});

test('values fill every hole of their name; brackets around other words stay', () => {
  const text = '[goal] and [goal], not [other].';
  expect(fillText(text, { variables, values: { goal: 'peace', other: 'no' } })).toBe(
    'peace and peace, not [other].',
  );
});

test('a value with brackets is not filled again', () => {
  expect(fillText('[goal]', { variables, values: { goal: '[weeks]', weeks: '3' } })).toBe('[weeks]');
});

test('blank values leave the hole', () => {
  expect(fillText('[goal]', { variables, values: { goal: ' \n ' } })).toBe('[goal]');
});

test('line ends become LF', () => {
  expect(fillText('[goal]', { variables, values: { goal: 'a\r\nb\rc' } })).toBe('a\nb\nc');
});

test.each([
  '"quoted"',
  'back\\slash',
  'two\nlines',
  'tab\t',
  '\u0001',
  '{"a": [1]}',
  'a\u2028b',
  '😀',
  '\ud800',
])('JSON stays valid with %j in it', (value) => {
  const json = '{"goal": "Reach [goal].", "list": ["[weeks]"]}';
  const filled = fillText(json, { variables, values: { goal: value }, isJson: true });
  expect(JSON.parse(filled)).toEqual({ goal: `Reach ${value}.`, list: ['[weeks]'] });
});

test('a variable may have the name of something every object has', () => {
  const own = [{ name: 'constructor', required: true }];
  expect(fillText('[constructor]', { variables: own, values: {} })).toBe('[constructor]');
  expect(missingVariables(own, {})).toEqual(own);
});

test('pieces join to the text and say what they are', () => {
  const pieces = splitAtHoles('a [goal] b [weeks]', { variables, values: { weeks: '3' } });
  expect(pieces).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'hole', text: '[goal]' },
    { kind: 'text', text: ' b ' },
    { kind: 'filled', text: '3' },
  ]);
});

test('only required variables are missed', () => {
  expect(missingVariables(variables, {}).map(({ name }) => name)).toEqual(['goal']);
  expect(missingVariables(variables, { goal: 'x' })).toEqual([]);
});
