import { Fragment } from 'react';
import { type FillOptions, splitAtPlaceholders, type Values } from '#contract/fill-placeholders.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { splitAtKeys } from '#web/ui/text/readable-lines.ts';
import { ReadableText, TextSpans } from '#web/ui/text/readable-text.tsx';
import { contentToFill, type Format, type ReadablePrompt } from '../copy/copy-formats.ts';
import styles from './content-view.module.css';

interface ContentViewProps {
  prompt: ReadablePrompt;
  format: Format;
  values: Values;
}

/** Exactly the text that is copied: placeholders and the prompt's defaults on pale citron, what the member filled in on citron. */
export function ContentView({ prompt, format, values }: ContentViewProps) {
  const { source, filling } = contentToFill(prompt, format, values);
  const render = (text: string) => <Segments text={text} filling={filling} />;
  if (format === 'json') {
    return (
      <pre className={classNames(styles.content, styles.json)} dir="auto">
        <TextSpans spans={splitAtKeys(source)} render={render} />
      </pre>
    );
  }
  return <ReadableText text={source} render={render} className={styles.content} />;
}

const CLASSES = { hole: styles.pale, default: styles.pale, filled: styles.filled };

function Segments({ text, filling }: { text: string; filling: FillOptions }) {
  // Segments have no identity except their position.
  return splitAtPlaceholders(text, filling).map((segment, index) => {
    const key = String(index);
    if (segment.kind === 'text') return <Fragment key={key}>{segment.text}</Fragment>;
    return (
      <mark key={key} className={CLASSES[segment.kind]} data-variable={segment.variable}>
        {segment.text}
      </mark>
    );
  });
}
