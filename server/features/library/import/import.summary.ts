/** Where a prompt in JSON keeps its text. */
const TEXT_FIELDS = ['prompt', 'content', 'text'];

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });

/** "I want you to act as a historian." alone is too short: below this share the next sentence is started. */
const MIN_SHARE = 0.35;

/**
 * The first sentences of a text that fit into `max` characters; where they are too few, the words that fit and
 * an ellipsis. Layout is dropped, words are never added. Empty when the text has none.
 */
export function firstSentences(text: string, max: number): string {
  const plain = plainText(text);
  let taken = '';
  for (const { segment } of sentences.segment(plain)) {
    if ((taken + segment).trimEnd().length > max) break;
    taken += segment;
  }
  return taken.length < max * MIN_SHARE ? cutAtWord(plain, max) : taken.trim();
}

/** The readable part of a JSON prompt: its text field, else all its texts in order. */
export function readableText(value: unknown): string {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const entries = new Map(Object.entries(value));
    for (const field of TEXT_FIELDS) {
      const text: unknown = entries.get(field);
      if (typeof text === 'string' && text.trim() !== '') return text;
    }
  }
  return textsIn(value)
    .map((text) => (/[.!?:;…]$/.test(text) ? text : `${text}.`))
    .join(' ');
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Markdown without its markup; headings are removed, unless there is nothing else. */
function plainText(text: string): string {
  const lines = text.replace(/```[a-z]*\n?/gi, '').split('\n');
  const body = lines.filter((line) => !/^\s*(?:#{1,6}\s|[-=*_]{3,}\s*$)/.test(line));
  const kept = body.some((line) => line.trim() !== '') ? body : lines;
  return kept
    .map((line) => line.replace(/^\s*(?:[-*+>•]|\d+[.)]|#{1,6})\s+/, ''))
    .join(' ')
    .replace(/<\/?[a-z][\w-]*>/gi, ' ')
    .replace(/\*\*|__|`|[\u200B\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function cutAtWord(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  // Languages written without spaces are cut where they are full.
  const end = space > max / 2 ? space : cut.length;
  return `${cut
    .slice(0, end)
    .replace(/[\s,;:–-]+$/, '')
    .replace(/[\uD800-\uDBFF]$/, '')}…`;
}
