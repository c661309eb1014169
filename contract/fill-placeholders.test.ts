import { expect, test } from 'vitest';
import { fillText, missingVariables, splitAtPlaceholders } from './fill-placeholders.ts';

const variables = [
  { name: 'goal', label: 'Your goal', required: true },
  { name: 'weeks', label: 'Weeks', default: 6 },
];

test('an unfilled placeholder shows its label; other brackets stay as written', () => {
  const text = 'Reach [goal] in [weeks] weeks [sic], [x](y), [1].';
  expect(fillText(text, { variables, values: {} })).toBe(
    'Reach [Your goal] in [Weeks] weeks [sic], [x](y), [1].',
  );
});

test('a value fills every placeholder of its name; brackets around other words stay', () => {
  const text = '[goal] and [goal], not [other].';
  expect(fillText(text, { variables, values: { goal: 'peace', other: 'no' } })).toBe(
    'peace and peace, not [other].',
  );
});

test('a value with brackets is not filled again', () => {
  expect(fillText('[goal]', { variables, values: { goal: '[weeks]', weeks: '3' } })).toBe('[weeks]');
});

test('a blank value leaves its placeholder unfilled', () => {
  expect(fillText('[goal]', { variables, values: { goal: ' \n ' } })).toBe('[Your goal]');
});

test('line breaks in values become LF', () => {
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
  expect(JSON.parse(filled)).toEqual({ goal: `Reach ${value}.`, list: ['[Weeks]'] });
});

test('a variable may have the name of something every object has', () => {
  const own = [{ name: 'constructor', label: 'Builder', required: true }];
  expect(fillText('[constructor]', { variables: own, values: {} })).toBe('[Builder]');
  expect(missingVariables(own, {})).toEqual(own);
});

test('segments join to the whole text, and each has its kind', () => {
  const text = 'a [goal] b [weeks]';
  expect(splitAtPlaceholders(text, { variables, values: { weeks: '3' } })).toEqual([
    { kind: 'text', text: 'a ' },
    { kind: 'hole', text: '[Your goal]', variable: 'goal' },
    { kind: 'text', text: ' b ' },
    { kind: 'filled', text: '3', variable: 'weeks' },
  ]);
  expect(splitAtPlaceholders('[weeks]', { variables, values: { weeks: '6' } })).toEqual([
    { kind: 'default', text: '6', variable: 'weeks' },
  ]);
});

test('only required variables count as missing', () => {
  expect(missingVariables(variables, {}).map(({ name }) => name)).toEqual(['goal']);
  expect(missingVariables(variables, { goal: 'x' })).toEqual([]);
});
