import type { PromptDetail } from '#contract/prompts.ts';
import { fillText, type Values } from './fill.ts';
import { parseJsonContent, readableJson } from './json-content.ts';

/** What can be read, filled in and copied: a prompt of the library, or one written to order, which stands on no shelf. */
export type ReadablePrompt = Pick<PromptDetail, 'title' | 'content' | 'variables'> &
  Partial<Pick<PromptDetail, 'id' | 'description' | 'category' | 'topic' | 'tier'>>;

export type Format = 'readable' | 'json';

export const FORMAT_NAMES: Record<Format, string> = { readable: 'Human-readable', json: 'JSON' };

/** Line ends as clipboards and models expect them. */
export function contentOf(prompt: Pick<PromptDetail, 'content'>): string {
  return prompt.content.replace(/\r\n?/g, '\n');
}

/**
 * What goes on the clipboard. Without values it is the prompt as written, in the format asked for.
 * JSON of a plain text is an object around it (DECISIONS 40), two spaces deep.
 */
export function textToCopy(prompt: ReadablePrompt, format: Format, values: Values): string {
  const content = contentOf(prompt);
  const filling = { variables: prompt.variables, values };
  const tree = parseJsonContent(content);
  if (format === 'readable') return fillText(tree ? readableJson(tree) : content, filling);
  if (tree) return fillText(content, { ...filling, isJson: true });
  return JSON.stringify(wrapped(prompt, fillText(content, filling)), null, 2);
}

/** The JSON format before anything is filled in, for the view. */
export function jsonSource(prompt: ReadablePrompt): string {
  const content = contentOf(prompt);
  return parseJsonContent(content) ? content : JSON.stringify(wrapped(prompt, content), null, 2);
}

function wrapped(prompt: ReadablePrompt, content: string) {
  const { title, description, category, topic, tier } = prompt;
  return { title, description, category: category?.name, topic: topic?.name, tier, content };
}
