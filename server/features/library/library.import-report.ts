import type { RowProblem } from './library.csv.ts';

/** Something to mend in a file; `line` from 1. JSON has none: its messages begin with a path. */
export interface EntryProblem {
  line?: number;
  message: string;
}

export interface ImportReport<Problem extends EntryProblem = RowProblem> {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  /** Of which `locked` need no saying why; of the others `skips` does. */
  skipped: number;
  failed: number;
  /** The first twenty. */
  skips: Problem[];
  /** The first twenty; `problemCount` counts all. */
  problems: Problem[];
  problemCount: number;
  /** Rows said to be structured that are no JSON and were kept as plain text. */
  brokenJson: number;
  /** Entries of an export without a text, because the member who exported them could not read it. */
  locked: number;
}

/** More scroll away, and would all be kept until the end. */
const SHOWN = 20;

export function newReport<Problem extends EntryProblem>(): ImportReport<Problem> {
  return {
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    skips: [],
    problems: [],
    problemCount: 0,
    brokenJson: 0,
    locked: 0,
  };
}

/** One row or entry that cannot be imported, with all that is wrong with it. */
export function addFailure<Problem extends EntryProblem>(
  report: ImportReport<Problem>,
  problems: readonly Problem[],
): void {
  report.failed++;
  report.problemCount += problems.length;
  report.problems.push(...problems.slice(0, SHOWN - report.problems.length));
}

/** One row or entry that is left out although nothing is wrong with it, and why. */
export function addSkip<Problem extends EntryProblem>(report: ImportReport<Problem>, reason: Problem): void {
  report.skipped++;
  if (report.skips.length < SHOWN) report.skips.push(reason);
}

/** What is to be imported names something that is not there, or is nothing that can be imported; the message says what can. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
