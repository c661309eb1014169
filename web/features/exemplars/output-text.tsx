import type { ReactNode } from 'react';
import { splitAtMarks } from '#web/ui/text/readable-lines.ts';
import { ReadableText, TextSpans } from '#web/ui/text/readable-text.tsx';
import { outputBlocks } from './output-blocks.ts';
import styles from './output-text.module.css';

interface OutputTextProps {
  text: string;
  /** Name of the whole output, for the labels of its tables. */
  name: string;
  className?: string | undefined;
}

/** What came out, as people read it: unlike a prompt's text it is there to be read, so its tables are tables. */
export function OutputText({ text, name, className }: OutputTextProps) {
  let tables = 0;
  // Blocks, rows and cells have no identity except their position.
  const blocks = outputBlocks(text).map((block, index) => {
    const key = String(index);
    if (block.kind === 'text') return <ReadableText key={key} text={block.text} />;
    tables += 1;
    return <OutputTable key={key} {...block} label={`Table ${tables} of ${name}`} />;
  });
  return <div className={className}>{blocks}</div>;
}

interface OutputTableProps {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  label: string;
}

function OutputTable({ head, rows, label }: OutputTableProps) {
  const keyed = rows.map((cells, index) => ({
    index,
    cells: cells.map((cell, column) => ({ column, cell })),
  }));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself on narrow screens; without the focus no key could scroll it
    <section className={styles.scroll} tabIndex={0} aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>{head.map(drawHeadCell)}</tr>
        </thead>
        <tbody>
          {keyed.map(({ index, cells }) => (
            <tr key={index}>
              {cells.map(({ column, cell }) => (
                <td key={column} dir="auto">
                  <TextSpans spans={splitAtMarks(cell)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function drawHeadCell(cell: string, column: number): ReactNode {
  const key = String(column);
  // A corner without words is no heading of anything.
  if (cell === '') return <td key={key} />;
  return (
    <th key={key} scope="col" dir="auto">
      <TextSpans spans={splitAtMarks(cell)} />
    </th>
  );
}
