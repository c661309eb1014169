import { variableSchema } from '#contract/prompts.ts';
import { type CheckedText, countLines, type PromptFile } from './library.format.ts';
import type { ContentProblem } from './library.problems.ts';

/** Any text in square brackets; in a prompt only variables are. */
const BRACKETED = /\[([^[\]\n]*)\]/g;

export function problemAt(
  prompt: Pick<PromptFile, 'file' | 'lines'>,
  field: string,
  message: string,
): ContentProblem {
  return { file: prompt.file, line: prompt.lines[field] ?? 1, message: `${field}: ${message}` };
}

/** Every declared variable is used, and nothing else is in square brackets. */
export function checkVariables(prompt: CheckedText): ContentProblem[] {
  const problems: ContentProblem[] = [];
  const isJson = prompt.content.startsWith('{');
  const declared = new Set(prompt.variables.map(({ name }) => name));
  const used = new Set<string>();
  const texts = isJson ? stringsOfJson(prompt, problems) : [prompt.content];
  for (const text of texts) {
    for (const { 1: name = '', index } of text.matchAll(BRACKETED)) {
      used.add(name);
      if (declared.has(name)) continue;
      const offset = isJson ? prompt.content.indexOf(`[${name}]`) : index;
      const line =
        (prompt.lines['content'] ?? 1) + countLines(prompt.content.slice(0, Math.max(offset, 0))) - 1;
      problems.push({ file: prompt.file, line, message: `content: ${undeclared(name)}` });
    }
  }
  for (const name of declared) {
    if (!used.has(name)) problems.push(problemAt(prompt, 'variables', `[${name}] is never used in the text`));
  }
  return problems;
}

/** Whoever fills in fields declares nothing: there a name that none can have is all that leads here. */
function undeclared(name: string): string {
  return variableSchema.shape.name.safeParse(name).success
    ? `[${name}] is not a declared variable`
    : `[${name}] is not a variable: use lower-case letters, digits and _`;
}

function stringsOfJson(prompt: CheckedText, problems: ContentProblem[]): string[] {
  try {
    const value: unknown = JSON.parse(prompt.content);
    const strings = stringsIn(value);
    if (!strings.some((text) => text.trim() !== '')) throw new Error('it holds no text');
    return strings;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    problems.push(problemAt(prompt, 'content', `starts like JSON but is no usable JSON object: ${reason}`));
    return [];
  }
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(stringsIn);
}
