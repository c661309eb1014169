import styles from './highlight.module.css';
import { splitAtMatches } from './highlight-words.ts';

interface HighlightProps {
  text: string;
  /** What was searched for, as it was typed. */
  search: string | undefined;
}

/** The text with the words that were looked for on citron. */
export function Highlight({ text, search }: HighlightProps) {
  if (!search) return text;
  let position = 0;
  return splitAtMatches(text, search).map((piece) => {
    const key = position;
    position += piece.text.length;
    return piece.isMatch ? (
      <mark key={key} className={styles.mark}>
        {piece.text}
      </mark>
    ) : (
      <span key={key}>{piece.text}</span>
    );
  });
}
