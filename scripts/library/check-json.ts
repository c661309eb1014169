import { PLACEHOLDER } from '#contract/fill-placeholders.ts';
import type { PromptFile } from '#server/features/library/library.format.ts';
import type { ContentProblem } from '#server/features/library/library.problems.ts';
import { problemAt } from '#server/features/library/library.variables.ts';

/** Indented or not, and also one that is never closed. */
const FENCED_JSON = /^[ \t]*```json[ \t]*\n([\s\S]*?)(?:^[ \t]*```|(?![\s\S]))/gm;

/** What is marked as JSON is JSON, in the text and in what it produced. */
export function checkJson(prompt: PromptFile): ContentProblem[] {
  return [
    ...fencedProblems(prompt.content).map((message) => problemAt(prompt, 'content', message)),
    ...prompt.exemplars.flatMap(({ output }, index) =>
      fencedProblems(output).map((message) => problemAt(prompt, 'exemplars', `${index + 1}: ${message}`)),
    ),
  ];
}

function fencedProblems(text: string): string[] {
  return [...text.matchAll(FENCED_JSON)].flatMap(([, json = '']) => {
    try {
      // One may stand where a value does, or in a text.
      JSON.parse(json.replaceAll(PLACEHOLDER, '0'));
      return [];
    } catch (error) {
      return [`holds JSON that cannot be read: ${error instanceof Error ? error.message : String(error)}`];
    }
  });
}
