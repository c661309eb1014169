import { type FillOptions, fillText, type Values } from '#contract/fill-placeholders.ts';
import type { PromptDetail } from '#contract/prompts.ts';
import { parseJsonContent, readableJson } from './json-content.ts';

/** What can be read, filled in and copied: a prompt of the library, or one written to order, which belongs to no category. */
export type ReadablePrompt = Pick<PromptDetail, 'title' | 'content' | 'variables'> &
  Partial<Pick<PromptDetail, 'id' | 'version' | 'description' | 'category' | 'topic' | 'tier'>>;

export type Format = 'readable' | 'json';

export const FORMAT_NAMES: Record<Format, string> = { readable: 'Human-readable', json: 'JSON' };

/** Line ends as clipboards and models expect them. */
export function contentOf(prompt: Pick<PromptDetail, 'content'>): string {
  return prompt.content.replace(/\r\n?/g, '\n');
}

/** The text of a format with its placeholders, and what fills them: the view draws it, the clipboard gets it. */
export function contentToFill(
  prompt: ReadablePrompt,
  format: Format,
  values: Values,
): { source: string; filling: FillOptions } {
  const filling = { variables: prompt.variables, values, isJson: format === 'json' };
  return { source: sourceOf(prompt, format), filling };
}

export function textToCopy(prompt: ReadablePrompt, format: Format, values: Values): string {
  const { source, filling } = contentToFill(prompt, format, values);
  return fillText(source, filling);
}

/** JSON of a plain text is an object around it, two spaces deep. */
function sourceOf(prompt: ReadablePrompt, format: Format): string {
  const content = contentOf(prompt);
  const tree = parseJsonContent(content);
  if (format === 'readable') return tree ? readableJson(tree) : content;
  if (tree) return content;
  const { title, description, category, topic, tier } = prompt;
  const wrapped = { title, description, category: category?.name, topic: topic?.name, tier, content };
  return JSON.stringify(wrapped, null, 2);
}
