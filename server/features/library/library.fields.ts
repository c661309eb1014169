import { z } from 'zod';
import { type Exemplar, exemplarSchema } from '#contract/exemplars.ts';
import { MAX_VERSION, slugSchema, tierSchema } from '#contract/field-schemas.ts';
import { type Source, sourceSchema, type Variable, variableSchema } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';
import { makeId } from '#server/core/ids.ts';
import { expectation } from './library.problems.ts';

/** The fields of a prompt, whatever its source. */
export interface PromptFields {
  title: string;
  summary: string;
  description: string;
  tier: Tier;
  featured: boolean;
  /** Public: words that people search by and the title does not say. */
  keywords: string[];
  variables: Variable[];
  exemplars: Exemplar[];
  /** Public, like the dates and the version. */
  sources: Source[];
  /** YYYY-MM-DD. */
  reviewed: string | null;
  reviewDue: string | null;
  version: number;
  /** What is new in this version, in a sentence; for whoever may read the content. */
  change: string | null;
  /** Slugs of prompts that were merged into this one. */
  redirects: string[];
  content: string;
  /** ISO 8601 in UTC; undefined means the time of loading. */
  created: string | undefined;
}

/** By the slug alone, so that a file moved to another topic stays the prompt it was. */
export const promptIdOf = (slug: string) => makeId(`content:${slug}`);

/** All of a prompt's are in one response. */
const MAX_EXEMPLARS = 12;

/** JSON and text columns of PostgreSQL refuse both; no real text contains them. */
export const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

/** What can be stored; the rules for content/ are narrower. */
const MAX_KEYWORDS = 20;
const MAX_KEYWORD_CHARACTERS = 60;

/** One paragraph: the folds of YAML blocks are spaces. */
export const singleLineSchema = z
  .string({ error: ({ input }) => (input === undefined ? 'is missing' : 'must be text') })
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .refine((text) => text !== '', 'must not be empty')
  .refine(isStorable, 'holds characters that cannot be stored');

/** Without commas, which separate them in CSV files. */
export const keywordsSchema = z
  .array(
    singleLineSchema
      .refine((text) => !text.includes(','), 'must not contain a comma')
      .refine(
        (text) => text.length <= MAX_KEYWORD_CHARACTERS,
        `must have at most ${MAX_KEYWORD_CHARACTERS} characters`,
      ),
  )
  .max(MAX_KEYWORDS, `must be at most ${MAX_KEYWORDS}`);

const declaredVariable = variableSchema
  .extend({
    label: singleLineSchema.pipe(variableSchema.shape.label),
    default: z.union([z.string().max(400), z.number()], 'must be a number or text (quote it)').optional(),
    options: z.array(z.string('must be text (quote it)').min(1).max(80)).min(2).max(8).optional(),
  })
  .superRefine((variable, context) => {
    const report = (message: string, ...path: string[]) =>
      context.addIssue({ code: 'custom', message, path });
    const { type, options, default: initial } = variable;
    if (type === 'choice' && !options) report('a choice needs options');
    if (type !== 'choice' && options) report('only a choice has options', 'options');
    if (initial === undefined) return;
    if (variable.required) report('a required variable has no default', 'default');
    if (type === 'date') report('a date has no default', 'default');
    if ((type === 'number') !== (typeof initial === 'number')) {
      report(type === 'number' ? 'must be a number' : 'must be text (quote it)', 'default');
    }
    if (type === 'choice' && options && !options.includes(String(initial))) {
      report('is not among the options', 'default');
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
  .refine(isStorable, 'holds characters that cannot be stored');

const exemplarFields = exemplarSchema.extend({
  values: z.record(z.string(), z.union([z.number(), wholeText], 'must be a number or text (quote it)')),
  model: singleLineSchema,
  date: z.iso.date('must be a day such as 2026-11-21'),
  output: wholeText,
});

/** Tracking parameters of campaigns and of shared links. */
const TRACKING = /^(?:utm_.*|fbclid|gclid|msclkid|mc_[ce]id|ref|si|igshid)$/i;

const sourceUrl = z.url({ protocol: /^https$/, error: 'must be an https address' }).refine((url) => {
  const parsed = URL.parse(url);
  return parsed !== null && ![...parsed.searchParams.keys()].some((name) => TRACKING.test(name));
}, 'must not carry tracking parameters');

const declaredSource = sourceSchema
  .extend({
    title: singleLineSchema,
    publisher: singleLineSchema.optional(),
    url: sourceUrl.optional(),
    year: z.int('must be a year').min(1900, 'must be a year').max(2100, 'must be a year'),
  })
  .refine(({ publisher, url }) => publisher !== undefined || url !== undefined, 'needs a publisher or a url');

const MAX_CHANGE_CHARACTERS = 200;
const MAX_SOURCES = 12;
const MAX_REDIRECTS = 20;

const day = z.iso.date('must be a day such as 2026-11-23').nullish();

export const frontMatterSchema = z.strictObject({
  title: singleLineSchema,
  summary: singleLineSchema,
  description: singleLineSchema,
  tier: tierSchema,
  featured: z.boolean().optional(),
  keywords: keywordsSchema.default([]),
  created: z.iso.datetime('must be a UTC time such as 2026-11-21T09:00:00Z').optional(),
  variables: declaredVariables.default([]),
  exemplars: z.array(exemplarFields).max(MAX_EXEMPLARS).default([]),
  sources: z.array(declaredSource).max(MAX_SOURCES, `must be at most ${MAX_SOURCES}`).default([]),
  reviewed: day,
  review_due: day,
  version: z
    .int('must be a whole number')
    .min(1, 'must be 1 or more')
    .max(MAX_VERSION, `must be at most ${MAX_VERSION}`)
    .default(1),
  change: singleLineSchema
    .refine(
      (text) => text.length <= MAX_CHANGE_CHARACTERS,
      `must have at most ${MAX_CHANGE_CHARACTERS} characters`,
    )
    .nullish(),
  redirects: z.array(slugSchema).max(MAX_REDIRECTS, `must be at most ${MAX_REDIRECTS}`).default([]),
});

/** Of a prompt that no list shows: what lists show is not asked for. */
export const unlistedSchema = frontMatterSchema.extend({
  summary: singleLineSchema.default(''),
  description: singleLineSchema.default(''),
  tier: tierSchema.default('engineer'),
});

const fieldsSchema = frontMatterSchema.extend({ content: wholeText });

/** Checks a prompt that comes as fields by the same rules; problems have paths instead of lines. */
export function parseFields(
  value: unknown,
): PromptFields | { problems: { path: PropertyKey[]; message: string }[] } {
  const parsed = fieldsSchema.safeParse(value, { error: expectation });
  if (parsed.success) return promptFields(parsed.data);
  return { problems: parsed.error.issues.map(({ path, message }) => ({ path, message })) };
}

export function promptFields({
  featured = false,
  created,
  reviewed = null,
  review_due: reviewDue = null,
  change = null,
  ...fields
}: z.infer<typeof fieldsSchema>): PromptFields {
  const exemplars = fields.exemplars.map((exemplar) => ({
    ...exemplar,
    values: inOrder(exemplar.values, fields.variables),
  }));
  return { ...fields, exemplars, featured, created, reviewed, reviewDue, change };
}

/** In the order of the variables: the order in which values are written makes no difference. */
function inOrder(values: Exemplar['values'], variables: readonly Variable[]): Exemplar['values'] {
  const position = (name: string) => variables.findIndex((variable) => variable.name === name);
  return Object.fromEntries(Object.entries(values).sort(([a], [b]) => position(a) - position(b)));
}
