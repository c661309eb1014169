import type { Comparison, DiffSegment } from '#contract/versions.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './comparison-view.module.css';

/** What differs, in the running text: struck out what is gone, underlined what is new. */
export function ComparisonView({ comparison }: { comparison: Comparison }) {
  const { from, to, title, content, variables } = comparison;
  if (![title, content, variables].some(isChanged)) {
    return <p>Title, text and variables are the same in both.</p>;
  }
  return (
    <>
      <p className={styles.legend}>
        <del className={styles.removed}>Struck out</del> is in version {from.number} only,{' '}
        <ins className={styles.added}>underlined</ins> in version {to.number} only.
      </p>
      {isChanged(title) ? <Part name="Title" pieces={title} /> : null}
      <Part name="Text" pieces={content} isText />
      {isChanged(variables) ? <Part name="Variables" pieces={variables} /> : null}
    </>
  );
}

const isChanged = (pieces: readonly DiffSegment[]) => pieces.some(({ kind }) => kind !== 'same');

function Part({ name, pieces, isText }: { name: string; pieces: readonly DiffSegment[]; isText?: true }) {
  return (
    <section className={styles.part}>
      <h3 className={styles.name}>{name}</h3>
      <div className={classNames(styles.text, isText && styles.mono)} dir="auto">
        {/* Pieces have no identity but their place. */}
        {pieces.map((piece, place) => (
          <PieceView key={String(place)} piece={piece} />
        ))}
        {isText && !isChanged(pieces) ? <p className={styles.same}>The text is the same in both.</p> : null}
      </div>
    </section>
  );
}

/** Most screen readers say nothing of `del` and `ins`. */
function PieceView({ piece: { kind, text } }: { piece: DiffSegment }) {
  if (kind === 'same') return text;
  const isRemoved = kind === 'removed';
  const Element = isRemoved ? 'del' : 'ins';
  return (
    <Element className={isRemoved ? styles.removed : styles.added}>
      <span className="visually-hidden">{isRemoved ? ' Removed: ' : ' Added: '}</span>
      {text}
      <span className="visually-hidden"> End. </span>
    </Element>
  );
}
