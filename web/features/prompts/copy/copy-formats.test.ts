import { expect, test } from 'vitest';
import type { PromptDetail } from '#contract/prompts.ts';
import { textToCopy } from './copy-formats.ts';

function prompt(content: string): PromptDetail {
  return {
    id: 'aaaaaaaaaaaa',
    title: 'A “title”',
    summary: 'S',
    description: 'D',
    tier: 'basic',
    featured: false,
    keywords: [],
    sources: [],
    reviewed: null,
    reviewDue: null,
    version: 1,
    hasHistory: false,
    isLocked: false,
    upvotes: 0,
    downvotes: 0,
    copyCount: 0,
    favoriteCount: 0,
    commentCount: 0,
    rating: '0.00',
    createdAt: '2026-01-01T00:00:00Z',
    createdBy: 'P',
    category: { id: 'bbbbbbbbbbbb', name: 'Family', slug: 'family' },
    topic: { id: 'cccccccccccc', name: 'Elder Care', slug: 'elder-care' },
    content,
    variables: [{ name: 'goal', label: 'Goal of “today”', type: 'text', required: true }],
  };
}

test('plain text is copied as written', () => {
  const content = '# Heading\n\n- one [goal]\n  trailing  ';
  expect(textToCopy(prompt(content), 'readable', { goal: '[goal]' })).toBe(content);
});

test('line endings become LF', () => {
  expect(textToCopy(prompt('a\r\nb'), 'readable', {})).toBe('a\nb');
});

test('the JSON format of plain text is an object around it, two spaces deep, keys in order', () => {
  const copied = textToCopy(prompt('Reach [goal]\nnow'), 'json', { goal: 'the "top"' });
  expect(copied).toMatch(/^\{\n {2}"title": /);
  expect(Object.entries(JSON.parse(copied))).toEqual([
    ['title', 'A “title”'],
    ['description', 'D'],
    ['category', 'Family'],
    ['topic', 'Elder Care'],
    ['tier', 'basic'],
    ['content', 'Reach the "top"\nnow'],
  ]);
});

test('an unfilled placeholder shows its label, escaped in JSON', () => {
  expect(textToCopy(prompt('Reach [goal]'), 'readable', {})).toBe('Reach [Goal of “today”]');
  expect(JSON.parse(textToCopy(prompt('Reach [goal]'), 'json', {})).content).toBe('Reach [Goal of “today”]');
});

test('JSON content is copied as written, and valid when filled', () => {
  const content = '{"prompt": "Reach [goal]", "n": [1,2]}';
  expect(textToCopy(prompt(content), 'json', { goal: '[goal]' })).toBe(content);
  expect(JSON.parse(textToCopy(prompt(content), 'json', { goal: 'a "b"\n' })).prompt).toBe('Reach a "b"\n');
});

test('JSON content as text is its text field, filled without escapes', () => {
  const content = '{"role": "x", "prompt": "Reach [goal]"}';
  expect(textToCopy(prompt(content), 'readable', { goal: 'a "b"' })).toBe('Reach a "b"');
});
