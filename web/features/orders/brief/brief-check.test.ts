import { expect, test } from 'vitest';
import { briefSchema } from '#contract/orders.ts';
import { BRIEF_FIELDS, type BriefTexts, findBriefProblems, NO_TEXTS, toBrief } from './brief-check.ts';

const GOOD: BriefTexts = {
  goal: 'Plan a week of family dinners',
  context: 'For two children who eat at home on weekdays.',
  result: 'A table with a row for each day.',
  model: '',
};

test('a complete brief has no problems, and the server accepts it', () => {
  expect(findBriefProblems(GOOD)).toEqual({});
  const { model: _none, ...sent } = GOOD;
  expect(briefSchema.parse(toBrief(GOOD))).toEqual(sent);
});

test('blank fields are reported, except the optional assistant', () => {
  expect(findBriefProblems({ ...NO_TEXTS, goal: ' \n ' })).toEqual({
    goal: 'Say what the prompt should do for you.',
    context: 'Describe the situation the prompt is for.',
    result: 'Describe what a good answer looks like.',
  });
});

test('three letters are no brief: every field says how much it needs', () => {
  expect(findBriefProblems({ goal: 'x', context: 'y', result: 'z ', model: 'q' })).toEqual({
    goal: 'Say a little more: at least 20 characters; this is 1.',
    context: 'Say a little more: at least 40 characters; this is 1.',
    result: 'Say a little more: at least 20 characters; this is 1.',
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
  expect(toBrief({ ...GOOD, goal: `  ${GOOD.goal} `, model: ' any ' })).toEqual({ ...GOOD, model: 'any' });
});

test.each([
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '👩‍🚀',
  'x'.repeat(19),
  'x'.repeat(20),
  'x'.repeat(39),
  'x'.repeat(40),
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
