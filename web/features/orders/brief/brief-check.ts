import { BRIEF_MINIMUMS } from '#contract/brief-minimums.ts';
import { LIMITS } from '#contract/limits.ts';
import type { Brief } from '#contract/orders.ts';
import { wholeNumber } from '#web/ui/text/format-count.ts';

/** What the form holds: every field a text. */
export type BriefTexts = Record<keyof Brief, string>;

export const NO_TEXTS: BriefTexts = { goal: '', context: '', result: '', model: '' };

export const BRIEF_FIELDS = ['goal', 'context', 'result', 'model'] as const satisfies (keyof Brief)[];

export const MAX_CHARACTERS: Record<keyof Brief, number> = {
  goal: LIMITS.briefGoalCharacters,
  context: LIMITS.briefCharacters,
  result: LIMITS.briefCharacters,
  model: LIMITS.briefGoalCharacters,
};

const MIN_CHARACTERS: Record<keyof Brief, number> = { ...BRIEF_MINIMUMS, model: 1 };

const MISSING: Partial<BriefTexts> = {
  goal: 'Say what the prompt should do for you.',
  context: 'Describe the situation the prompt is for.',
  result: 'Describe what a good answer looks like.',
};

export type BriefProblems = Partial<Record<keyof Brief, string>>;

/**
 * What is wrong with each field, in words; empty when the brief can be sent. The same rules as the contract's schema,
 * which does not come along to the browser: brief-check.test.ts holds them together.
 */
export function findBriefProblems(texts: BriefTexts): BriefProblems {
  const problems: BriefProblems = {};
  for (const field of BRIEF_FIELDS) {
    const problem = problemOf(field, texts[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}

function problemOf(field: keyof Brief, text: string): string | undefined {
  const { length } = text.trim();
  const max = MAX_CHARACTERS[field];
  if (length === 0) return MISSING[field];
  const min = MIN_CHARACTERS[field];
  if (length < min) return `Say a little more: at least ${min} characters; this is ${length}.`;
  if (length > max) {
    return `At most ${wholeNumber(max)} characters; this is ${wholeNumber(length)}.`;
  }
  if (!text.isWellFormed() || text.includes('\0')) return 'This contains characters we can’t store.';
  return undefined;
}

/** The brief as the server takes it; check it first. */
export function toBrief({ goal, context, result, model }: BriefTexts): Brief {
  return {
    goal: goal.trim(),
    context: context.trim(),
    result: result.trim(),
    ...(model.trim() ? { model: model.trim() } : {}),
  };
}
