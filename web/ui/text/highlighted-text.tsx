import { Fragment } from 'react';
import styles from './highlighted-text.module.css';

/** Where a matched word stands: from its first character to the one behind its last, as JavaScript counts. */
export type Mark = readonly [from: number, to: number];

interface MarkedTextProps {
  text: string;
  /** In order, none over another. */
  marks: readonly Mark[];
}

/** The text with the words that were looked for on citron. */
export function HighlightedText({ text, marks }: MarkedTextProps) {
  const ends = [0, ...marks.map(([, to]) => to)];
  return (
    <>
      {marks.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ends[index], from)}
          <mark className={styles.mark}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
