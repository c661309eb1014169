import { expect, test } from 'vitest';
import { parseJsonContent, readableJson } from './json-content.ts';

test.each(['plain', '12', '"text"', 'null', 'true', '{"a": 1', ''])('%j is plain text', (content) => {
  expect(parseJsonContent(content)).toBeUndefined();
});

test('the first text that is not empty among prompt, content and text is read', () => {
  expect(readableJson({ text: 'c', content: 'b', prompt: 'a' })).toBe('a');
  expect(readableJson({ prompt: ' ', content: 7, text: 'c' })).toBe('c');
});

test('other objects are read whole, nested', () => {
  const tree = {
    standing_rules: ['one', 'two'],
    facts: { messagesPerDay: 20, isOpen: true, none: null, deep: { er: ['x'] } },
    role: 'Planner',
    stages: [{ name: 'A', gate: 'g' }, { name: 'B' }],
  };
  expect(readableJson(tree)).toBe(
    [
      '## Standing rules',
      '- one',
      '- two',
      '',
      '## Facts',
      '- Messages per day: 20',
      '- Is open: yes',
      '- None: –',
      '- Deep:',
      '  - Er:',
      '    - x',
      '',
      '## Role',
      'Planner',
      '',
      '## Stages',
      '- A',
      '  - Gate: g',
      '- B',
    ].join('\n'),
  );
});

test('items begin with their number and their name', () => {
  const tree = {
    steps: [
      { n: 1, name: 'Number the rules', do: 'One a line.', ids: ['R1'] },
      { step: 2, do: 'Stop.' },
      { when: 'it rains', do: 'Wait.' },
    ],
  };
  expect(readableJson(tree)).toBe(
    [
      '## Steps',
      '- 1. Number the rules',
      '  - Do: One a line.',
      '  - Ids:',
      '    - R1',
      '- 2. Stop.',
      '- When: it rains',
      '  - Do: Wait.',
    ].join('\n'),
  );
});

test('an amount is no number of an item, and a blank name none', () => {
  expect(readableJson({ list: [{ title: 'Intro', number: 12 }] })).toBe('## List\n- Intro\n  - Number: 12');
  expect(readableJson([{ n: 1, title: '' }])).toBe('- N: 1\n  - Title: ');
});

test('a schema stays JSON', () => {
  expect(readableJson({ output_schema: { type: 'object' } })).toBe(
    '## Output schema\n```json\n{\n  "type": "object"\n}\n```',
  );
});

test.each([
  ['rules_i_pasted', 'Rules I pasted'],
  ['jsonSchema', 'JSON schema'],
  ['row_id', 'Row ID'],
  ['didI', 'Did I'],
])('the key %s reads "%s"', (key, words) => {
  expect(readableJson({ [key]: 'x' })).toBe(`## ${words}\nx`);
});

test('a list at the top is a list', () => {
  expect(readableJson(['a', 1])).toBe('- a\n- 1');
});
