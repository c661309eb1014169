import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import { readableLines, type Stretch, splitAtMarks } from './readable-lines.ts';
import styles from './readable-text.module.css';

interface ReadableTextProps {
  text: string;
  /** Renders a piece of the text; by default the text itself. */
  render?: (text: string) => ReactNode;
  className?: string | undefined;
}

/**
 * Markdown as people read it, line by line: headings and bold words bold, emphasis in italics, dashes as bullets. Every
 * character of the text is there, those marks included, which take no room: what is selected is what was written.
 */
export function ReadableText({ text, render, className }: ReadableTextProps) {
  // Lines have no identity but their place.
  const lines = readableLines(text).map((line, place) => ({ ...line, place }));
  return (
    <div className={classNames(styles.text, className)}>
      {lines.map(({ kind, lead, text: lineText, tail, depth, place }) => (
        <div
          key={place}
          dir="auto"
          className={classNames(
            styles.line,
            kind === 'label' && styles.label,
            kind === 'bullet' && styles.bullet,
          )}
          {...(depth > 0 ? { 'data-depth': depth } : {})}
        >
          {lead ? <span className={styles.mark}>{lead}</span> : null}
          <Stretches parts={kind === 'code' ? [plain(lineText)] : splitAtMarks(lineText)} render={render} />
          {tail ? <span className={styles.mark}>{tail}</span> : null}
          {place < lines.length - 1 ? '\n' : null}
        </div>
      ))}
    </div>
  );
}

const plain = (text: string): Stretch => ({ text, isDelimiter: false, isBold: false, isEmphasis: false });

interface StretchesProps {
  parts: readonly Stretch[];
  render?: ReadableTextProps['render'];
}

export function Stretches({ parts, render = (text) => text }: StretchesProps) {
  let place = 0;
  return parts.map(({ text, isDelimiter, isBold, isEmphasis }) => {
    const key = place;
    place += text.length;
    const Part = isBold ? 'b' : 'span';
    const words = isDelimiter ? <span className={styles.mark}>{text}</span> : render(text);
    return <Part key={key}>{isEmphasis ? <em className={styles.emphasis}>{words}</em> : words}</Part>;
  });
}
