// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer): installs what the lockfile
// says when that is missing or older, then refuses a Node the app does not run on. No dependency may be imported here.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Not import.meta.dirname: Node has it from 20.11 only.
const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Line 1: the lockfile that was installed. Line 2: the Node that was tried and runs. */
const MARK = join(ROOT, 'node_modules', '.promptarium-lock');
const PACKAGED_NODE = join(ROOT, 'node_modules', '.bin', 'node');
const NEEDED_NODE = 24;

function fail(message) {
  process.stderr.write(`\n  ${message}\n\n`);
  process.exit(1);
}

function readMark() {
  const [lock = '', node = ''] = existsSync(MARK) ? readFileSync(MARK, 'utf8').split('\n') : [];
  return { lock, node };
}

function hashOfLockfile() {
  return createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .digest('hex');
}

function install() {
  const label = '  Installing dependencies';
  if (process.stdout.isTTY) process.stdout.write(`${label}…`);
  const startedAt = performance.now();
  // No dependency may run an install script: newer npm blocks them, and none of ours needs one. Only errors are
  // shown: npm runs on the machine's Node here, and would warn of every package that asks for the one being installed.
  const quiet = ['--loglevel=error', '--no-progress', '--no-audit', '--no-fund'];
  const npm = process.env.npm_execpath ? [process.execPath, [process.env.npm_execpath]] : ['npm', []];
  const result = spawnSync(
    npm[0],
    [...npm[1], 'ci', '--ignore-scripts', '--include=dev', '--include=optional', ...quiet],
    {
      cwd: ROOT,
      // Standard output would only count packages.
      stdio: ['ignore', 'ignore', 'inherit'],
      // NODE_ENV=production would leave out what builds the pages.
      env: { ...process.env, NODE_ENV: 'development' },
    },
  );
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  if (result.status !== 0) fail('Installing failed: see the messages of npm above.');
  // The same form as scripts/time-step.ts, which cannot be loaded here.
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
  process.stdout.write(`${label.padEnd(28)} ${seconds.padStart(6)} s\n`);
}

/** The Node that scripts run by npm get: the packaged one comes first in their PATH. */
function scriptNode() {
  return existsSync(PACKAGED_NODE) ? PACKAGED_NODE : process.execPath;
}

/** Another program, or another build of it, has another of these. */
function identityOf(program) {
  const { size, mtimeMs } = statSync(program);
  return `${program} ${size} ${mtimeMs}`;
}

function requireNode() {
  const probe = spawnSync(scriptNode(), ['-p', 'process.versions.node'], { encoding: 'utf8' });
  const version = probe.status === 0 ? probe.stdout.trim() : '';
  if (Number(version.split('.')[0]) >= NEEDED_NODE) return;
  if (existsSync(PACKAGED_NODE) && version === '') {
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
const mark = readMark();
const lock = hashOfLockfile();
if (mark.lock !== lock) install();
const node = identityOf(scriptNode());
if (mark.lock !== lock || mark.node !== node) {
  // Recorded before the Node is tried, so that a refused Node does not cause another install.
  writeFileSync(MARK, lock);
  requireNode();
  writeFileSync(MARK, `${lock}\n${node}`);
}
