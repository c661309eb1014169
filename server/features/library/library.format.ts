import { type Document, isMap, LineCounter, parseDocument } from 'yaml';
import { z } from 'zod';
import { slugSchema, tierSchema } from '#contract/common.ts';
import { type Exemplar, exemplarSchema } from '#contract/exemplars.ts';
import { type Variable, variableSchema } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { makeId } from '#server/core/ids.ts';

/** Something to mend in content/. The file is relative to that folder; lines start at 1. */
export interface Problem {
  file: string;
  line: number;
  message: string;
}

/** All that is wrong with the library's files at once, so that one look mends them. */
export class LibraryError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`The library has problems:\n${problems.map((problem) => `  ${problemText(problem)}`).join('\n')}`);
    this.name = 'LibraryError';
    this.problems = problems;
  }
}

export function problemText({ file, line, message }: Problem): string {
  return `${file}:${line} ${message}`;
}

/** What a prompt says, wherever it comes from. */
export interface PromptFields {
  title: string;
  summary: string;
  description: string;
  tier: Tier;
  featured: boolean;
  variables: Variable[];
  exemplars: Exemplar[];
  content: string;
  /** ISO 8601 in UTC; undefined means the time of loading. */
  created: string | undefined;
}

export interface PromptFile extends PromptFields {
  /** The file's name without .md; decides the prompt's id. */
  slug: string;
  category: string;
  topic: string;
  file: string;
  /** Where each field starts, `content` included. */
  lines: Readonly<Record<string, number>>;
}

/** By the slug alone, so that a file moved to another topic stays the prompt it was. */
export const promptIdOf = (slug: string) => makeId(`content:${slug}`);

/** All of a prompt's are in one answer. */
const MOST_EXEMPLARS = 12;

/** JSON and text columns of PostgreSQL refuse both; no honest text holds them. */
const storable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** One paragraph: the folds of YAML blocks are spaces. */
const line = z
  .string('must be text')
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .refine((text) => text !== '', 'must not be empty')
  .refine(storable, 'holds characters that cannot be stored');

const declaredVariable = variableSchema
  .extend({ label: line.pipe(variableSchema.shape.label) })
  .superRefine((variable, context) => {
    const say = (message: string, ...path: string[]) => context.addIssue({ code: 'custom', message, path });
    const { type, options, default: initial } = variable;
    if (type === 'choice' && !options) say('a choice needs options');
    if (type !== 'choice' && options) say('only a choice has options', 'options');
    if (initial === undefined) return;
    if (variable.required) say('a required variable has no default', 'default');
    if (type === 'date') say('a date has no default', 'default');
    if ((type === 'number') !== (typeof initial === 'number')) {
      say(type === 'number' ? 'must be a number' : 'must be text (quote it)', 'default');
    }
    if (type === 'choice' && options && !options.includes(String(initial))) {
      say('is not among the options', 'default');
    }
  });

const declaredVariables = z.array(declaredVariable).superRefine((variables, context) => {
  for (const [index, { name }] of variables.entries()) {
    if (variables.findIndex((variable) => variable.name === name) === index) continue;
    context.addIssue({ code: 'custom', message: `[${name}] is declared twice`, path: [index] });
  }
});

/** Text that keeps its lines. */
const wholeText = z
  .string('must be text (quote it)')
  .transform((value) => value.replace(/\r\n?/g, '\n').trim())
  .refine((value) => value !== '', 'must not be empty')
  .refine(storable, 'holds characters that cannot be stored');

const writtenExemplar = exemplarSchema.extend({
  values: z.record(z.string(), z.union([z.number(), wholeText], 'must be a number or text (quote it)')),
  model: line,
  date: z.iso.date('must be a day such as 2026-11-21'),
  output: wholeText,
});

const frontMatterSchema = z.strictObject({
  title: line,
  summary: line,
  description: line,
  tier: tierSchema,
  featured: z.boolean().optional(),
  created: z.iso.datetime('must be a UTC time such as 2026-11-21T09:00:00Z').optional(),
  variables: declaredVariables.default([]),
  exemplars: z.array(writtenExemplar).max(MOST_EXEMPLARS).default([]),
});

const fieldsSchema = frontMatterSchema.extend({ content: wholeText });

const shelfSchema = z.strictObject({ slug: slugSchema, name: line, description: line });

const librarySchema = z.strictObject({
  categories: z.array(shelfSchema.extend({ topics: z.array(shelfSchema).min(1) })).min(1),
});

export type Shelf = z.infer<typeof shelfSchema>;
export type CategoryShelf = Shelf & { topics: Shelf[] };

type Parsed<T> = { value: T; lineOf: (path: readonly PropertyKey[]) => number } | { problems: Problem[] };

