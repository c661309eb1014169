import { z } from 'zod';
import { slugSchema } from '#contract/field-schemas.ts';
import {
  frontMatterSchema,
  isStorable,
  type PromptFields,
  promptFields,
  singleLineSchema,
} from './library.fields.ts';
import type { ContentProblem } from './library.problems.ts';
import { parseYaml } from './library.yaml.ts';

export interface PromptFile extends PromptFields {
  /** The file's name without .md; decides the prompt's id. */
  slug: string;
  category: string;
  topic: string;
  file: string;
  /** Where each field starts, `content` included. */
  lines: Readonly<Record<string, number>>;
}

const topicSchema = z.strictObject({
  slug: slugSchema,
  name: singleLineSchema,
  description: singleLineSchema,
});

const librarySchema = z.strictObject({
  categories: z.array(topicSchema.extend({ topics: z.array(topicSchema).min(1) })).min(1),
});

export type TopicFields = z.infer<typeof topicSchema>;
export type CategoryFields = TopicFields & { topics: TopicFields[] };

/** content/library.yaml: the categories and their topics, in the order of the pages. */
export function parseCategories(
  file: string,
  text: string,
): CategoryFields[] | { problems: ContentProblem[] } {
  const parsed = parseYaml(file, text, 0, librarySchema);
  if ('problems' in parsed) return parsed;
  const { categories } = parsed.value;
  const problems: ContentProblem[] = [];
  const requireUnique = (entries: readonly TopicFields[], path: readonly PropertyKey[]) => {
    for (const [index, { slug }] of entries.entries()) {
      if (entries.findIndex((entry) => entry.slug === slug) === index) continue;
      problems.push({
        file,
        line: parsed.lineOf([...path, index]),
        message: `slug: "${slug}" is there twice`,
      });
    }
  };
  requireUnique(categories, ['categories']);
  for (const [index, { topics }] of categories.entries())
    requireUnique(topics, ['categories', index, 'topics']);
  return problems.length > 0 ? { problems } : categories;
}

/**
 * One prompt's file: front matter between `---` lines, then its text.
 * @param file category/topic/slug.md
 * @param schema of the front matter
 */
export function parsePrompt(
  file: string,
  text: string,
  schema: z.ZodType<z.infer<typeof frontMatterSchema>> = frontMatterSchema,
): PromptFile | { problems: ContentProblem[] } {
  const [category = '', topic = '', name = ''] = file.split('/');
  const slug = name.replace(/\.md$/, '');
  const parts = splitFile(text);
  if (!parts) {
    const message = 'must start with front matter: a line ---, the fields, a line ---, then the text';
    return { problems: [{ file, line: 1, message }] };
  }
  const { frontMatter, content, firstLine } = parts;
  const parsed = parseYaml(file, frontMatter, 1, schema);
  const problems = 'problems' in parsed ? parsed.problems : [];
  const report = (line: number, message: string) => problems.push({ file, line, message });

  if (!slugSchema.safeParse(slug).success) report(1, `the file name "${slug}" is not a slug`);
  if (content === '') report(firstLine, 'has no text after the front matter');
  if (!isStorable(content)) report(firstLine, 'content: holds characters that cannot be stored');
  if ('problems' in parsed || problems.length > 0) return { problems };

  const fieldLines = Object.keys(frontMatterSchema.shape).map((key) => [key, parsed.lineOf([key])]);
  const lines = { ...Object.fromEntries(fieldLines), content: firstLine };
  return { slug, category, topic, file, ...promptFields({ ...parsed.value, content }), lines };
}

/** Of a prompt's file, what its text is checked by: also where other fields are wrong. Undefined where there is none. */
export function parseVariables(file: string, text: string): CheckedText | undefined {
  const parts = splitFile(text);
  if (!parts || parts.content === '') return undefined;
  const { frontMatter, content, firstLine } = parts;
  const { variables } = frontMatterSchema.shape;
  const parsed = parseYaml(file, frontMatter, 1, z.object({ variables }));
  if ('problems' in parsed) return undefined;
  const lines = { variables: parsed.lineOf(['variables']), content: firstLine };
  return { file, content, variables: parsed.value.variables, lines };
}

/** What a prompt's text and its variables are checked by. */
export type CheckedText = Pick<PromptFile, 'file' | 'content' | 'variables' | 'lines'>;

/** @returns undefined for a file without front matter */
function splitFile(text: string): { frontMatter: string; content: string; firstLine: number } | undefined {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const parts = /^---\n([\s\S]*?\n)---[ \t]*\n([\s\S]*)$/.exec(plain);
  if (!parts) return undefined;
  const [, frontMatter = '', body = ''] = parts;
  const firstLine = countLines(plain.slice(0, plain.length - body.trimStart().length));
  return { frontMatter, content: body.trim(), firstLine };
}

/** 1 for a text without a line break: the line on which what follows it starts. */
export function countLines(text: string): number {
  return text.split('\n').length;
}
