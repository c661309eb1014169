import { defineConfig } from 'vitest/config';
import { hasDebianPostgres } from './server/testing/debian-postgres.ts';
import { findTestKinds } from './server/testing/find-test-kinds.ts';

const { database, onOldest, processes, other } = await findTestKinds();
const shared = {
  // Only what hangs ends here: on a busy machine everything takes its time.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 100_000 } },
  // Short-lived objects of many requests at once: with the small default a tenth of the processor time is collecting them.
  execArgv: ['--max-semi-space-size=32'],
  globalSetup: ['server/testing/run-folder.global-setup.ts'],
  // The built pages are 2.5 MB of plain JavaScript: Node reads them once a worker, Vitest would for every app.
  server: { deps: { external: [/\/dist\/server\//] } },
};
const onPostgres = {
  ...shared,
  globalSetup: [...shared.globalSetup, 'server/testing/postgres.global-setup.ts'],
};
export default defineConfig({
  test: {
    // More than there are cores: much of it waits, for deadlines, servers and processes.
    maxWorkers: 5,
    // Files share their worker's modules: nothing of ours keeps state in a module, and the code stays compiled.
    isolate: false,
    passWithNoTests: false,
    projects: [
      { test: { ...shared, name: 'unit', include: other } },
      // `npm test` runs these beside the others (scripts/test.ts).
      { test: { ...shared, name: 'processes', include: processes } },
      { test: { ...onPostgres, name: 'postgres18', include: database } },
      // The oldest version we support, where Debian's is installed.
      ...(hasDebianPostgres() ? [{ test: { ...onPostgres, name: 'postgres15', include: onOldest } }] : []),
    ],
  },
});
