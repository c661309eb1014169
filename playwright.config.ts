import { defineConfig } from '@playwright/test';
import { CHROMIUM } from './scripts/chromium.ts';

const PAYING = /(?:account|billing[a-z-]*|renewals)\.e2e\.ts$/;
const MEMBERS =
  /(?:admin|admin-lists|comments|connected-apps|exports|member-prompts|member-search|members|orders|prompt-journey|session-ended|untrusted-content)\.e2e\.ts$/;

/** Debian's Chromium: browsers are never downloaded. The flags keep it from calling anybody. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  workers: 3,
  // What moves is seen by visitors: elsewhere it would only cost time.
  // Members and payers share their app: one worker each, in the order of their files' names. Three workers, because much of
  // a test waits for its page.
  projects: [
    {
      name: 'paying',
      testMatch: PAYING,
      fullyParallel: false,
      workers: 1,
      use: { reducedMotion: 'reduce' },
    },
    {
      name: 'members',
      testMatch: MEMBERS,
      fullyParallel: false,
      workers: 1,
      use: { reducedMotion: 'reduce' },
    },
    {
      name: 'visitors',
      testIgnore: [PAYING, MEMBERS],
      fullyParallel: true,
    },
  ],
  // `npm test` names what passes only then: it is a defect to be mended, not a reason to refuse a change.
  retries: 1,
  forbidOnly: true,
  // Only what is broken ends here: on a busy machine everything takes its time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  globalSetup: './e2e/global-setup.ts',
  use: {
    browserName: 'chromium',
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page begins in the process of the one before, where its scripts are compiled already.
        '--renderer-process-limit=1',
      ],
    },
  },
});
