import { basename, dirname } from 'node:path';
import { readSources, type Source } from './read-sources.ts';

/** The only way for a test to a database on the run's server. */
const TEST_DATABASE = 'server/testing/test-database.ts';

/** Whole processes send the same queries as the tests of their parts, at many times the cost. */
const TEST_PROCESSES = ['server/testing/test-process.ts', 'server/embedded-postgres/testing/harness.ts'];

/** Locks, leases, notifications, prepared statements and the planner: what versions differ in, whatever a test is called. */
const DIFFERS_BY_VERSION = /^server\/(?:core\/(?:audit|database|jobs|mail)|features\/search)\//;

/**
 * `database`: test files that ask the run's PostgreSQL, directly or through what they import. `onOldest`: those of them
 * that also run on the oldest version we support. It must understand every statement and need not see every case again:
 * a file beside queries runs there when it is named after them or after their feature, or when they are of a kind that
 * differs by version. Whole processes are left out. `processes`: files that start whole processes, on databases of their
 * own, and wait for them most of the time. `other`: all other test files.
 */
export async function findTestKinds(): Promise<
  Record<'database' | 'onOldest' | 'processes' | 'other', string[]>
> {
  const sources = await readSources();
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const tests = sources.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
  const database = tests.filter((path) => reaches(path, TEST_DATABASE, byPath));
  const processes = tests.filter(
    (path) =>
      !database.includes(path) &&
      (startsProcesses(path, byPath) || byPath.get(path)?.imports.includes('node:child_process')),
  );
  const withQueries = sources.filter(
    ({ path, imports }) =>
      /^server\/(?:core|features)\//.test(path) && !path.endsWith('.test.ts') && imports.includes('kysely'),
  );
  const folders = new Set(withQueries.map(({ path }) => dirname(path)));
  const named = new Set(
    withQueries.flatMap(({ path }) => {
      const folder = dirname(path);
      const names = [
        path.replace(/(?:\.queries)?\.ts$/, ''),
        path.replace(/\.ts$/, ''),
        `${folder}/${basename(folder)}`,
      ];
      return names.map((name) => `${name}.test.ts`);
    }),
  );
  return {
    database,
    onOldest: database.filter(
      (path) =>
        (named.has(path) || (folders.has(dirname(path)) && DIFFERS_BY_VERSION.test(path))) &&
        !startsProcesses(path, byPath),
    ),
    processes,
    other: tests.filter((path) => !database.includes(path) && !processes.includes(path)),
  };
}

const startsProcesses = (path: string, byPath: ReadonlyMap<string, Source>) =>
  TEST_PROCESSES.some((goal) => reaches(path, goal, byPath));

function reaches(start: string, goal: string, byPath: ReadonlyMap<string, Source>): boolean {
  const seen = new Set([start]);
  for (const path of seen) {
    if (path === goal) return true;
    for (const target of byPath.get(path)?.imports ?? []) if (byPath.has(target)) seen.add(target);
  }
  return false;
}
