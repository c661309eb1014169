/** What stays beside a change, so that one sees where it is. */
const KEPT_LINES = 3;
/** A press for fewer would not be worth it. */
const MIN_FOLDED_LINES = 5;

/** A stretch that is in both texts: what is shown before and after the lines that are folded away. */
interface FoldedStretch {
  before: string;
  folded: string;
  lines: number;
  after: string;
}

/**
 * Folds the middle of a long stretch without changes. At the beginning and the end of the text there is nothing on one
 * side, and only the other is kept.
 * @returns undefined where it is short enough
 */
export function foldSame(
  text: string,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): FoldedStretch | undefined {
  const lines = text.split('\n');
  const start = isFirst ? 0 : KEPT_LINES;
  const end = isLast ? lines.length : lines.length - KEPT_LINES;
  const folded = lines.slice(start, end);
  if (folded.filter((line) => line.trim() !== '').length < MIN_FOLDED_LINES) return undefined;
  return {
    before: lines.slice(0, start).join('\n'),
    folded: folded.join('\n'),
    lines: folded.length,
    after: lines.slice(end).join('\n'),
  };
}
