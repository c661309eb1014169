import { diffLines, diffWordsWithSpace } from 'diff';
import type { Variable } from '#contract/prompts.ts';
import type { DiffSegment, VersionText } from '#contract/versions.ts';

/**
 * Additions and removals of words that are looked for, in two whole texts and in two passages: the time grows with their
 * square, and above that nearly every word differs. The process does nothing else in the meantime: 20 ms.
 */
const MAX_EDITS = { texts: 250, passages: 80 };
/** Passages that are compared word by word where the whole texts are not; the others are shown one after the other. */
const MAX_PASSAGES = 20;
/** Longer texts are compared by lines only; the longest prompts of content/ have a tenth of it. */
const MAX_CHARACTERS = 100_000;

type Comparable = Pick<VersionText, 'title' | 'content' | 'variables'>;

/** What differs between two versions, word by word where there is enough in common. */
export function compareTexts(from: Comparable, to: Comparable): Record<keyof Comparable, DiffSegment[]> {
  return {
    title: compare(from.title, to.title),
    content: compare(from.content, to.content),
    variables: compare(describeVariables(from.variables), describeVariables(to.variables)),
  };
}

export function compare(from: string, to: string): DiffSegment[] {
  const isLong = from.length + to.length > MAX_CHARACTERS;
  const segments = (isLong ? undefined : compareWords(from, to, MAX_EDITS.texts)) ?? compareLines(from, to);
  return segments.filter(({ text }) => text !== '');
}

type Change = { value: string; added: boolean; removed: boolean };

const toSegment = ({ value, added, removed }: Change): DiffSegment => ({
  kind: added ? 'added' : removed ? 'removed' : 'same',
  text: value,
});

/** Undefined where too much differs. */
function compareWords(from: string, to: string, maxEditLength: number): DiffSegment[] | undefined {
  const changes = diffWordsWithSpace(from, to, { maxEditLength });
  return changes && joinAcrossSpaces(changes.map(toSegment));
}

/** By lines, and those that replace each other by words. */
function compareLines(from: string, to: string): DiffSegment[] {
  const changes = diffLines(from, to, { maxEditLength: MAX_EDITS.texts });
  const lines = changes?.map(toSegment) ?? toReplacement(from, to);
  let passages = 0;
  return lines.flatMap((line, index) => {
    const before = lines[index - 1];
    const next = lines[index + 1];
    if (line.kind === 'added' && before?.kind === 'removed') return [];
    if (line.kind !== 'removed' || next?.kind !== 'added') return [line];
    passages += 1;
    const isCompared = passages <= MAX_PASSAGES && line.text.length + next.text.length <= MAX_CHARACTERS;
    return (
      (isCompared ? compareWords(line.text, next.text, MAX_EDITS.passages) : undefined) ??
      toReplacement(line.text, next.text)
    );
  });
}

const toReplacement = (from: string, to: string): DiffSegment[] => [
  { kind: 'removed', text: from },
  { kind: 'added', text: to },
];

/** "a bed" that became "two beds" reads better as one change than as two around a space. */
function joinAcrossSpaces(segments: readonly DiffSegment[]): DiffSegment[] {
  const joined: DiffSegment[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    joined.push(...toReplacement(removed, added).filter(({ text }) => text !== ''));
    removed = '';
    added = '';
  };
  for (const [index, { kind, text }] of segments.entries()) {
    const isBetween = removed + added !== '' && /^[ \t]+$/.test(text) && segments[index + 1] !== undefined;
    if (kind === 'removed' || (kind === 'same' && isBetween)) removed += text;
    if (kind === 'added' || (kind === 'same' && isBetween)) added += text;
    if (kind === 'same' && !isBetween) {
      flush();
      joined.push({ kind, text });
    }
  }
  flush();
  return joined;
}

/** A line for each, as people read them. */
function describeVariables(variables: readonly Variable[]): string {
  return variables.map((variable) => `${describeVariable(variable)}\n`).join('');
}

function describeVariable({
  name,
  label,
  type,
  required,
  default: initial,
  options,
  help,
}: Variable): string {
  const parts = [
    `[${name}] ${label}`,
    type,
    ...(required ? ['required'] : []),
    ...(initial === undefined ? [] : [`default: ${initial}`]),
    ...(options ? [`options: ${options.join(', ')}`] : []),
    ...(help === undefined ? [] : [`help: ${help}`]),
  ];
  return parts.join('; ');
}
