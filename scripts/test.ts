// `npm test`: everything, in the order in which failures are cheapest. Its last line counts all of it.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildWhenNeeded } from './build.ts';
import { ensureChromium } from './chromium.ts';
import { startDebianPostgres } from './debian-postgres.ts';

interface Count {
  passed: number;
  failed: number;
}

const ROOT = join(import.meta.dirname, '..');
const BIN = join(ROOT, 'node_modules', '.bin');

/** Every test that speaks HTTP and asks a database; they run a second time on Debian's PostgreSQL 15 where that is installed. */
const HTTP_TESTS = [
  'server/app.test.ts',
  'server/canary.test.ts',
  'server/fuzz.test.ts',
  'server/features',
  'server/core/http',
  'server/core/pages',
  'sandbox/demo.test.ts',
  'sandbox/identity.test.ts',
];

async function main(): Promise<void> {
  const reports = await mkdtemp(join(tmpdir(), 'promptarium-reports-'));
  const stages: (() => Promise<Count>)[] = [
    () => runCheck('types', 'tsc', ['-p', '.']),
    () => runCheck('lint', 'biome', ['ci', '--reporter=summary']),
    () => runPreparation('the pages', buildWhenNeeded),
    () => runVitest('unit and HTTP', reports, 'unit', []),
    () => runOnPostgres15(reports),
    () => runPreparation('Chromium', async () => ensureChromium()),
    () => runPlaywright(reports),
  ];
  const total: Count = { passed: 0, failed: 0 };
  const start = performance.now();
  for (const stage of stages) {
    const count = await stage().catch(failedStage);
    total.passed += count.passed;
    total.failed += count.failed;
  }
  await rm(reports, { recursive: true, force: true });
  process.stdout.write(`\n${Math.round((performance.now() - start) / 1000)} s\n`);
  process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** A stage that breaks is one failure, and the last line still comes. */
function failedStage(error: unknown): Count {
  process.stdout.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  return { passed: 0, failed: 1 };
}

/** What a later stage needs is no test, but failing at it fails the run. */
async function runPreparation(title: string, prepare: () => Promise<unknown>): Promise<Count> {
  process.stdout.write(`\n— ${title} —\n`);
  await prepare();
  return { passed: 0, failed: 0 };
}

/** A tool that only says yes or no counts as one test. */
async function runCheck(title: string, command: string, args: string[]): Promise<Count> {
  const code = await run(title, command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function runVitest(
  title: string,
  reports: string,
  name: string,
  args: string[],
  env: Record<string, string> = {},
): Promise<Count> {
  const file = join(reports, `${name}.json`);
  const code = await run(
    title,
    'vitest',
    ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
  );
  const report = await readReport<{ numPassedTests: number; numFailedTests: number }>(file);
  return countWithCode(code, { passed: report?.numPassedTests ?? 0, failed: report?.numFailedTests ?? 0 });
}

async function runOnPostgres15(reports: string): Promise<Count> {
  const server = await startDebianPostgres();
  if (!server) {
    process.stdout.write('\n— HTTP on PostgreSQL 15: not run, its binaries are not installed —\n');
    return { passed: 0, failed: 0 };
  }
  try {
    return await runVitest('HTTP on PostgreSQL 15', reports, 'postgres15', HTTP_TESTS, {
      TEST_DATABASE_URL: server.url,
    });
  } finally {
    await server.stop();
  }
}

async function runPlaywright(reports: string): Promise<Count> {
  const file = join(reports, 'browser.json');
  const code = await run('browser', 'playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const report = await readReport<{ stats: { expected: number; unexpected: number; flaky: number } }>(file);
  const stats = report?.stats;
  return countWithCode(code, {
    passed: stats?.expected ?? 0,
    failed: (stats?.unexpected ?? 0) + (stats?.flaky ?? 0),
  });
}

/** A runner that fails without a failed test (it could not start, a stray error) must not pass unseen. */
function countWithCode(code: number, count: Count): Count {
  return code !== 0 && count.failed === 0 ? { ...count, failed: 1 } : count;
}

async function readReport<T>(file: string): Promise<T | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
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
    });
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? 1));
  });
}

await main();
