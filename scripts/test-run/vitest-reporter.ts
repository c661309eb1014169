import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { type Failure, type FileOutcome, OUTCOME_VARIABLE, type RunOutcome } from './run-outcome.ts';

const ROOT = process.cwd();

/** Unlike Vitest's own JSON report it knows the project of a file, and errors that belong to no test. */
export default class OutcomeReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const outcome: RunOutcome = {
      files: modules.map(outcomeOf),
      errors: unhandled.map((error) => messageOf([error])),
    };
    writeFileSync(process.env[OUTCOME_VARIABLE] ?? '', JSON.stringify(outcome));
  }
}

function outcomeOf(module: TestModule): FileOutcome {
  const failed = [
    ...[module, ...module.children.allSuites()].flatMap(ownFailure),
    ...[...module.children.allTests('failed')].map(failureOf),
  ];
  return {
    project: module.project.name,
    file: module.relativeModuleId,
    passed: [...module.children.allTests('passed')].length,
    failed,
    flaky: [],
  };
}

/** A file that does not load, and hooks before and after all tests. */
function ownFailure(suite: TestModule | TestSuite): Failure[] {
  const errors = suite.errors();
  const name = suite.type === 'suite' ? `${nameOf(suite)} (its hooks)` : '(loading it, or its hooks)';
  return errors.length === 0 ? [] : [{ name, message: messageOf(errors) }];
}

const failureOf = (test: TestCase): Failure => ({
  name: nameOf(test),
  message: messageOf(test.result().errors ?? []),
});

const nameOf = (task: TestCase | TestSuite) => task.fullName.replaceAll(' > ', ' › ');

function messageOf([error]: readonly SerializedError[]): string {
  if (!error) return 'It failed without saying why.';
  const [frame] = error.stacks ?? [];
  const at = frame ? `at ${relative(ROOT, frame.file)}:${frame.line}` : '';
  // The difference between what was expected and what came.
  const difference = typeof error['diff'] === 'string' ? error['diff'] : '';
  return [error.message, at, difference].join('\n');
}
