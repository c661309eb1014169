import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { readableLines, splitAtBold } from './readable-lines.ts';
import styles from './readable-text.module.css';

interface ReadableTextProps {
  text: string;
  /** What stands for a stretch of text; the text itself where nothing is in it. */
  draw?: (text: string) => ReactNode;
  className?: string | undefined;
}

/** Markdown as people read it, line by line: headings and bold words bold, dashes as bullets, the rest as it stands. */
export function ReadableText({ text, draw, className }: ReadableTextProps) {
  // Lines have no identity but their place.
  const lines = readableLines(text).map((line, place) => ({ ...line, place }));
  return (
    <div className={classNames(styles.text, className)}>
      {lines.map(({ kind, text: words, depth, place }) => (
        <p
          key={place}
          dir="auto"
          className={classNames(
            styles.line,
            kind === 'label' && styles.label,
            kind === 'bullet' && styles.bullet,
          )}
          {...(depth > 0 ? { 'data-depth': depth } : {})}
        >
          {kind === 'bullet' ? (
            <span className={styles.dot} aria-hidden="true">
              •
            </span>
          ) : null}
          <BoldParts parts={splitAtBold(words)} draw={draw} />
        </p>
      ))}
    </div>
  );
}

interface BoldPartsProps {
  parts: readonly { text: string; isBold: boolean }[];
  draw: ReadableTextProps['draw'];
}

export function BoldParts({ parts, draw = (text) => text }: BoldPartsProps) {
  let place = 0;
  return parts.map(({ text, isBold }) => {
    const key = place;
    place += text.length;
    const Part = isBold ? 'b' : 'span';
    return <Part key={key}>{draw(text)}</Part>;
  });
}
