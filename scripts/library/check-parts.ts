import type { PromptFile } from '#server/features/library/library.format.ts';
import type { ContentProblem } from '#server/features/library/library.problems.ts';
import { problemAt } from '#server/features/library/library.variables.ts';
import { RULES } from './content-rules.ts';

const HEADING = /^#+ .+$/gm;

/** An answer can be held against it. */
const SCORING =
  /\b(?:rubric|scor(?:e|es|ed|ing)|grading|judg(?:e|ed|ing)|criteri(?:on|a)|marks? out of|is marked|mark the plan|full (?:marks|points)|rate (?:each|every|it)|(?:\d+|one|two|give|with) points?|a point (?:for|each)|the points)\b/i;

/** Messages to send later stand in quotation marks, one an entry. */
const LATER_MESSAGE = /^(?:[-*]|\d+\.) .*[“"][^“”"]{10,}/gm;

const FOLLOW_UPS = /\bfollow-?ups?\b|\b(?:next|later|further) messages?\b/i;

/** Tiers differ in kind: a pro prompt is a kit, an engineer prompt can be deployed. */
export function checkParts(prompt: PromptFile): ContentProblem[] {
  const { tier, content } = prompt;
  const headings = (content.match(HEADING) ?? []).join('\n').toLowerCase();
  if (tier === 'engineer') {
    return RULES.engineerParts
      .filter((part) => !headings.includes(part))
      .map((part) => problemAt(prompt, 'content', `has no heading with "${part}"`));
  }
  if (tier !== 'pro') return [];
  const messages = content.match(LATER_MESSAGE)?.length ?? 0;
  return [
    ...(SCORING.test(content) ? [] : ['has nothing to judge the answer by']),
    ...(messages >= RULES.proMessages || FOLLOW_UPS.test(headings) ? [] : ['has no messages to send later']),
  ].map((message) => problemAt(prompt, 'content', message));
}
