import type { SHARED_VARIABLES } from '#contract/fill-placeholders.ts';
import type { PromptFile } from '#server/features/library/library.format.ts';
import type { ContentProblem } from '#server/features/library/library.problems.ts';
import { problemAt } from '#server/features/library/library.variables.ts';

/** Where the reader lives, pays and measures, the language to be answered in, the reader's own name. */
const SHARED_LABELS: Record<(typeof SHARED_VARIABLES)[number], RegExp> = {
  country: /^country(?! of)\b/i,
  currency: /^(?:home )?currency$/i,
  units: /^units?\b/i,
  language: /^language (?:of|for) the (?:answer|cues|explanation|output|summaries)$/i,
  first_name: /^(?:your )?first name$/i,
};

/** What is remembered across prompts asks for the same in all of them: its label says so. */
export function checkSharedVariables(prompt: PromptFile): ContentProblem[] {
  const labels = new Map<string, RegExp>(Object.entries(SHARED_LABELS));
  return prompt.variables
    .filter(({ name, label }) => labels.get(name)?.test(label) === false)
    .map(({ name, label }) =>
      problemAt(prompt, 'variables', `[${name}] is remembered across prompts and cannot ask for "${label}"`),
    );
}
