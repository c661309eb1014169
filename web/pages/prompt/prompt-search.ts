import { isPromptId } from '#web/features/prompts/prompt.queries.ts';

/** `?prompt={id}`: a prompt open over a list (DECISIONS 35). */
export interface PromptSearch {
  prompt?: string;
}

export function readPromptSearch({ prompt }: Record<string, unknown>): PromptSearch {
  return isPromptId(prompt) ? { prompt } : {};
}

/** The search of a list's own with the prompt over it: what a route does not read is taken out of its address. */
export function withPrompt<Own extends object>(read: (search: Record<string, unknown>) => Own) {
  return (search: Record<string, unknown>): Own & PromptSearch => ({
    ...read(search),
    ...readPromptSearch(search),
  });
}
