/** One line of the readable view. `lead`, `text` and `tail` joined are the line as written. */
export interface Line {
  kind: 'label' | 'bullet' | 'text' | 'code';
  /** The marks before the words: `## ` or `- `, with their indent. */
  lead: string;
  /** May hold holes and, but for code, `**bold**` and `*emphasis*`. */
  text: string;
  /** What closes a heading: ` ##`. */
  tail: string;
  /** How far a bullet is set in, 0 to 4. */
  depth: number;
}

/** A stretch of a line, drawn in one way. Joined they are the line: marks such as `**` are stretches of their own. */
export interface Stretch {
  text: string;
  isDelimiter: boolean;
  isBold: boolean;
  isEmphasis: boolean;
}

const HEADING = /^( {0,3}#{1,6}\s+)(.+?)((?:\s+#+)?\s*)$/;
const BULLET = /^(\s*)([-*+–•]\s+)(.*)$/;
const BOLD = /\*\*(?=\S)(.+?)(?<=\S)\*\*/;
/** Words between single stars; a lone star is a footnote or a product, and one inside a word is nothing. */
const EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/u;
/** Where code begins or ends. */
export const FENCE = /^\s*(?:```|~~~)/;
const DEEPEST = 4;

/** Markdown headings become labels, dashes become bullets; code between fences stays as it is. */
export function readableLines(text: string): Line[] {
  let isCode = false;
  return text.split('\n').map((line) => {
    const isFence = FENCE.test(line);
    if (isFence) isCode = !isCode;
    return isCode || isFence ? plainLine('code', line) : readLine(line);
  });
}

function readLine(line: string): Line {
  const [, lead = '', heading, tail = ''] = HEADING.exec(line) ?? [];
  if (heading) return { kind: 'label', lead, text: heading, tail, depth: 0 };
  const [, indent = '', dash = '', item] = BULLET.exec(line) ?? [];
  if (item === undefined) return plainLine('text', line);
  const depth = Math.min(DEEPEST, Math.floor(indent.replaceAll('\t', '  ').length / 2));
  return { kind: 'bullet', lead: indent + dash, text: item, tail: '', depth };
}

function plainLine(kind: 'text' | 'code', text: string): Line {
  return { kind, lead: '', text, tail: '', depth: 0 };
}

/** A line cut at its `**bold**` and `*emphasis*`. */
export function splitAtMarks(line: string): Stretch[] {
  return cut(line, BOLD, '**').flatMap(({ text, isDelimiter, isInside: isBold }) =>
    isDelimiter
      ? [{ text, isDelimiter, isBold, isEmphasis: false }]
      : cut(text, EMPHASIS, '*').map(({ isInside, ...part }) => ({ ...part, isBold, isEmphasis: isInside })),
  );
}

/** @param pattern has one group: the words between two marks */
function cut(text: string, pattern: RegExp, mark: string) {
  const around = { text: mark, isDelimiter: true, isInside: true };
  return text
    .split(pattern)
    .flatMap((words, index) =>
      index % 2 === 1
        ? [around, { text: words, isDelimiter: false, isInside: true }, around]
        : [{ text: words, isDelimiter: false, isInside: false }],
    )
    .filter((part) => part.text !== '');
}

/** JSON cut at its keys, which are drawn bold. */
export function splitAtKeys(json: string): Stretch[] {
  const parts: Stretch[] = [];
  let end = 0;
  const add = (text: string, isBold: boolean) => {
    if (text) parts.push({ text, isDelimiter: false, isBold, isEmphasis: false });
  };
  for (const match of json.matchAll(/"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)/g)) {
    // Every string is read whole, so that a colon inside one makes no key of what stands before it.
    if (match[1] === undefined) continue;
    add(json.slice(end, match.index), false);
    end = match.index + match[0].length;
    add(match[0], true);
  }
  add(json.slice(end), false);
  return parts;
}
