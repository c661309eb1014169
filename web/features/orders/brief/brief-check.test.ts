import { expect, test } from 'vitest';
import { briefSchema } from '#contract/orders.ts';
import { BRIEF_FIELDS, type BriefTexts, findBriefProblems, NO_TEXTS, toBrief } from './brief-check.ts';

const GOOD: BriefTexts = { goal: 'Plan a week', context: 'Two children', result: 'A table', model: '' };

test('a complete brief has no problems, and the server accepts it', () => {
  expect(findBriefProblems(GOOD)).toEqual({});
  expect(briefSchema.parse(toBrief(GOOD))).toEqual({
    goal: 'Plan a week',
    context: 'Two children',
    result: 'A table',
  });
});

test('blank fields are reported, except the optional assistant', () => {
  expect(findBriefProblems({ ...NO_TEXTS, goal: ' \n ' })).toEqual({
    goal: 'Say what the prompt should do for you.',
    context: 'Describe the situation the prompt is for.',
    result: 'Describe what a good answer looks like.',
  });
});

test('a field that is too long says by how much', () => {
  expect(findBriefProblems({ ...GOOD, goal: 'x'.repeat(161) }).goal).toBe(
    'At most 160 characters; this is 161.',
  );
  expect(findBriefProblems({ ...GOOD, context: 'x'.repeat(4001) }).context).toBe(
    'At most 4,000 characters; this is 4,001.',
  );
});

test('spaces around a text are not sent', () => {
  expect(toBrief({ ...GOOD, goal: '  Plan a week ', model: ' any ' })).toEqual({
    goal: 'Plan a week',
    context: 'Two children',
    result: 'A table',
    model: 'any',
  });
});

test.each([
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '👩‍🚀',
  'x'.repeat(160),
  'x'.repeat(161),
  'x'.repeat(4000),
  'x'.repeat(4001),
])('the browser and the server validate alike (%#)', (text) => {
  for (const field of BRIEF_FIELDS) {
    const texts = { ...GOOD, [field]: text };
    const isFine = Object.keys(findBriefProblems(texts)).length === 0;
    expect(briefSchema.safeParse(toBrief(texts)).success, field).toBe(isFine);
  }
});
