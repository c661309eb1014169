import { dirname } from 'node:path';
import { readSources, type Source } from './read-sources.ts';

/** The only way for a test to a database on the run's server. */
const TEST_DATABASE = 'server/testing/test-database.ts';

/** Whole processes send the same queries as the tests of their parts, at many times the cost. */
const TEST_PROCESS = 'server/testing/test-process.ts';

/**
 * `database`: test files that ask the run's PostgreSQL, directly or through what they import. `withQueries`: those of
 * them next to code that has queries of its own, without those that start whole processes; they run on every version
 * we support. `other`: all other test files.
 */
export async function findDatabaseTests(): Promise<Record<'database' | 'withQueries' | 'other', string[]>> {
  const sources = await readSources();
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const tests = sources.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'));
  const database = tests.filter((path) => reaches(path, TEST_DATABASE, byPath));
  const foldersWithQueries = new Set(
    sources
      .filter(
        ({ path, imports }) =>
          /^server\/(?:core|features)\//.test(path) &&
          !path.endsWith('.test.ts') &&
          imports.includes('kysely'),
      )
      .map(({ path }) => dirname(path)),
  );
  return {
    database,
    withQueries: database.filter(
      (path) => foldersWithQueries.has(dirname(path)) && !reaches(path, TEST_PROCESS, byPath),
    ),
    other: tests.filter((path) => !database.includes(path)),
  };
}

function reaches(start: string, goal: string, byPath: ReadonlyMap<string, Source>): boolean {
  const seen = new Set([start]);
  for (const path of seen) {
    if (path === goal) return true;
    for (const target of byPath.get(path)?.imports ?? []) if (byPath.has(target)) seen.add(target);
  }
  return false;
}
