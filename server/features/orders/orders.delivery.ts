import type { Variable } from '#contract/prompts.ts';
import { checkVariables, parsePrompt, parseVariables, unlistedSchema } from '../library/library.public.ts';

/** What is wrong with a prompt that was written for a buyer, by line of its file. */
export interface DeliveryProblem {
  line: number;
  message: string;
}

export interface WrittenPrompt {
  title: string;
  content: string;
  variables: readonly Variable[];
}

/** It has no place in the library, and its name decides nothing. */
const FILE = 'orders/deliveries/delivery.md';

/** A prompt to deliver, written like those in content/: front matter, of which the title is enough, then the text. */
export function readDelivery(text: string): WrittenPrompt | { problems: DeliveryProblem[] } {
  const prompt = parsePrompt(FILE, text, unlistedSchema);
  const problems = 'problems' in prompt ? allProblems(prompt.problems, text) : checkVariables(prompt);
  if ('problems' in prompt || problems.length > 0) {
    return { problems: problems.map(({ line, message }) => ({ line, message })) };
  }
  const { title, content, variables } = prompt;
  return { title, content, variables };
}

/** Its author sees everything at once: what is wrong with the text, too, where other fields are wrong. By line. */
function allProblems(found: readonly DeliveryProblem[], text: string): DeliveryProblem[] {
  const checked = parseVariables(FILE, text);
  return [...found, ...(checked ? checkVariables(checked) : [])].sort((a, b) => a.line - b.line);
}
