import type { Comparison, DiffSegment } from '#contract/versions.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import styles from './comparison-view.module.css';

/** The differences in the text: removed words are struck through, added ones underlined. */
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
      {isChanged(title) ? <FieldDiff name="Title" segments={title} /> : null}
      <FieldDiff name="Text" segments={content} isText />
      {isChanged(variables) ? <FieldDiff name="Variables" segments={variables} /> : null}
    </>
  );
}

const isChanged = (segments: readonly DiffSegment[]) => segments.some(({ kind }) => kind !== 'same');

function FieldDiff({
  name,
  segments,
  isText,
}: {
  name: string;
  segments: readonly DiffSegment[];
  isText?: true;
}) {
  return (
    <section className={styles.part}>
      <h3 className={styles.name}>{name}</h3>
      <div className={classNames(styles.text, isText && styles.mono)} dir="auto">
        {/* Pieces have no identity but their place. */}
        {segments.map((segment, index) => (
          <SegmentView key={String(index)} segment={segment} />
        ))}
        {isText && !isChanged(segments) ? <p className={styles.same}>The text is the same in both.</p> : null}
      </div>
    </section>
  );
}

/** Most screen readers say nothing of `del` and `ins`. */
function SegmentView({ segment: { kind, text } }: { segment: DiffSegment }) {
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