/** content/library.yaml: the categories and their topics, in the order of the pages. */
export function parseShelves(file: string, text: string): CategoryShelf[] | { problems: Problem[] } {
  const parsed = parseYaml(file, text, 0, librarySchema);
  if ('problems' in parsed) return parsed;
  const { categories } = parsed.value;
  const problems: Problem[] = [];
  const refuseTwice = (shelves: readonly Shelf[], path: readonly PropertyKey[]) => {
    for (const [index, { slug }] of shelves.entries()) {
      if (shelves.findIndex((shelf) => shelf.slug === slug) === index) continue;
      problems.push({
        file,
        line: parsed.lineOf([...path, index]),
        message: `slug: "${slug}" is there twice`,
      });
    }
  };
  refuseTwice(categories, ['categories']);
  for (const [index, { topics }] of categories.entries())
    refuseTwice(topics, ['categories', index, 'topics']);
  return problems.length > 0 ? { problems } : categories;
}

/**
 * One prompt's file: front matter between `---` lines, then its text.
 * @param file category/topic/slug.md
 */
export function parsePrompt(file: string, text: string): PromptFile | { problems: Problem[] } {
  const [category = '', topic = '', name = ''] = file.split('/');
  const slug = name.replace(/\.md$/, '');
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const parts = /^---\n([\s\S]*?\n)---[ \t]*\n([\s\S]*)$/.exec(plain);
  if (!parts) {
    const message = 'must start with front matter: a line ---, the fields, a line ---, then the text';
    return { problems: [{ file, line: 1, message }] };
  }
  const [, frontMatter = '', body = ''] = parts;
  const parsed = parseYaml(file, frontMatter, 1, frontMatterSchema);
  const problems = 'problems' in parsed ? parsed.problems : [];
  const say = (line: number, message: string) => problems.push({ file, line, message });

  if (!slugSchema.safeParse(slug).success) say(1, `the file name "${slug}" is not a slug`);
  const content = body.trim();
  const firstLine = countLines(plain.slice(0, plain.length - body.trimStart().length));
  if (content === '') say(firstLine, 'has no text after the front matter');
  if (!storable(content)) say(firstLine, 'content: holds characters that cannot be stored');
  if ('problems' in parsed || problems.length > 0) return { problems };

  const fieldLines = Object.keys(frontMatterSchema.shape).map((key) => [key, parsed.lineOf([key])]);
  const lines = { ...Object.fromEntries(fieldLines), content: firstLine };
  return { slug, category, topic, file, ...promptFields({ ...parsed.value, content }), lines };
}

/** The same for a prompt that comes as fields: the same rules, with paths for lines. */
export function parseFields(
  value: unknown,
): PromptFields | { problems: { path: PropertyKey[]; message: string }[] } {
  const parsed = fieldsSchema.safeParse(value);
  if (parsed.success) return promptFields(parsed.data);
  return { problems: parsed.error.issues.map(({ path, message }) => ({ path, message })) };
}

function promptFields({ featured = false, created, ...fields }: z.infer<typeof fieldsSchema>): PromptFields {
  const exemplars = fields.exemplars.map((exemplar) => ({
    ...exemplar,
    values: inOrder(exemplar.values, fields.variables),
  }));
  return { ...fields, exemplars, featured, created };
}

/** As the variables are declared: written in another order, the values are still the same. */
function inOrder(values: Exemplar['values'], variables: readonly Variable[]): Exemplar['values'] {
  const place = (name: string) => variables.findIndex((variable) => variable.name === name);
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => place(a) - place(b)));
}

/** 1 for a text without a line break: the line on which what follows it starts. */
export function countLines(text: string): number {
  return text.split('\n').length;
}

/** @param above lines of the file before this YAML */
function parseYaml<T>(file: string, text: string, above: number, schema: z.ZodType<T>): Parsed<T> {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const lineAt = (offset: number) => lineCounter.linePos(offset).line + above;
  if (document.errors.length > 0) {
    return {
      problems: document.errors.map((error) => ({
        file,
        line: lineAt(error.pos[0]),
        message: `is not valid YAML: ${error.message}`,
      })),
    };
  }
  const lineOf = (path: readonly PropertyKey[]) => lineAt(offsetOf(document, path));
  const result = schema.safeParse(document.toJS());
  if (result.success) return { value: result.data, lineOf };
  return {
    problems: result.error.issues.map((issue) => ({
      file,
      line: lineOf(issue.path),
      message: [issue.path.join('.'), issue.message].filter(Boolean).join(': '),
    })),
  };
}

/** Where the key of a path stands; for a path that is not there, where its nearest parent does. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true);
    const last = path[length - 1];
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => String(key) === String(last));
      if (pair) return rangeStart(pair.key);
    } else {
      const start = rangeStart(document.getIn(path.slice(0, length), true));
      if (start > 0) return start;
    }
  }
  return 0;
}

function rangeStart(node: unknown): number {
  if (typeof node !== 'object' || node === null || !('range' in node)) return 0;
  return Array.isArray(node.range) ? Number(node.range[0]) : 0;
}
