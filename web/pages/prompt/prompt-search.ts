import { isId } from '#contract/ids.ts';

/** `?prompt={id}`: a prompt open over a list. */
export interface PromptSearch {
  prompt?: string;
}

function readPromptSearch({ prompt }: Record<string, unknown>): PromptSearch {
  return isId(prompt) ? { prompt } : {};
}

/** A list's own search plus the open prompt: the router drops parameters that a route does not read. */
export function withPrompt<Own extends object>(read: (search: Record<string, unknown>) => Own) {
  return (search: Record<string, unknown>): Own & PromptSearch => ({
    ...read(search),
    ...readPromptSearch(search),
  });
}
