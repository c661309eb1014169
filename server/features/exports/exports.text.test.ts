import { expect, test } from 'vitest';
import type { FullPrompt } from '../prompts/prompts.public.ts';
import { TEXT } from './exports.text.ts';

const prompt = (text: FullPrompt['text']): FullPrompt => ({
  card: {
    id: 'aaaaaaaaaaaa',
    title: 'Plan a trip',
    summary: 'Plan it.',
    description: 'A plan for a trip.',
    tier: 'basic',
    featured: false,
    upvotes: 0,
    downvotes: 0,
    copyCount: 0,
    favoriteCount: 0,
    commentCount: 0,
    rating: '0.00',
    createdAt: '2026-11-01T00:00:00.000Z',
    createdBy: 'Promptarium Team',
    category: { id: 'bbbbbbbbbbbb', name: 'Family', slug: 'family' },
    topic: { id: 'cccccccccccc', name: 'Travel', slug: 'travel' },
    isLocked: false,
    keywords: [],
    sources: [],
    reviewed: null,
    reviewDue: null,
    version: 1,
    hasHistory: false,
  },
  redirects: [],
  slug: null,
  text,
});

const variables = [
  { name: 'city_name', label: 'City', type: 'text', required: true },
  { name: 'day_count', label: 'Days', type: 'number', required: false, default: 3 },
  { name: 'pace', label: 'Pace', type: 'choice', required: false, options: ['slow', 'fast'] },
] satisfies NonNullable<FullPrompt['text']>['variables'];

test('the text stands as it is copied: defaults in place, labels where it is open, no names of variables', () => {
  const content = 'Plan [day_count] days in [city_name], [pace]. [sic]';
  const file = TEXT.write(prompt({ change: null, content, variables, exemplars: [] }), 0);
  expect(file).toContain('\nPlan 3 days in [City], [Pace]. [sic]\n');
  expect(file).toContain('\nFill in or change:\n  [City]\n  Days: 3\n  [Pace]; one of slow, fast\n');
  expect(file).not.toMatch(/city_name|day_count/);
});

test('a JSON prompt stays JSON', () => {
  const quoted = [{ ...variables[0], default: 'a "b"' }] as typeof variables;
  const text = { change: null, content: '{"in": "[city_name]"}', variables: quoted, exemplars: [] };
  const file = TEXT.write(prompt(text), 0);
  expect(JSON.parse(file.trim().split('\n').at(-1) ?? '')).toEqual({ in: 'a "b"' });
});
