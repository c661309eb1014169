import { stringify } from 'yaml';
import type { ExportedCollection, ExportedPrompt, FileFormat } from './exports.file.ts';
import { slugOf } from './exports.slug.ts';

/**
 * Documents as in content/, each under a comment that names its file. The last line tells a whole file from
 * one cut off.
 */
export const MARKDOWN: FileFormat = {
  type: 'text/markdown; charset=utf-8',
  extension: 'md',
  head: (collection) => (collection === undefined ? '' : cover(collection)),
  tail: '<!-- promptarium: end -->\n',
  write: (prompt, index) => `${index > 0 ? '\n' : ''}${document(prompt)}`,
};

/** What a member wrote is text, here too. */
function cover({ name, description }: ExportedCollection): string {
  const [heading, lead] = [name, description].map((text) => text.replace(/[\\`*_[\]<>#&]/g, '\\$&'));
  return `# ${heading}\n\n${lead === '' ? '' : `${lead}\n\n`}`;
}

/** Where a line begins that could be taken for one of our comments, however often it was escaped. */
const LIKE_COMMENT = /(?<=\n)(?=\\*<!-- promptarium)/g;

function document(prompt: ExportedPrompt): string {
  const { card, slug, text } = prompt;
  const locked = text === null ? ', locked' : '';
  const file = `${card.category.slug}/${card.topic.slug}/${slugOf(prompt)}.md`;
  // A prompt of content/ has an id that follows from its slug.
  const identity = slug === null ? `, id ${card.id}` : '';
  const body = writeDocument(prompt).replace(LIKE_COMMENT, '\\');
  return `<!-- promptarium${locked}: ${file}${identity} -->\n${body}`;
}

/** A prompt as a file of content/: front matter, then its text, if there is one for the viewer. */
export function writeDocument(prompt: ExportedPrompt): string {
  const { text, note } = prompt;
  return `---\n${note ? comment(note) : ''}${frontMatter(prompt)}---\n${text === null ? '' : `${text.content}\n`}`;
}

/** A comment of YAML: the document stays one of content/, which has no notes. */
const comment = (note: string) =>
  `Note: ${note}\n`.replace(/[\r\u0085\u2028\u2029]+/g, '\n').replace(/^(?=.)/gm, '# ');

function frontMatter({ card, redirects, text }: ExportedPrompt): string {
  const { title, summary, description, tier, featured, createdAt, keywords } = card;
  const { sources, reviewed, reviewDue, version } = card;
  const { change = null, variables = [], exemplars = [] } = text ?? {};
  return stringify(
    {
      title,
      summary,
      description,
      tier,
      ...(featured ? { featured } : {}),
      ...(keywords.length > 0 ? { keywords } : {}),
      // Written as in content/: without milliseconds that are none.
      created: createdAt.replace('.000Z', 'Z'),
      ...(sources.length > 0 ? { sources } : {}),
      ...(reviewed === null ? {} : { reviewed }),
      ...(reviewDue === null ? {} : { review_due: reviewDue }),
      version,
      ...(change === null ? {} : { change }),
      ...(redirects.length > 0 ? { redirects } : {}),
      ...(variables.length > 0 ? { variables } : {}),
      ...(exemplars.length > 0 ? { exemplars } : {}),
    },
    // Long lines stay whole: a fold would be a difference between two exports. "no" is text to every reader.
    { lineWidth: 0, compat: 'yaml-1.1' },
  );
}
