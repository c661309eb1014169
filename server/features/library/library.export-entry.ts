import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { idSchema, slugSchema } from '#contract/common.ts';
import type { Exemplar } from '#contract/exemplars.ts';
import { type PromptFields, parseFields, promptIdOf } from './library.format.ts';
import type { EntryProblem } from './library.import-report.ts';

/** Where in its file an entry is: a line from 1, or a path such as `prompts[3]`. */
export type EntryPlace = { line: number } | { path: string };

/** A prompt as an export says it is. */
export type ExportEntry = Omit<PromptFields, 'exemplars'> & {
  at: EntryPlace;
  id: string;
  slug: string;
  category: string;
  topic: string;
  /** Undefined where the file does not say: what a prompt has, it keeps. */
  exemplars: Exemplar[] | undefined;
};

/** What a file holds, one after the other. A locked entry has no text: there is nothing to import. */
export type FoundEntry = ExportEntry | { isLocked: true } | { problems: EntryProblem[] };

/** Which prompt it is, and where it belongs. */
const identitySchema = z.object({
  id: idSchema.optional(),
  slug: slugSchema,
  category: slugSchema,
  topic: slugSchema,
  // Nothing else is kept of an author, so nothing else would come back.
  createdBy: z.literal(BRAND.creator, `must be "${BRAND.creator}"`).optional(),
});

export function problemAt(at: EntryPlace, message: string): EntryProblem {
  return 'line' in at ? { line: at.line, message } : { message: `${at.path}: ${message}` };
}

export const placeText = (at: EntryPlace) => ('line' in at ? `line ${at.line}` : at.path);

/** Checks an entry that comes as fields, by the rules of content/. `exemplars` left out are not said. */
export function readEntry(
  at: EntryPlace,
  identity: z.input<typeof identitySchema> | Record<string, unknown>,
  fields: Record<string, unknown>,
): ExportEntry | { problems: EntryProblem[] } {
  const who = identitySchema.safeParse(identity);
  const what = parseFields(fields);
  const issues = [...(who.error?.issues ?? []), ...('problems' in what ? what.problems : [])];
  if (!who.success || 'problems' in what) {
    return { problems: issues.map(({ path, message }) => issueAt(at, path, message)) };
  }
  const { id, slug, category, topic } = who.data;
  const exemplars = fields['exemplars'] === undefined ? undefined : what.exemplars;
  return identify({ ...what, exemplars, at, slug, category, topic }, id);
}

/** The slug makes the id of a prompt that is or was in content/; the id is part of the slug of any other. */
export function identify(
  entry: Omit<ExportEntry, 'id'>,
  id: string = promptIdOf(entry.slug),
): ExportEntry | { problems: EntryProblem[] } {
  if (isOwnSlug(entry.slug, id) || entry.slug.endsWith(`-${id}`)) return { ...entry, id };
  const message = `id: ${id} is not that of ${entry.slug}; leave both as they were exported`;
  return { problems: [problemAt(entry.at, message)] };
}

/** Whether a prompt has its slug for good; otherwise each export makes it of the title and the id. */
export const isOwnSlug = (slug: string, id: string) => id === promptIdOf(slug);

function issueAt(at: EntryPlace, path: readonly PropertyKey[], message: string): EntryProblem {
  const names = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
  if ('path' in at) return problemAt({ path: `${at.path}${names}` }, message);
  return problemAt(at, names === '' ? message : `${names.slice(1)}: ${message}`);
}
