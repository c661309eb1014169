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
  /** `skips` says why; `locked` counts those that need no saying. */
  skipped: number;
  failed: number;
  skips: Problem[];
  /** The first twenty; `problemCount` counts all. */
  problems: Problem[];
  problemCount: number;
  /** Rows said to be structured that are no JSON and were kept as plain text. */
  brokenJson: number;
  /** Entries of an export without a text, because the member who exported them could not read it. */
  locked: number;
}

const PROBLEMS_SHOWN = 20;

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
  report.problems.push(...problems.slice(0, PROBLEMS_SHOWN - report.problems.length));
}

/** What is to be imported names something that is not there, or is nothing that can be imported; the message says what can. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
}
