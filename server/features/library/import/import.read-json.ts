import { z } from 'zod';
import { BRAND } from '#contract/brand.ts';
import { idSchema, slugSchema } from '#contract/field-schemas.ts';
import { type PromptFields, parseFields, promptIdOf } from '../library.fields.ts';
import { ImportError, type ImportProblem } from './import.report.ts';

/** Fields that exports of earlier versions do not have, by their names in the file. */
const LATER_FIELDS = {
  exemplars: 'exemplars',
  keywords: 'keywords',
  sources: 'sources',
  reviewed: 'reviewed',
  reviewDue: 'review_due',
  version: 'version',
  change: 'change',
  redirects: 'redirects',
} as const;

type LaterField = keyof typeof LATER_FIELDS;

/** A prompt as an export describes it. */
export type ExportEntry = Omit<PromptFields, LaterField> & {
  /** What the file does not say is undefined: a prompt keeps what it has. */
  [Field in LaterField]: PromptFields[Field] | undefined;
} & {
  /** Where it is in its file, such as `prompts[3]`. */
  path: string;
  id: string;
  slug: string;
  category: string;
  topic: string;
};

/** What a file holds. A locked entry has no text: there is nothing to import. */
export type FoundEntry = ExportEntry | { isLocked: true } | { problems: ImportProblem[] };

const WHAT_CAN_BE_IMPORTED =
  'What can be imported: an export of Promptarium as JSON, which states where each prompt belongs; or any CSV with the ' +
  'columns act and prompt, into the --category and --topic you name.';

const envelopeSchema = z.object({
  format: z.literal('promptarium'),
  version: z.number(),
  prompts: z.array(z.unknown()),
});

/** Which prompt it is, and where it belongs; the other fields are those of content/. */
const entrySchema = z.looseObject({
  id: idSchema.optional(),
  slug: slugSchema,
  category: z.looseObject({ slug: slugSchema }, 'must be {"slug": …}'),
  topic: z.looseObject({ slug: slugSchema }, 'must be {"slug": …}'),
  // No other author is stored, so no other could be restored.
  createdBy: z.literal(BRAND.creator, `must be "${BRAND.creator}"`).optional(),
  // What a member noted in the collection it was exported from: nothing of the prompt.
  note: z.unknown().optional(),
});

/**
 * Reads an export as JSON, each entry checked by the rules of content/.
 * @throws ImportError for other JSON, and for invalid JSON
 */
export function readExport(text: string): FoundEntry[] {
  const envelope = envelopeSchema.safeParse(parseJson(text));
  if (!envelope.success) {
    throw new ImportError(
      'The file is JSON, but no export: that is {"format":"promptarium","version":1,"prompts":[…]}. ' +
        WHAT_CAN_BE_IMPORTED,
    );
  }
  const { version, prompts } = envelope.data;
  if (version !== 1) {
    throw new ImportError(`The export is of version ${version}; this Promptarium reads version 1.`);
  }
  return prompts.map((value, index) => readEntry(`prompts[${index}]`, value));
}

/** @throws ImportError */
export function refuseMarkdown(): never {
  throw new ImportError(
    `Markdown cannot be imported: JSON is the format that brings every prompt back as it was. ${WHAT_CAN_BE_IMPORTED}`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(`The file is not valid JSON: ${reason}. ${WHAT_CAN_BE_IMPORTED}`);
  }
}

function readEntry(path: string, value: unknown): FoundEntry {
  const identity = entrySchema.safeParse(value);
  if (typeof value !== 'object' || value === null) {
    return { problems: problemsAt(path, identity.error?.issues ?? []) };
  }
  const { isLocked, ...others } = Object.fromEntries(Object.entries(value));
  const laterFields = Object.fromEntries(
    Object.entries(others).filter(([name]) => !(name in entrySchema.shape)),
  );
  if (isLocked === true && laterFields['content'] === undefined) return { isLocked };
  const fields = parseFields(laterFields);
  const issues = [...(identity.error?.issues ?? []), ...('problems' in fields ? fields.problems : [])];
  if (!identity.success || 'problems' in fields) return { problems: problemsAt(path, issues) };

  const { slug, category, topic, id = promptIdOf(slug) } = identity.data;
  // The slug makes the id of a prompt that is or was in content/; the id is part of the slug of any other.
  if (!isOwnSlug(slug, id) && !slug.endsWith(`-${id}`)) {
    const message = `${path}: id: ${id} is not that of ${slug}; leave both as they were exported`;
    return { problems: [{ message }] };
  }
  const later = <Field extends LaterField>(field: Field) =>
    laterFields[LATER_FIELDS[field]] === undefined ? undefined : fields[field];
  return {
    ...fields,
    exemplars: later('exemplars'),
    keywords: later('keywords'),
    sources: later('sources'),
    reviewed: later('reviewed'),
    reviewDue: later('reviewDue'),
    version: later('version'),
    change: later('change'),
    redirects: later('redirects'),
    ...{ path, id, slug, category: category.slug, topic: topic.slug },
  };
}

/** Whether the slug makes the id; otherwise each export makes the slug of the title and the id. */
export const isOwnSlug = (slug: string, id: string) => id === promptIdOf(slug);

function problemsAt(
  entry: string,
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): ImportProblem[] {
  return issues.map(({ path, message }) => {
    const names = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    return { message: `${entry}${names}: ${message}` };
  });
}
