/** What a comment may hold: these and nothing else, so that whatever people type ends as text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold'; parts: Inline[] }
  | { kind: 'italic'; parts: Inline[] }
  | { kind: 'link'; href: string; parts: Inline[] };

export type Block =
  | { kind: 'paragraph'; parts: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Inline[][] }
  | { kind: 'quote'; blocks: Block[] };

const FENCE = /^ {0,3}```/;
const QUOTE = /^ {0,3}>\s?/;
const BULLET = /^\s{0,3}[-*+]\s+(?=\S)/;
const NUMBER = /^\s{0,3}\d{1,4}[.)]\s+(?=\S)/;
/** Quotes in quotes: deeper ones are shown as text. */
const DEEPEST_QUOTE = 3;
const DEEPEST_INLINE = 6;

/** Bold, italic, code, fences, lists, quotes and links of a comment (CONVENTIONS 3.9). */
export function parseComment(text: string, depth = 0): Block[] {
  const lines = text.split(/\r\n?|\n/);
  const blocks: Block[] = [];
  let at = 0;
  /** The lines from here on that belong together, without their mark. */
  function takeWhile(mark: RegExp): string[] {
    const from = at;
    while (at < lines.length && mark.test(lines[at] ?? '')) at++;
    return lines.slice(from, at).map((line) => line.replace(mark, ''));
  }
  while (at < lines.length) {
    const line = lines[at] ?? '';
    if (line.trim() === '') at++;
    else if (FENCE.test(line)) {
      at++;
      blocks.push({ kind: 'code', text: takeWhile(/^(?! {0,3}```)/).join('\n') });
      at++;
    } else if (QUOTE.test(line) && depth < DEEPEST_QUOTE) {
      blocks.push({ kind: 'quote', blocks: parseComment(takeWhile(QUOTE).join('\n'), depth + 1) });
    } else if (BULLET.test(line) || NUMBER.test(line)) {
      const mark = BULLET.test(line) ? BULLET : NUMBER;
      const items = takeWhile(mark).map((item) => parseInline(item));
      blocks.push({ kind: 'list', isOrdered: mark === NUMBER, items });
    } else {
      // At least this line, whatever it looks like.
      at++;
      const more = takeWhile(/^(?!\s*$| {0,3}```| {0,3}>|\s{0,3}[-*+]\s+\S|\s{0,3}\d{1,4}[.)]\s+\S)/);
      blocks.push({ kind: 'paragraph', parts: parseInline([line, ...more].join('\n')) });
    }
  }
  return blocks;
}

const INLINE =
  /`([^`\n]+)`|\*\*(?=\S)([^\n]+?)(?<=\S)\*\*|(?<![\w*])\*(?=[^\s*])([^*\n]+?)(?<=\S)\*(?![\w*])|(?<![\w_])_(?=[^\s_])([^_\n]+?)(?<=\S)_(?![\w_])|\[([^[\]\n]{1,300})\]\(([^()\s]{1,2000})\)|(https?:\/\/[^\s<>"'`]{1,2000})/g;

function parseInline(text: string, depth = 0): Inline[] {
  if (depth > DEEPEST_INLINE) return [{ kind: 'text', text }];
  const parts: Inline[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const inline = readInline(match, depth);
    if (!inline) continue;
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) });
    end = match.index + inline.length;
    parts.push(inline.part);
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) });
  return parts;
}

function readInline(match: RegExpMatchArray, depth: number): { part: Inline; length: number } | undefined {
  const [{ length }, code, bold, star, underscore, words, target, bare] = match;
  if (code !== undefined) return { part: { kind: 'code', text: code }, length };
  if (bold !== undefined) return { part: { kind: 'bold', parts: parseInline(bold, depth + 1) }, length };
  const italic = star ?? underscore;
  if (italic !== undefined)
    return { part: { kind: 'italic', parts: parseInline(italic, depth + 1) }, length };
  // The end of a sentence is no part of the address it ends with.
  const address = bare?.replace(/[.,;:!?)\]]+$/, '') ?? target;
  const href = address === undefined ? undefined : safeHref(address);
  if (!href || address === undefined) return undefined;
  const parts: Inline[] = [{ kind: 'text', text: words ?? address }];
  return { part: { kind: 'link', href, parts }, length: bare === undefined ? length : address.length };
}

/** Web addresses alone: no script, no data, and nothing that a press would do instead of show. */
function safeHref(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { href, pathname } = new URL(address);
  return isApiPath(pathname) ? undefined : href;
}

/**
 * Whether an address may be a call of our API, sign-out for one. On whatever host, because we have several names; and
 * however it is written, because it is the server, or a proxy before it, that reads it.
 */
function isApiPath(pathname: string): boolean {
  let path = pathname;
  for (let before = ''; before !== path; ) {
    before = path;
    path = path.replace(/%([0-9a-f]{2})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    );
  }
  const steps: string[] = [];
  for (const step of path.split(/[\\/]+/)) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.length > 1 && steps[0]?.toLowerCase() === 'api';
}
