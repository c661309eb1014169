/** One line of the readable view. `prefix`, `text` and `suffix` joined are the line as written. */
export interface Line {
  kind: 'label' | 'bullet' | 'text' | 'code';
  /** What precedes the words: `## ` or `- `, with its indent. */
  prefix: string;
  /** May hold placeholders and, except between fences, `**bold**`, `*emphasis*` and code in backticks. */
  text: string;
  /** What closes a heading: ` ##`. */
  suffix: string;
  /** How far a bullet is set in, 0 to 4. */
  depth: number;
}

/** A part of a line with one style. Joined they are the line: delimiters such as `**` are spans of their own. */
export interface TextSpan {
  text: string;
  isDelimiter: boolean;
  isBold: boolean;
  isEmphasis: boolean;
  isCode: boolean;
}

const HEADING = /^( {0,3}#{1,6}\s+)(.+?)((?:\s+#+)?\s*)$/;
const BULLET = /^(\s*)([-*+–•]\s+)(.*)$/;
const BOLD = /\*\*(?=\S)(.+?)(?<=\S)\*\*/;
/** Words between single stars; a lone star is a footnote or a product, and one inside a word is nothing. */
const EMPHASIS = /(?<![\p{L}\p{N}*])\*(?=[^\s*])([^*]+)(?<=\S)\*(?![\p{L}\p{N}*])/u;
/** Code in a line, on its own in backticks. */
const CODE = /(?<!`)`(?=[^\s`])([^`]+)(?<=\S)`(?!`)/;
const ALL_CODE = new RegExp(CODE, 'g');
/** Where code begins or ends. */
export const FENCE = /^\s*(?:```|~~~)/;
const MAX_BULLET_DEPTH = 4;

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
  const [, prefix = '', heading, suffix = ''] = HEADING.exec(line) ?? [];
  if (heading) return { kind: 'label', prefix, text: heading, suffix, depth: 0 };
  const [, indent = '', dash = '', item] = BULLET.exec(line) ?? [];
  if (item === undefined) return plainLine('text', line);
  const depth = Math.min(MAX_BULLET_DEPTH, Math.floor(indent.replaceAll('\t', '  ').length / 2));
  return { kind: 'bullet', prefix: indent + dash, text: item, suffix: '', depth };
}

function plainLine(kind: 'text' | 'code', text: string): Line {
  return { kind, prefix: '', text, suffix: '', depth: 0 };
}

/** A line cut at its `**bold**`, its code, and its `*emphasis*`. */
export function splitAtMarks(line: string): TextSpan[] {
  // Stars inside code are code: `**kwargs` opens nothing.
  const withoutCode = line.replace(ALL_CODE, (code) => code.replaceAll('*', '.'));
  let end = 0;
  return splitByPattern(withoutCode, BOLD, '**').flatMap(
    ({ text: { length }, isDelimiter, isInside: isBold }) => {
      const text = line.slice(end, end + length);
      end += length;
      return isDelimiter ? [{ ...plainSpan(text), isDelimiter, isBold }] : splitBoldPart(text, isBold);
    },
  );
}

function splitBoldPart(words: string, isBold: boolean): TextSpan[] {
  return splitByPattern(words, CODE, '`').flatMap(({ text, isDelimiter, isInside: isCode }) =>
    isDelimiter || isCode
      ? [{ ...plainSpan(text), isDelimiter, isBold, isCode }]
      : splitByPattern(text, EMPHASIS, '*').map(({ isInside, ...part }) => ({
          ...part,
          isBold,
          isEmphasis: isInside,
          isCode,
        })),
  );
}

export function plainSpan(text: string): TextSpan {
  return { text, isDelimiter: false, isBold: false, isEmphasis: false, isCode: false };
}

/** @param pattern has one group: the words between two delimiters */
function splitByPattern(text: string, pattern: RegExp, delimiter: string) {
  const around = { text: delimiter, isDelimiter: true, isInside: true };
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
export function splitAtKeys(json: string): TextSpan[] {
  const spans: TextSpan[] = [];
  let end = 0;
  const add = (text: string, isBold: boolean) => {
    if (text) spans.push({ ...plainSpan(text), isBold });
  };
  for (const match of json.matchAll(/"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)/g)) {
    // Every string is read whole, so that a colon inside one makes no key of what stands before it.
    if (match[1] === undefined) continue;
    add(json.slice(end, match.index), false);
    end = match.index + match[0].length;
    add(match[0], true);
  }
  add(json.slice(end), false);
  return spans;
}
