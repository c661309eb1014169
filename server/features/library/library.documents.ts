// Many prompts in one text: documents as in content/, each under a line that says where it belongs.
import { stringify } from 'yaml';
import type { Exemplar } from '#contract/exemplars.ts';
import type { Variable } from '#contract/prompts.ts';
import type { Tier } from '#contract/tiers.ts';

/** What a document says of a prompt. Without `text` it says what everybody may know. */
export interface WrittenPrompt {
  slug: string;
  /** Only where the slug does not make it (`promptIdOf`). */
  id?: string;
  category: string;
  topic: string;
  title: string;
  summary: string;
  description: string;
  tier: Tier;
  featured: boolean;
  /** ISO 8601 in UTC. */
  created: string;
  text: { content: string; variables: readonly Variable[]; exemplars: readonly Exemplar[] } | null;
}

/** One of several documents, as parsePrompt reads it; a locked one has no text and so is none. */
export interface FoundDocument {
  /** category/topic/slug.md */
  file: string;
  /** Undefined where the slug makes it. */
  id: string | undefined;
  isLocked: boolean;
  text: string;
  /** Of the separator, from 1; `text` begins on the next. */
  line: number;
}

/** A comment of Markdown, so that the whole reads well where Markdown is shown. */
const SEPARATOR =
  /^<!-- promptarium(, locked)?: ([a-z0-9-]+\/[a-z0-9-]+\/[a-z0-9-]+\.md)(?:, id ([a-z2-7]{12}))? -->$/;

/** The last line of an export: where it is missing, the last text may be the beginning of one. */
export const END = '<!-- promptarium: end -->';

/** A line that could be taken for a separator, however often it was escaped. */
const LIKE_SEPARATOR = /^(\\*)<!-- promptarium/;

/** A document with its separator. Any number of them, one behind the other and END behind the last, is an export. */
export function writeDocument(prompt: WrittenPrompt): string {
  const { slug, category, topic, id, text } = prompt;
  const locked = text === null ? ', locked' : '';
  const identity = id === undefined ? '' : `, id ${id}`;
  const separator = `<!-- promptarium${locked}: ${category}/${topic}/${slug}.md${identity} -->`;
  const document = `---\n${frontMatter(prompt)}---\n${text === null ? '' : `${text.content}\n`}`;
  return `${separator}\n${mapLines(document, (line) => line.replace(LIKE_SEPARATOR, '\\$&'))}`;
}

/** What comes before the first separator, or between END and the next, is nobody's, and left out. */
export function splitDocuments(text: string): FoundDocument[] {
  const found: (Omit<FoundDocument, 'text'> & { lines: string[] })[] = [];
  let isOpen = false;
  for (const [index, line] of linesOf(text).entries()) {
    const [, locked, file, id] = SEPARATOR.exec(line) ?? [];
    if (file !== undefined) {
      found.push({ file, id, isLocked: locked !== undefined, line: index + 1, lines: [] });
      isOpen = true;
    } else if (line === END) {
      isOpen = false;
    } else if (isOpen) {
      const plain = line.startsWith('\\') ? line.replace(/^\\(?=\\*<!-- promptarium)/, '') : line;
      found.at(-1)?.lines.push(plain);
    }
  }
  return found.map(({ lines, ...document }) => ({ ...document, text: lines.join('\n') }));
}

/** Whether the last document is there to its end; so is an export of none. */
export function isWhole(text: string): boolean {
  return linesOf(text).findLast((line) => line === END || SEPARATOR.test(line)) === END;
}

/** Lines, from 1, that begin like a separator and are none: what follows would count to the document before. */
export function findBrokenSeparators(text: string): number[] {
  return linesOf(text).flatMap((line, index) =>
    line.startsWith('<!-- promptarium') && line !== END && !SEPARATOR.test(line) ? [index + 1] : [],
  );
}

const linesOf = (text: string) =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
    .split('\n');

function frontMatter({ title, summary, description, tier, featured, created, text }: WrittenPrompt): string {
  const { variables = [], exemplars = [] } = text ?? {};
  return stringify(
    {
      title,
      summary,
      description,
      tier,
      ...(featured ? { featured } : {}),
      // Written as in content/: without milliseconds that are none.
      created: created.replace('.000Z', 'Z'),
      ...(variables.length > 0 ? { variables } : {}),
      ...(exemplars.length > 0 ? { exemplars } : {}),
    },
    // Long lines stay whole: a fold would be a change to whoever compares two exports.
    { lineWidth: 0 },
  );
}

const mapLines = (text: string, change: (line: string) => string) => text.split('\n').map(change).join('\n');
