import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Debian's build without the browser's own windows: the same engine for a third less processor time. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const FULL_CHROMIUM = '/usr/bin/chromium';

/** CHROMIUM names another one. */
export const CHROMIUM =
  process.env['CHROMIUM'] ??
  (existsSync(FULL_CHROMIUM) && !existsSync(HEADLESS_SHELL) ? FULL_CHROMIUM : HEADLESS_SHELL);

/**
 * The browser of the tests is the system's: test tools' own downloads fail on closed networks. Installed from
 * Debian's packages when it is missing and we may.
 * @throws Error saying what to install when it cannot be had
 */
export async function ensureChromium(): Promise<void> {
  if (existsSync(CHROMIUM)) return;
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const patient = ['-qq', '-o', 'Acquire::Retries=5', '-o', 'DPkg::Lock::Timeout=120'];
    const install = ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'];
    try {
      await run('apt-get', [...patient, 'update'], { env });
      await run('apt-get', [...patient, ...install], { env });
    } catch (error) {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
  if (existsSync(CHROMIUM)) return;
  throw new Error(
    `The browser tests need Chromium at ${CHROMIUM}. Install it ("apt-get install chromium-headless-shell") or set CHROMIUM to its path.`,
  );
}
