// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer): installs what the lockfile
// says when that is missing or older, then refuses a Node the app does not run on. No dependency may be imported here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname: Node has it from 20.11 only.
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MARK = join(ROOT, 'node_modules', '.promptarium-lock');
const NEEDED_NODE = 24;

function fail(message) {
  process.stderr.write(`\n  ${message}\n\n`);
  process.exit(1);
}

function installWhenNeeded() {
  const lock = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
  if (existsSync(MARK) && readFileSync(MARK, 'utf8') === lock) return;
  process.stdout.write('Installing dependencies from the lockfile…\n');
  // No dependency may run an install script: newer npm blocks them, and none of ours needs one.
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  const result = spawnSync(
    npm[0],
    [...npm[1], 'ci', '--ignore-scripts', '--include=dev', '--include=optional'],
    {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      // NODE_ENV=production would leave out what builds the pages.
      env: { ...process.env, NODE_ENV: 'development' },
    },
  );
  if (result.status !== 0) fail('Installing failed: see the messages of npm above.');
  writeFileSync(MARK, lock);
}

/** The Node that scripts run by npm get: the packaged one comes first in their PATH. */
function requireNode() {
  const packaged = join(ROOT, 'node_modules', '.bin', 'node');
  const isPackaged = existsSync(packaged);
  const probe = spawnSync(isPackaged ? packaged : process.execPath, ['-p', 'process.versions.node'], {
    encoding: 'utf8',
  });
  const version = probe.status === 0 ? probe.stdout.trim() : '';
  if (Number(version.split('.')[0]) >= NEEDED_NODE) return;
  if (isPackaged && version === '') {
    fail(
      `The Node ${NEEDED_NODE} that came with the dependencies does not run on this machine (${probe.error?.message ?? probe.stderr.trim()}). ` +
        `It needs a Linux with glibc; elsewhere use the Dockerfile.`,
    );
  }
  fail(
    `Node ${NEEDED_NODE} or newer is needed, found ${version || process.versions.node}. On Linux (x64, arm64) it comes with ` +
      `the dependencies; elsewhere please install it from nodejs.org and try again.`,
  );
}

if (Number(process.versions.node.split('.')[0]) < 20) fail('Node 20 or newer is needed to begin with.');
installWhenNeeded();
requireNode();
