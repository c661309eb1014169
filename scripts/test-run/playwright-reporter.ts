import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type Failure, type FileOutcome, OUTCOME_VARIABLE, type RunOutcome } from './run-outcome.ts';

const ROOT = process.cwd();

export default class OutcomeReporter implements Reporter {
  readonly #outcome: RunOutcome = { files: [], errors: [] };
  #tests: readonly TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError(error: TestError): void {
    this.#outcome.errors.push(messageOf(error));
  }

  onEnd(): void {
    const byFile = new Map<string, FileOutcome>();
    for (const test of this.#tests) {
      const [, project = '', , ...titles] = test.titlePath();
      const file = relative(ROOT, test.location.file);
      const outcome = byFile.get(file) ?? { project, file, passed: 0, failed: [], flaky: [] };
      byFile.set(file, outcome);
      const failure = failureOf(test, titles.join(' › '));
      if (test.outcome() === 'unexpected') outcome.failed.push(failure);
      if (test.outcome() === 'flaky') outcome.flaky.push(failure);
      if (test.outcome() === 'flaky' || test.outcome() === 'expected') outcome.passed += 1;
    }
    this.#outcome.files.push(...byFile.values());
    writeFileSync(process.env[OUTCOME_VARIABLE] ?? '', JSON.stringify(this.#outcome));
  }

  printsToStdio(): boolean {
    return false;
  }
}

function failureOf(test: TestCase, name: string): Failure {
  const [error] = test.results.flatMap(({ errors }) => errors);
  return { name, message: error ? messageOf(error) : 'It failed without saying why.' };
}

function messageOf({ message, value, location }: TestError): string {
  const at = location ? `at ${relative(ROOT, location.file)}:${location.line}` : '';
  return [message ?? value ?? '', at].join('\n');
}
