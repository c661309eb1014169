/** One line of the readable view. Its text may still hold `**bold**` and holes. */
export interface Line {
  kind: 'label' | 'bullet' | 'text';
  text: string;
  /** How far a bullet is set in, 0 to 4. */
  depth: number;
}

const HEADING = /^ {0,3}#{1,6}\s+(.+?)(?:\s+#+)?\s*$/;
const BULLET = /^(\s*)[-*+–•]\s+(.*)$/;
/** Where code begins or ends. */
export const FENCE = /^\s*(?:```|~~~)/;
const DEEPEST = 4;

/** Markdown headings become labels, dashes become bullets (SPEC section 2); code between fences stays as it is. */
export function readableLines(text: string): Line[] {
  let isCode = false;
  return text.split('\n').map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    return isCode || FENCE.test(line) ? { kind: 'text', text: line, depth: 0 } : readLine(line);
  });
}

function readLine(line: string): Line {
  const heading = HEADING.exec(line)?.[1];
  if (heading) return { kind: 'label', text: heading.replaceAll('**', ''), depth: 0 };
  const [, indent = '', item] = BULLET.exec(line) ?? [];
  if (item === undefined) return { kind: 'text', text: line, depth: 0 };
  const depth = Math.min(DEEPEST, Math.floor(indent.replaceAll('\t', '  ').length / 2));
  return { kind: 'bullet', text: item, depth };
}

/** A line cut at its `**bold**` words. */
export function splitAtBold(text: string): { text: string; isBold: boolean }[] {
  return text
    .split(/\*\*(?=\S)(.+?)(?<=\S)\*\*/)
    .map((part, index) => ({ text: part, isBold: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}

/** JSON cut at its keys, which are drawn bold. */
export function splitAtKeys(json: string): { text: string; isBold: boolean }[] {
  const parts: { text: string; isBold: boolean }[] = [];
  let end = 0;
  for (const match of json.matchAll(/"(?:[^"\\\n]|\\.)*"(?=(\s*:)?)/g)) {
    // Every string is read whole, so that a colon inside one makes no key of what stands before it.
    if (match[1] === undefined) continue;
    if (match.index > end) parts.push({ text: json.slice(end, match.index), isBold: false });
    end = match.index + match[0].length;
    parts.push({ text: match[0], isBold: true });
  }
  if (end < json.length) parts.push({ text: json.slice(end), isBold: false });
  return parts;
}
