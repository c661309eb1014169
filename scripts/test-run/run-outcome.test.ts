import { expect, test } from 'vitest';
import {
  countOutcomes,
  describeFailures,
  mergeRerun,
  mergeRestart,
  type RunOutcome,
  singleOutcome,
} from './run-outcome.ts';

const failure = (name: string) => ({ name, message: `${name} is \u001b[31mbroken\u001b[39m\n\nat line 1` });

const file = (name: string, passed: number, failed: string[] = [], project = 'unit') => ({
  project,
  file: name,
  passed,
  failed: failed.map(failure),
  flaky: [],
});

const first: RunOutcome = {
  files: [
    file('a.test.ts', 10),
    file('b.test.ts', 3, ['slow', 'wrong']),
    file('b.test.ts', 5, [], 'postgres15'),
    file('c.test.ts', 0, ['(loading it, or its hooks)']),
  ],
  errors: [],
};

test('a rerun replaces the files it ran: a test that passes then is flaky, one that fails again has failed', () => {
  const merged = mergeRerun(first, {
    files: [file('b.test.ts', 4, ['wrong']), file('c.test.ts', 7)],
    errors: [],
  });
  expect(countOutcomes([merged])).toEqual({ passed: 10 + 4 + 5 + 7, failed: 1 });
  expect(describeFailures([merged])).toBe(
    [
      '',
      'Flaky (passed when run again):',
      '  [unit] b.test.ts › slow',
      '      slow is broken',
      '      at line 1',
      '  [unit] c.test.ts › (loading it, or its hooks)',
      '      (loading it, or its hooks) is broken',
      '      at line 1',
      '',
      'Failed:',
      '  [unit] b.test.ts › wrong',
      '      wrong is broken',
      '      at line 1',
      '',
    ].join('\n'),
  );
});

test('a rerun that ends without an outcome changes nothing and is reported as an error', () => {
  const merged = mergeRerun(first, { files: [], errors: ['vitest ended with 1 though no test failed.'] });
  expect(countOutcomes([merged])).toEqual({ passed: 18, failed: 4 });
  expect(describeFailures([merged])).toContain(
    '  outside every test\n      vitest ended with 1 though no test failed.\n',
  );
});

test('a restart of the whole run replaces the first, whose errors count as flaky', () => {
  const broken: RunOutcome = { files: first.files, errors: ['a stray rejection'] };
  const merged = mergeRestart(broken, { files: [file('a.test.ts', 10)], errors: [] });
  expect(countOutcomes([merged])).toEqual({ passed: 10, failed: 0 });
  expect(describeFailures([merged])).toBe(
    '\nFlaky (passed when run again):\n  outside every test\n      a stray rejection\n',
  );
  const again = mergeRestart(broken, broken);
  expect(countOutcomes([again])).toEqual({ passed: 18, failed: 4 });
});

test('an error outside every test fails the run, whatever a second run of the files says', () => {
  const merged = mergeRerun({ ...first, errors: ['A stray rejection'] }, { files: [], errors: [] });
  expect(describeFailures([merged])).toContain('  outside every test\n      A stray rejection\n');
});

test('the summary names every failure within 100 lines: messages are shortened, and only the first failures have one', () => {
  const failed = Array.from({ length: 30 }, (_, at) => ({
    name: `number ${at}`,
    message: 'a line\n'.repeat(50),
  }));
  const text = describeFailures([{ files: [{ ...file('a.test.ts', 0), failed }], errors: [] }]);
  expect(text.split('\n').length).toBeLessThan(90);
  for (const { name } of failed) expect(text).toContain(`  [unit] a.test.ts › ${name}\n`);
});

test('a failed check is reported with its output', () => {
  expect(describeFailures([singleOutcome('types')])).toBe('');
  const outcomes = [singleOutcome('types'), singleOutcome('lint', 'Found 1 error.')];
  expect(countOutcomes(outcomes)).toEqual({ passed: 1, failed: 1 });
  expect(describeFailures(outcomes)).toBe('\nFailed:\n  lint\n      Found 1 error.\n');
});
