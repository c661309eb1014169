import { Fragment } from 'react';
import styles from './highlighted-text.module.css';

/** The range of a matched word: start and exclusive end, in UTF-16 code units. */
export type MatchRange = readonly [from: number, to: number];

interface HighlightedTextProps {
  text: string;
  /** In ascending order, without overlaps. */
  ranges: readonly MatchRange[];
}

/** The text with its matched words highlighted. */
export function HighlightedText({ text, ranges }: HighlightedTextProps) {
  const ends = [0, ...ranges.map(([, to]) => to)];
  return (
    <>
      {ranges.map(([from, to], index) => (
        <Fragment key={from}>
          {text.slice(ends[index], from)}
          <mark className={styles.mark}>{text.slice(from, to)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
