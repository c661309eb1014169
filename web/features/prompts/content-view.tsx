import { Fragment } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { splitAtKeys } from '#web/ui/readable-lines.ts';
import { BoldParts, ReadableText } from '#web/ui/readable-text.tsx';
import styles from './content-view.module.css';
import { contentOf, type Format, jsonSource, type ReadablePrompt } from './copy-formats.ts';
import { type Filling, splitAtHoles, type Values } from './fill.ts';
import { parseJsonContent, readableJson } from './json-content.ts';

interface ContentViewProps {
  prompt: ReadablePrompt;
  format: Format;
  values: Values;
}

/** The prompt's text as it would be copied: holes on pale citron, what fills them on citron. */
export function ContentView({ prompt, format, values }: ContentViewProps) {
  const filling = { variables: prompt.variables, values };
  if (format === 'json') {
    return (
      <pre className={classNames(styles.content, styles.json)} dir="auto">
        <BoldParts
          parts={splitAtKeys(jsonSource(prompt))}
          draw={(text) => <Pieces text={text} filling={{ ...filling, isJson: true }} />}
        />
      </pre>
    );
  }
  const content = contentOf(prompt);
  const tree = parseJsonContent(content);
  return (
    <ReadableText
      text={tree ? readableJson(tree) : content}
      draw={(text) => <Pieces text={text} filling={filling} />}
      className={styles.content}
    />
  );
}

function Pieces({ text, filling }: { text: string; filling: Filling }) {
  // Pieces have no identity but their place.
  return splitAtHoles(text, filling).map((piece, place) => {
    const key = String(place);
    if (piece.kind === 'text') return <Fragment key={key}>{piece.text}</Fragment>;
    return (
      <mark key={key} className={piece.kind === 'hole' ? styles.hole : styles.filled}>
        {piece.text}
      </mark>
    );
  });
}
