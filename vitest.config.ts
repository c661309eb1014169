import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench,sandbox}/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    // Tests wait for real servers and processes; none may need half a minute.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // One more than there are cores: much of it waits, for clocks, servers and processes.
    maxWorkers: 3,
    passWithNoTests: false,
  },
});
