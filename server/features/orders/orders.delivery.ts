import type { Variable } from '#contract/prompts.ts';
import { checkVariables, parsePrompt } from '../library/library.public.ts';

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

/** A prompt to deliver, written like those in content/: front matter, then the text. */
export function readDelivery(text: string): WrittenPrompt | { problems: DeliveryProblem[] } {
  // It has no place in the library, and its name decides nothing.
  const prompt = parsePrompt('orders/deliveries/delivery.md', text);
  const problems = 'problems' in prompt ? prompt.problems : checkVariables(prompt);
  if ('problems' in prompt || problems.length > 0) {
    return { problems: problems.map(({ line, message }) => ({ line, message })) };
  }
  const { title, content, variables } = prompt;
  return { title, content, variables };
}
