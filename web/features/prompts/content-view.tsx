import { Fragment } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import styles from './content-view.module.css';
import { contentOf, type Format, jsonSource, type ReadablePrompt } from './copy-formats.ts';
import { type Filling, splitAtHoles, type Values } from './fill.ts';
import { parseJsonContent, readableJson } from './json-content.ts';
import { readableLines, splitAtBold, splitAtKeys } from './readable-lines.ts';

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
        <Parts parts={splitAtKeys(jsonSource(prompt))} filling={{ ...filling, isJson: true }} />
      </pre>
    );
  }
  const content = contentOf(prompt);
  const tree = parseJsonContent(content);
  // Lines have no identity but their place.
  const lines = readableLines(tree ? readableJson(tree) : content).map((line, place) => ({
    ...line,
    place,
  }));
  return (
    <div className={styles.content}>
      {lines.map(({ kind, text, depth, place }) => (
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
          <Parts parts={splitAtBold(text)} filling={filling} />
        </p>
      ))}
    </div>
  );
}

interface PartsProps {
  parts: readonly { text: string; isBold: boolean }[];
  filling: Filling;
}

function Parts({ parts, filling }: PartsProps) {
  let place = 0;
  return parts.map(({ text, isBold }) => {
    const key = place;
    place += text.length;
    const Part = isBold ? 'b' : 'span';
    return (
      <Part key={key}>
        <Pieces text={text} filling={filling} />
      </Part>
    );
  });
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
