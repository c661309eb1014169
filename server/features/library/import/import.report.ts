/** Something to fix in a file; `line` from 1. JSON has none: its messages begin with a path. */
export interface ImportProblem {
  line?: number;
  message: string;
}

export interface ImportChange {
  title: string;
  isNew: boolean;
}

export interface ImportReport {
  read: number;
  added: number;
  changed: number;
  unchanged: number;
  /** `locked` ones included; of the others `skips` gives the reason. */
  skipped: number;
  failed: number;
  /** What is new or changed, the first two hundred. */
  changes: ImportChange[];
  /** The first twenty. */
  skips: ImportProblem[];
  /** The first twenty; `problemCount` counts all. */
  problems: ImportProblem[];
  problemCount: number;
  /** Rows of type STRUCTURED that are no JSON and were kept as plain text. */
  brokenJson: number;
  /** Entries of an export without a text, because the member who exported them could not read it. */
  locked: number;
  /** Columns of a CSV that nothing was read from. */
  ignoredColumns: string[];
}

/** More would scroll away, and would have to be kept until the end. */
const MAX_SHOWN = 20;

const MAX_SHOWN_CHANGES = 200;

/** Why an entry is left out. */
export const RETIRED = 'was retired by staff: bring it back first';

export function newReport(): ImportReport {
  return {
    read: 0,
    added: 0,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    failed: 0,
    changes: [],
    skips: [],
    problems: [],
    problemCount: 0,
    brokenJson: 0,
    locked: 0,
    ignoredColumns: [],
  };
}

/** One row or entry that cannot be imported, with all its problems. */
export function addFailure(report: ImportReport, problems: readonly ImportProblem[]): void {
  report.failed++;
  report.problemCount += problems.length;
  report.problems.push(...problems.slice(0, MAX_SHOWN - report.problems.length));
}

/** One row or entry that is written. */
export function addChange(report: ImportReport, change: ImportChange): void {
  if (change.isNew) report.added++;
  else report.changed++;
  if (report.changes.length < MAX_SHOWN_CHANGES) report.changes.push(change);
}

/** One valid row or entry that is left out, and why. */
export function addSkip(report: ImportReport, reason: ImportProblem): void {
  report.skipped++;
  if (report.skips.length < MAX_SHOWN) report.skips.push(reason);
}

/** The target does not exist, or the file is of a kind that cannot be imported; the message says what can. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}
