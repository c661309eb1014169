import { Fragment } from 'react';
import { type FillOptions, splitAtPlaceholders, type Values } from '#contract/fill-placeholders.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { splitAtKeys } from '#web/ui/text/readable-lines.ts';
import { ReadableText, Stretches } from '#web/ui/text/readable-text.tsx';
import { type Format, fillable, type ReadablePrompt } from '../copy/copy-formats.ts';
import styles from './content-view.module.css';

interface ContentViewProps {
  prompt: ReadablePrompt;
  format: Format;
  values: Values;
}

/** The very text that is copied: holes and the prompt's defaults on pale citron, what the member filled in on citron. */
export function ContentView({ prompt, format, values }: ContentViewProps) {
  const { source, filling } = fillable(prompt, format, values);
  const render = (text: string) => <Pieces text={text} filling={filling} />;
  if (format === 'json') {
    return (
      <pre className={classNames(styles.content, styles.json)} dir="auto">
        <Stretches parts={splitAtKeys(source)} render={render} />
      </pre>
    );
  }
  return <ReadableText text={source} render={render} className={styles.content} />;
}

const CLASSES = { hole: styles.pale, default: styles.pale, filled: styles.filled };

function Pieces({ text, filling }: { text: string; filling: FillOptions }) {
  // Pieces have no identity but their place.
  return splitAtPlaceholders(text, filling).map((piece, place) => {
    const key = String(place);
    if (piece.kind === 'text') return <Fragment key={key}>{piece.text}</Fragment>;
    return (
      <mark key={key} className={CLASSES[piece.kind]}>
        {piece.text}
      </mark>
    );
  });
}
