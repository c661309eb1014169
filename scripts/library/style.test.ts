import { expect, test } from 'vitest';
import { type PromptFile, parsePrompt } from '#server/features/library/library.format.ts';
import { promptFile } from '#server/testing/content-folder.ts';
import { endsWithCheck, formOf, opensWithAphorism } from './style.ts';

function prompt(content: string): PromptFile {
  const parsed = parsePrompt('garden/herbs/mint.md', promptFile({ content }));
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems));
  return parsed;
}

test.each([
  ['bare command', 'Plan a bed for [herbs].'],
  ['role brief', 'You are a gardener. Plan a bed for [herbs].'],
  ['interview first', 'Ask me three questions first. Then plan [herbs].'],
  ['template', 'Fill in this template for [herbs].'],
  ['few-shot', 'Name [herbs].\n\nExample:\nmint: tea'],
  ['rubric', 'Judge [herbs] by this rubric.'],
  ['system prompt', '# System prompt\nYou water [herbs].'],
  ['schema first', '{"task": "[herbs]"}'],
  ['schema first', 'Answer in JSON by this schema: {"properties": {}} for [herbs].'],
])('the form of a prompt: %s', (form, content) => {
  expect(formOf(prompt(content))).toBe(form);
});

test('a first sentence that begins no task and addresses nobody is a saying', () => {
  const openings = (...texts: string[]) => texts.map((text) => opensWithAphorism(prompt(`${text} [herbs]`)));
  expect(openings('A queue is a free survey of what is wrong.', 'Most plans die of neglect.')).toEqual([
    true,
    true,
  ]);
  expect(
    openings('Plan the bed.', 'My mint dies every year.', '# Plan', 'Act as a calm gardener here.'),
  ).toEqual([false, false, false, false]);
});

test('a check at the end is found in the last paragraph only', () => {
  expect(endsWithCheck(prompt('Plan [herbs].\n\nBefore you answer, check the sums.'))).toBe(true);
  expect(endsWithCheck(prompt('Check the soil.\n\nPlan [herbs] by the checklist.'))).toBe(false);
  expect(endsWithCheck(prompt('{"task": "[herbs]",\n"self_check": "Do they add up?"}'))).toBe(true);
});
