// `npm test`: everything, in the order in which failures are cheapest. It ends with what failed and a line that counts all.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildWhenNeeded } from './build.ts';
import { ensureChromium } from './chromium.ts';
import {
  countOutcomes,
  describeFailures,
  mergeRerun,
  mergeRestart,
  OUTCOME_VARIABLE,
  type RunOutcome,
  singleOutcome,
} from './test-run/run-outcome.ts';

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');

/** Where more files than this fail, something is broken, and running them again would only take time. */
const MAX_RERUN_FILES = 20;

/** Of one runner: more than twice what the longest needs on a quiet machine. One that hangs ends, says so, and is not restarted. */
const RUNNER_MINUTES = 40;

const EMPTY_OUTCOME: RunOutcome = { files: [], errors: [] };

async function main(): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'promptarium-reports-'));
  const outcomes: RunOutcome[] = [];
  const start = performance.now();
  // What needs nothing of the others runs at the same time; the tests come after, one kind at a time.
  const stages: (() => Promise<RunOutcome>)[][] = [
    [
      // One checker: each of several works out the types they share for itself, on cores that the others here need.
      () => runCheck('types', 'tsc', ['-p', '.', '--checkers', '1']),
      () => runCheck('lint', 'biome', ['ci', '--reporter=summary']),
      () => runCheck('what nothing uses', 'knip', []),
      () => runPreparation('the pages', buildWhenNeeded),
      () => runPreparation('Chromium', ensureChromium),
    ],
    // Processes are started and waited for beside the tests that keep the cores busy: alone at the end they would leave
    // them idle for half a minute.
    [
      () => againWhenBroken(() => runVitest(reports, 'processes', ['--project=processes', '--maxWorkers=2'])),
      () => againWhenBroken(() => runVitest(reports, 'unit and HTTP', ['--project=!processes'])),
    ],
    [() => againWhenBroken(() => runPlaywright(reports))],
  ];
  for (const together of stages) {
    outcomes.push(...(await Promise.all(together.map((stage) => stage().catch(failedStage)))));
  }
  await rm(reports, { recursive: true, force: true });
  const { passed, failed } = countOutcomes(outcomes);
  process.stdout.write(describeFailures(outcomes));
  process.stdout.write(`\n${Math.round((performance.now() - start) / 1000)} s\n`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** A stage that breaks is one failure, and the last line still comes. */
function failedStage(error: unknown): RunOutcome {
  const message = error instanceof Error ? error.message : String(error);
  process.stdout.write(`\n${message}\n`);
  return { ...EMPTY_OUTCOME, errors: [message] };
}

/** What a later stage needs is no test, but failing at it fails the run. */
async function runPreparation(title: string, prepare: () => Promise<unknown>): Promise<RunOutcome> {
  await prepare();
  process.stdout.write(`\n— ${title}: ready —\n`);
  return EMPTY_OUTCOME;
}

/** A tool that only says yes or no counts as one test. What it prints is shown when it ends: others run at the same time. */
async function runCheck(title: string, command: string, args: string[]): Promise<RunOutcome> {
  const child = spawn(join(BIN, command), args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  const [output, code] = await Promise.all([
    Promise.all([child.stdout, child.stderr].map((stream) => text(stream))),
    new Promise<number>((done, failed) => {
      child.on('error', failed);
      child.on('close', (status) => done(status ?? 1));
    }),
  ]);
  process.stdout.write(`\n— ${title} —\n${output.join('')}`);
  return singleOutcome(title, code === 0 ? undefined : output.join(''));
}

/** What went wrong outside every test names no file to run again: it is the whole stage, once. */
async function againWhenBroken(stage: () => Promise<RunOutcome>): Promise<RunOutcome> {
  const first = await stage();
  return first.errors.length === 0 ? first : mergeRestart(first, await stage());
}

/** On PostgreSQL 18, and what asks a database also on Debian's 15 where that is installed (vitest.config.ts). */
async function runVitest(reports: string, kind: string, options: string[]): Promise<RunOutcome> {
  const reporters = ['--reporter=default', '--reporter=./scripts/test-run/vitest-reporter.ts'];
  const outcomeOf = (title: string, args: string[]) =>
    runTests(title, 'vitest', ['run', ...reporters, ...args], join(reports, `${title}.json`));
  const first = await outcomeOf(kind, options);
  const failing = first.files.filter(({ failed }) => failed.length > 0);
  const files = unique(failing.map(({ file }) => join(ROOT, file)));
  if (files.length === 0 || files.length > MAX_RERUN_FILES) return first;
  const projects = unique(failing.map(({ project }) => `--project=${project}`));
  return mergeRerun(
    first,
    await outcomeOf(`${kind}, what failed once more`, ['--maxWorkers=1', ...projects, ...files]),
  );
}

const unique = (texts: readonly string[]) => [...new Set(texts)];

/** What fails is run once more at once (playwright.config.ts). */
const runPlaywright = (reports: string) =>
  runTests(
    'browser',
    'playwright',
    ['test', '--reporter=list,./scripts/test-run/playwright-reporter.ts'],
    join(reports, 'browser.json'),
  );

async function runTests(title: string, command: string, args: string[], file: string): Promise<RunOutcome> {
  // A runner that dies writes none, and the one of the run before must not stand for it.
  await rm(file, { force: true });
  const code = await run(title, command, args, { [OUTCOME_VARIABLE]: file });
  const report = await readFile(file, 'utf8').catch(() => undefined);
  const outcome: RunOutcome = report === undefined ? EMPTY_OUTCOME : JSON.parse(report);
  // A runner that fails without a failed test (it could not start, a global hook) must not pass unseen.
  if (code === 0 || countOutcomes([outcome]).failed > 0) return outcome;
  return { ...outcome, errors: [`${command} ended with ${code} though no test failed.`] };
}

function run(
  title: string,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<number> {
  process.stdout.write(`\n— ${title} —\n`);
  return new Promise((done, failed) => {
    const child = spawn(join(BIN, command), args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, ...env },
      timeout: RUNNER_MINUTES * 60_000,
      killSignal: 'SIGKILL',
    });
    child.on('error', failed);
    child.on('exit', (code) => {
      if (child.killed)
        failed(new Error(`${command} (${title}) did not end within ${RUNNER_MINUTES} minutes.`));
      else done(code ?? 1);
    });
  });
}

await main();
