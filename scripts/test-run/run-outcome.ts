import { stripVTControlCharacters } from 'node:util';

/** What one run of one file's tests came to. Both runners' reporters write a `RunOutcome` as JSON. */
export interface FileOutcome {
  /** The runner's project: Vitest runs some files once a version of PostgreSQL. */
  project: string;
  /** Relative to the repository. */
  file: string;
  passed: number;
  failed: Failure[];
  /** Failed first, and passed when run again. Part of `passed`. */
  flaky: Failure[];
}

export interface Failure {
  /** Titles from the outermost suite to the test; of a hook or a file that does not load, the suite's. */
  name: string;
  message: string;
}

export interface RunOutcome {
  files: FileOutcome[];
  /** What went wrong outside every test. */
  errors: string[];
}

/** Where a reporter writes its outcome. */
export const OUTCOME_VARIABLE = 'TEST_OUTCOME_FILE';

/** One passed test, or one failed one, of a run that has no files. */
export function singleOutcome(name: string, message?: string): RunOutcome {
  const failed = message === undefined ? [] : [{ name, message }];
  return {
    files: [{ project: '', file: '', passed: failed.length === 0 ? 1 : 0, failed, flaky: [] }],
    errors: [],
  };
}

/** A second run of some files stands for them; what failed in the first and did not in the second is flaky. */
export function mergeRerun(first: RunOutcome, second: RunOutcome): RunOutcome {
  const key = ({ project, file }: FileOutcome) => `${project}:${file}`;
  const rerun = new Map(second.files.map((outcome) => [key(outcome), outcome]));
  const files = first.files.map((before) => {
    const after = rerun.get(key(before));
    if (!after) return before;
    const failing = new Set(after.failed.map(({ name }) => name));
    return { ...after, flaky: before.failed.filter(({ name }) => !failing.has(name)) };
  });
  return { files, errors: [...first.errors, ...second.errors] };
}

/** A second run of everything stands for the first, whose errors outside every test are named as flaky. */
export function mergeRestart(first: RunOutcome, second: RunOutcome): RunOutcome {
  const flaky = first.errors.map((message) => ({ name: 'outside every test', message }));
  return { ...second, files: [...second.files, { project: '', file: '', passed: 0, failed: [], flaky }] };
}

/** How many passed and failed; an error outside every test counts as one failure. */
export function countOutcomes(outcomes: readonly RunOutcome[]): { passed: number; failed: number } {
  let passed = 0;
  let failed = 0;
  for (const { files, errors } of outcomes) {
    failed += errors.length;
    for (const file of files) {
      passed += file.passed;
      failed += file.failed.length;
    }
  }
  return { passed, failed };
}

/** Whoever sees only the last 100 lines of a run shall see the name of everything that failed. */
const WITH_MESSAGE = 8;
const MESSAGE_LINES = 6;

/** The names of what was flaky and of what failed, with the beginning of their messages. Empty when all is well. */
export function describeFailures(outcomes: readonly RunOutcome[]): string {
  const of = (kind: 'flaky' | 'failed') =>
    outcomes.flatMap(({ files }) =>
      files.flatMap(({ project, file, [kind]: failures }) =>
        failures.map(({ name, message }) => ({
          name: [project && `[${project}]`, file, file && '›', name].filter(Boolean).join(' '),
          message,
        })),
      ),
    );
  const errors = outcomes.flatMap((outcome) =>
    outcome.errors.map((message) => ({ name: 'outside every test', message })),
  );
  return (
    describeList('Flaky (passed when run again):', of('flaky')) +
    describeList('Failed:', [...of('failed'), ...errors])
  );
}

function describeList(title: string, failures: readonly Failure[]): string {
  if (failures.length === 0) return '';
  const lines = failures.flatMap(({ name, message }, at) => [
    `  ${name}`,
    ...(at < WITH_MESSAGE ? firstLines(message).map((line) => `      ${line}`) : []),
  ]);
  return `\n${[title, ...lines].join('\n')}\n`;
}

const firstLines = (message: string) =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trimEnd().slice(0, 200))
    .filter((line) => line !== '')
    .slice(0, MESSAGE_LINES);
