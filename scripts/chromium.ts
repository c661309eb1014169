import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian puts it; CHROMIUM names another. */
export const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/**
 * The browser of the tests is the system's: test tools' own downloads fail on closed networks. Installed from
 * Debian's packages when it is missing and we may.
 * @throws Error saying what to install when it cannot be had
 */
export function ensureChromium(): void {
  if (existsSync(CHROMIUM)) return;
  const isRoot = process.getuid?.() === 0;
  const hasApt = spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
  if (isRoot && hasApt) {
    process.stdout.write('Installing Chromium for the browser tests…\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: 'inherit',
      env,
    });
  }
  if (existsSync(CHROMIUM)) return;
  throw new Error(
    `The browser tests need Chromium at ${CHROMIUM}. Install it ("apt-get install chromium") or set CHROMIUM to its path.`,
  );
}
