import type { SHARED_VARIABLES } from '#contract/fill-placeholders.ts';
import type { PromptFile } from '#server/features/library/library.format.ts';
import type { ContentProblem } from '#server/features/library/library.problems.ts';
import { problemAt } from '#server/features/library/library.variables.ts';
import { RULES } from './content-rules.ts';

const HEADING = /^#+ .+$/gm;

/** An answer can be held against it. */
const SCORING =
  /\b(?:rubric|scor(?:e|es|ed|ing)|marks?|marked|points?|criteri(?:on|a)|rate (?:each|every|it))\b/i;

/** Messages to send later stand in quotation marks, one an entry. */
const LATER_MESSAGE = /^(?:[-*]|\d+\.) .*[“"][^“”"]{10,}/gm;

const FOLLOW_UPS = /\bfollow-?ups?\b|\b(?:next|later|further) messages?\b/i;

const FENCED_JSON = /^```json\n([\s\S]*?)^```/gm;

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

/** What is marked as JSON is JSON, in the text and in what it produced. */
export function checkJson(prompt: PromptFile): ContentProblem[] {
  return [
    ...fencedProblems(prompt.content).map((message) => problemAt(prompt, 'content', message)),
    ...prompt.exemplars.flatMap(({ output }, index) =>
      fencedProblems(output).map((message) => problemAt(prompt, 'exemplars', `${index + 1}: ${message}`)),
    ),
  ];
}

/** A placeholder may stand where a value does. */
const PLACEHOLDER_VALUE = /(?<=[:[,]\s*)\[[a-z][a-z0-9_]*\](?=\s*[,}\]])/g;

function fencedProblems(text: string): string[] {
  return [...text.matchAll(FENCED_JSON)].flatMap(([, json = '']) => {
    try {
      JSON.parse(json.replaceAll(PLACEHOLDER_VALUE, '""'));
      return [];
    } catch (error) {
      return [`holds JSON that cannot be read: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}

/** What is remembered across prompts asks for the same in all of them: its label says so. */
export function checkSharedVariables(prompt: PromptFile): ContentProblem[] {
  const labels = new Map<string, RegExp>(Object.entries(SHARED_LABELS));
  return prompt.variables
    .filter(({ name, label }) => labels.get(name)?.test(label) === false)
    .map(({ name, label }) =>
      problemAt(prompt, 'variables', `[${name}] is remembered across prompts and cannot ask for "${label}"`),
    );
}

/** Where the reader lives, pays and measures, the language to be answered in, the reader's own name. */
const SHARED_LABELS: Record<(typeof SHARED_VARIABLES)[number], RegExp> = {
  country: /^country\b/i,
  currency: /\bcurrency$/i,
  units: /^unit/i,
  language: /^language (?:of|for) the\b/i,
  first_name: /\bfirst name\b/i,
};
