import { stringify } from 'yaml';
import type { FullPrompt } from '../prompts/prompts.public.ts';
import type { FileFormat } from './exports.file.ts';
import { slugOf } from './exports.slug.ts';

/**
 * For reading: documents as in content/, each under a comment that names its file. The last line tells a whole file from
 * one cut off.
 */
export const MARKDOWN: FileFormat = {
  type: 'text/markdown; charset=utf-8',
  extension: 'md',
  head: '',
  tail: '<!-- promptarium: end -->\n',
  write: (prompt, index) => `${index > 0 ? '\n' : ''}${document(prompt)}`,
};

/** Where a line begins that could be taken for one of our comments, however often it was escaped. */
const LIKE_COMMENT = /(?<=\n)(?=\\*<!-- promptarium)/g;

function document(prompt: FullPrompt): string {
  const { card, slug, text } = prompt;
  const locked = text === null ? ', locked' : '';
  const file = `${card.category.slug}/${card.topic.slug}/${slugOf(prompt)}.md`;
  // A prompt of content/ has an id that follows from its slug.
  const identity = slug === null ? `, id ${card.id}` : '';
  const body = `---\n${frontMatter(prompt)}---\n${text === null ? '' : `${text.content}\n`}`;
  return `<!-- promptarium${locked}: ${file}${identity} -->\n${body.replace(LIKE_COMMENT, '\\')}`;
}

function frontMatter({ card, redirects, text }: FullPrompt): string {
  const { title, summary, description, tier, featured, createdAt, keywords } = card;
  const { sources, reviewed, reviewDue, version } = card;
  const { variables = [], exemplars = [] } = text ?? {};
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
      ...(version > 1 ? { version } : {}),
      ...(redirects.length > 0 ? { redirects } : {}),
      ...(variables.length > 0 ? { variables } : {}),
      ...(exemplars.length > 0 ? { exemplars } : {}),
    },
    // Long lines stay whole: a fold would be a difference between two exports. "no" is text to every reader.
    { lineWidth: 0, compat: 'yaml-1.1' },
  );
}
