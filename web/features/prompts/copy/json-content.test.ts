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
      '- Name: A',
      '  - Gate: g',
      '- Name: B',
    ].join('\n'),
  );
});

test('a list at the top is a list', () => {
  expect(readableJson(['a', 1])).toBe('- a\n- 1');
});
