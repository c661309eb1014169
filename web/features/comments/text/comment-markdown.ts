import { Lexer, type Token, Tokenizer, type Tokens } from 'marked';
import { LIMITS } from '#contract/limits.ts';

/** What a comment may hold: these and nothing else, so that anything people type ends as text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'bold'; children: Inline[] }
  | { kind: 'italic'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] };

export type Block =
  | { kind: 'paragraph'; children: Inline[] }
  /** The text of a list item, which is no paragraph of its own. */
  | { kind: 'line'; children: Inline[] }
  | { kind: 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; items: Block[][] }
  | { kind: 'quote'; blocks: Block[] };

export interface ParsedComment {
  blocks: Block[];
  /** False when the text had more pieces than were asked for: the rest of it is one as it was typed. */
  isWhole: boolean;
}

/** Quotes and lists in one another: deeper ones are shown as text. */
const MAX_BLOCK_DEPTH = 3;
const MAX_INLINE_DEPTH = 6;
/**
 * Each opening star looks through all later ones: thousands without a closer would take seconds. What comes after this
 * many attempts stays text.
 */
const MAX_EMPHASIS_ATTEMPTS = 100;
const none = () => undefined;

/**
 * The parser's own rules, less what a comment has no use for. What a rule declines stays text, and so does everything
 * behind the first `max` blocks and the first `max` inline pieces. That bounds what is drawn, and the time it takes to
 * find it: a piece costs the parser a few looks through the rest.
 */
class CommentTokenizer extends Tokenizer {
  #depth = 0;
  #emphasisAttempts = 0;
  #blocksLeft: number;
  #inlinesLeft: number;

  constructor(max: number) {
    super();
    this.#blocksLeft = max;
    this.#inlinesLeft = max;
  }

  get isWhole(): boolean {
    return this.#blocksLeft >= 0 && this.#inlinesLeft >= 0;
  }

  override heading = none;
  override lheading = none;
  override hr = none;
  override table = none;
  override html = none;
  override def = none;
  override tag = none;
  override reflink = none;
  override autolink = none;
  override del = none;
  override br = none;

  /** The rule asked first for each block. */
  override space(src: string) {
    this.#blocksLeft -= 1;
    return super.space(src);
  }
  /** Code set in by spaces: in a comment they are only spaces. The rule takes what comes after the last block. */
  override code(src: string): Tokens.Code | undefined {
    return this.#blocksLeft < 0
      ? { type: 'code', codeBlockStyle: 'indented', raw: src, text: src }
      : undefined;
  }
  /** The rule asked first for each inline piece. A comment has no escapes: it takes what comes after the last piece. */
  override escape(src: string): Tokens.Escape | undefined {
    this.#inlinesLeft -= 1;
    return this.#inlinesLeft < 0 ? { type: 'escape', raw: src, text: src } : undefined;
  }
  override blockquote(src: string) {
    return this.#nested(() => super.blockquote(src));
  }
  override list(src: string) {
    return this.#nested(() => {
      const list = super.list(firstLines(src, this.#blocksLeft));
      this.#blocksLeft -= list?.items.length ?? 0;
      return list;
    });
  }
  override link(src: string) {
    return src.startsWith('!') ? undefined : super.link(src);
  }
  /** No addresses without a scheme, no e-mail. */
  override url(src: string) {
    return /^https?:/i.test(src) ? super.url(src) : undefined;
  }
  /** A star inside a word is a product or a footnote. */
  override emStrong(src: string, maskedSrc: string, before = '') {
    if (!/^[*_]/.test(src)) return undefined;
    if (/[\p{L}\p{N}]/u.test(before) && !src.startsWith('**')) return undefined;
    this.#emphasisAttempts += 1;
    return this.#emphasisAttempts > MAX_EMPHASIS_ATTEMPTS
      ? undefined
      : super.emStrong(src, maskedSrc, before);
  }

  #nested<T>(read: () => T): T | undefined {
    if (this.#depth >= MAX_BLOCK_DEPTH) return undefined;
    this.#depth += 1;
    try {
      return read();
    } finally {
      this.#depth -= 1;
    }
  }
}

/** Bold, italic, code, fences, lists, quotes and links of a comment. */
export function parseComment(text: string, max: number = LIMITS.commentPieces): ParsedComment {
  try {
    const tokenizer = new CommentTokenizer(max);
    const lexer = new Lexer({ gfm: true, tokenizer });
    // Its paragraphs look for a table at each line, through all later ones.
    tokenizer.rules = { ...tokenizer.rules, block: Lexer.rules.block.normal };
    const blocks = lexer.lex(text).flatMap(toBlocks);
    return { blocks, isWhole: tokenizer.isWhole };
  } catch {
    // Emphasis nested thousands deep exceeds the stack; such a text is shown as it was typed.
    return { blocks: [{ kind: 'paragraph', children: [{ kind: 'text', text }] }], isWhole: true };
  }
}

function firstLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end + 1);
}

// The casts: the parser's own types leave every token open to extensions, of which there are none here.
function toBlocks(token: Token): Block[] {
  switch (token.type) {
    case 'space':
      return [];
    case 'code': {
      const { codeBlockStyle, text } = token as Tokens.Code;
      return [
        codeBlockStyle === 'indented'
          ? { kind: 'paragraph', children: [{ kind: 'text', text }] }
          : { kind: 'code', text },
      ];
    }
    case 'blockquote':
      return [{ kind: 'quote', blocks: (token as Tokens.Blockquote).tokens.flatMap(toBlocks) }];
    case 'list': {
      const { ordered, items } = token as Tokens.List;
      return [
        { kind: 'list', isOrdered: ordered, items: items.map(({ tokens }) => tokens.flatMap(toBlocks)) },
      ];
    }
    case 'text':
      return [{ kind: 'line', children: toInlines(token) }];
    // Of a task list, which comments do not have: the brackets are text.
    case 'checkbox':
      return [{ kind: 'line', children: [{ kind: 'text', text: token.raw }] }];
    default:
      return [{ kind: 'paragraph', children: toInlines(token) }];
  }
}

function toInlines(token: Token, depth = 0): Inline[] {
  return 'tokens' in token && token.tokens && depth <= MAX_INLINE_DEPTH
    ? token.tokens.map((part) => toInline(part, depth + 1))
    : [{ kind: 'text', text: token.raw }];
}

function toInline(token: Token, depth: number): Inline {
  switch (token.type) {
    case 'codespan':
      return { kind: 'code', text: (token as Tokens.Codespan).text };
    case 'strong':
      return { kind: 'bold', children: toInlines(token, depth) };
    case 'em':
      return { kind: 'italic', children: toInlines(token, depth) };
    case 'link': {
      const href = safeHref((token as Tokens.Link).href);
      return href
        ? { kind: 'link', href, children: toInlines(token, depth) }
        : { kind: 'text', text: token.raw };
    }
    default:
      return { kind: 'text', text: token.raw };
  }
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
