import type { Comparison, DiffSegment } from '#contract/versions.ts';
import { classNames } from '#web/ui/behavior/class-names.ts';
import { DisclosureSummary } from '#web/ui/text/disclosure-summary.tsx';
import { countWithNoun } from '#web/ui/text/format-count.ts';
import styles from './comparison-view.module.css';
import { foldSame } from './fold-same.ts';

/** The differences in the text: removed words are struck through, added ones underlined, long equal parts folded. */
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
          <SegmentView
            key={String(index)}
            segment={segment}
            isFirst={index === 0}
            isLast={index === segments.length - 1}
          />
        ))}
        {isText && !isChanged(segments) ? <p className={styles.same}>The text is the same in both.</p> : null}
      </div>
    </section>
  );
}

interface SegmentViewProps {
  segment: DiffSegment;
  isFirst: boolean;
  isLast: boolean;
}

/** Most screen readers say nothing of `del` and `ins`. */
function SegmentView({ segment: { kind, text }, ...place }: SegmentViewProps) {
  if (kind === 'same') return <SameText text={text} {...place} />;
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

function SameText({ text, ...place }: Pick<SegmentViewProps, 'isFirst' | 'isLast'> & { text: string }) {
  const stretch = foldSame(text, place);
  if (stretch === undefined) return text;
  const { before, folded, lines, after } = stretch;
  return (
    <>
      {before}
      <details className={styles.folded}>
        <DisclosureSummary className={styles.unchanged}>
          {countWithNoun(lines, 'unchanged line')}
        </DisclosureSummary>
        {folded}
      </details>
      {after}
    </>
  );
}
