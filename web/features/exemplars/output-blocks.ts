import { FENCE } from '#web/ui/text/readable-lines.ts';

/** A stretch of an output: lines as they stand, or a Markdown table, whose rows may differ in length. */
export type Block =
  | { kind: 'text'; text: string }
  | { kind: 'table'; head: readonly string[]; rows: readonly (readonly string[])[] };

const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** An output cut at its tables: a row with pipes, one of dashes with as many cells, and all rows with pipes below it. */
export function outputBlocks(output: string): Block[] {
  const blocks: Block[] = [];
  const lines = output.split('\n');
  let text: string[] = [];
  let isCode = false;
  const endText = () => {
    if (text.length > 0) blocks.push({ kind: 'text', text: text.join('\n') });
    text = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || !isHead(line, lines[at + 1])) {
      text.push(line);
      continue;
    }
    endText();
    const end = lines.findIndex((row, index) => index > at + 1 && !row.includes('|'));
    const rows = lines.slice(at + 2, end < 0 ? undefined : end);
    blocks.push({ kind: 'table', head: cellsOf(line), rows: rows.map(cellsOf) });
    at += rows.length + 1;
  }
  endText();
  return blocks;
}

function isHead(line: string, next = ''): boolean {
  return (
    line.includes('|') &&
    DELIMITERS.test(next) &&
    next.includes('|') &&
    cellsOf(line).length === cellsOf(next).length
  );
}

/** Outer pipes are optional, and a pipe behind a backslash is one to read. */
function cellsOf(row: string): string[] {
  const inner = row
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '');
  return inner.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
}
