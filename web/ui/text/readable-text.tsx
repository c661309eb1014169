import type { ReactNode } from 'react';
import { classNames } from '../behavior/class-names.ts';
import { plainSpan, readableLines, splitAtMarks, type TextSpan } from './readable-lines.ts';
import styles from './readable-text.module.css';

interface ReadableTextProps {
  text: string;
  /** Renders a piece of the text; by default the text itself. */
  render?: (text: string) => ReactNode;
  className?: string | undefined;
}

/**
 * Markdown as people read it, line by line: headings and bold words bold, emphasis in italics, code as code, dashes as bullets. Every
 * character of the text is there, including those delimiters, which take no room: what is selected is what was written.
 */
export function ReadableText({ text, render, className }: ReadableTextProps) {
  // Lines have no identity except their position.
  const lines = readableLines(text).map((line, index) => ({ ...line, index }));
  return (
    <div className={classNames(styles.text, className)}>
      {lines.map(({ kind, prefix, text: lineText, suffix, depth, index }) => (
        <div
          key={index}
          dir="auto"
          className={classNames(
            styles.line,
            kind === 'label' && styles.label,
            kind === 'bullet' && styles.bullet,
          )}
          {...(depth > 0 ? { 'data-depth': depth } : {})}
        >
          {prefix ? <span className={styles.mark}>{prefix}</span> : null}
          <TextSpans
            spans={kind === 'code' ? [plainSpan(lineText)] : splitAtMarks(lineText)}
            render={render}
          />
          {suffix ? <span className={styles.mark}>{suffix}</span> : null}
          {index < lines.length - 1 ? '\n' : null}
        </div>
      ))}
    </div>
  );
}

interface TextSpansProps {
  spans: readonly TextSpan[];
  render?: ReadableTextProps['render'];
}

export function TextSpans({ spans, render = (text) => text }: TextSpansProps) {
  let position = 0;
  return spans.map(({ text, isDelimiter, isBold, isEmphasis, isCode }) => {
    const key = position;
    position += text.length;
    const Tag = isBold ? 'b' : 'span';
    const words = isDelimiter ? <span className={styles.mark}>{text}</span> : render(text);
    return (
      <Tag key={key} className={isCode && !isDelimiter ? styles.code : undefined}>
        {isEmphasis ? <em className={styles.emphasis}>{words}</em> : words}
      </Tag>
    );
  });
}
