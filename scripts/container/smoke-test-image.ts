// The image without a container engine: as root on Debian, `npm run container:try -- [FOLDER]` runs every
// command of the Dockerfile in a chroot made by debootstrap (kept in the folder, if one is named), then starts what the
// image starts, as its user, with namespaces of its own and a read-only root. Needs debootstrap.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.ts';
import { type Instruction, readDockerfile, stagesOf } from './dockerfile.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MIRROR = 'http://deb.debian.org/debian';
/** As in the official Node image. */
const NODE_USER = 1000;

const root = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'promptarium-image-'));
const inside = (path: string) => join(root, path);

function run(command: string, args: string[], description = `${command} ${args.join(' ')}`): string {
  const startedAt = performance.now();
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e9 });
  if (status !== 0)
    throw new Error(`${description}: exit code ${status}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
  console.log(
    `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${description.slice(0, 130)}`,
  );
  return stdout;
}

const inChroot = (command: string, directory = '/') =>
  run('chroot', [root, 'sh', '-ec', `cd ${directory}; ${command}`], `RUN ${command}`);

/** node:24-bookworm-slim, as far as our Dockerfile can tell: Debian, Node and npm, the user `node`. */
function makeBase(): void {
  if (!existsSync(inside('etc/debian_version')))
    run('debootstrap', ['--variant=minbase', 'bookworm', root, MIRROR]);
  cpSync(process.execPath, inside('usr/local/bin/node'));
  const npm = join(realpathSync(run('sh', ['-c', 'command -v npm']).trim()), '..', '..');
  cpSync(npm, inside('usr/local/lib/node_modules/npm'), { recursive: true });
  inChroot('ln -sf ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm');
  inChroot(`id node >/dev/null 2>&1 || useradd --uid ${NODE_USER} --create-home node`);
  cpSync('/etc/resolv.conf', inside('etc/resolv.conf'));
}

function carryOut(stage: readonly Instruction[]): void {
  let directory = '/';
  for (const { name, value } of stage) {
    if (name === 'WORKDIR') {
      directory = value;
      mkdirSync(inside(value), { recursive: true });
    }
    if (name === 'RUN') inChroot(value, directory);
    if (name === 'COPY' && !value.includes('--from')) copy(value.split(' '), directory);
  }
}

/** From the checkout, without what .dockerignore names. */
function copy(words: readonly string[], directory: string): void {
  const target = words.at(-1) ?? '';
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  for (const source of words.slice(0, -1)) {
    const from = join(ROOT, source);
    const to = source === '.' ? inside(join(directory, target)) : inside(join(directory, target, source));
    cpSync(from, to, {
      recursive: true,
      filter: (path) => !ignored.some((name) => path === join(ROOT, name)),
    });
  }
}

async function start(stage: readonly Instruction[]): Promise<void> {
  const wordsOf = (name: string) => stage.find((instruction) => instruction.name === name)?.value ?? '';
  const port = await freePort();
  const words: string[] = [...JSON.parse(wordsOf('ENTRYPOINT')), ...JSON.parse(wordsOf('CMD'))];
  // The folders of a container: /data as its volume, /tmp in memory, everything else read-only.
  const script = [
    `mount --bind ${root} ${root} && mount -t tmpfs tmpfs ${root}/tmp && mount --bind ${root}/data ${root}/data`,
    `mount -t proc proc ${root}/proc && mount -o remount,bind,ro ${root}`,
    `! touch ${root}/app/written 2>/dev/null`,
    `exec chroot --userspec=${NODE_USER}:${NODE_USER} ${root} env -i PATH=/usr/local/bin:/usr/bin:/bin ${wordsOf('ENV')} PORT=${port} DRAIN_MILLISECONDS=0 sh -c 'cd /app && ! touch /app/written 2>/dev/null && exec ${words.join(' ')}'`,
  ].join(' && ');
  const child = spawn('unshare', ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise<number | null>((done) => child.once('close', done));
  const startedAt = performance.now();
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  while ((await get('/readyz'))?.status !== 200) {
    if (child.exitCode !== null || performance.now() - startedAt > 120_000)
      throw new Error(output.slice(-3000));
    await sleep(100);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const page = await get('/category/fitness');
  const owner = run('sh', [
    '-c',
    `ps -o uid= -C node --ppid $(pgrep -P ${child.pid} | head -1) | tail -1`,
  ]).trim();
  console.log(`ready after ${seconds} s as uid ${owner} with a read-only root; a page: ${page?.status}`);
  // tini is the first process of its namespace.
  run('pkill', ['-TERM', '-P', String(child.pid)]);
  console.log(`SIGTERM ends it with ${await ended}`);
}

makeBase();
const stages = stagesOf(readDockerfile(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')));
rmSync(inside('app'), { recursive: true, force: true });
for (const stage of stages) carryOut(stage);
console.log(run('du', ['-sh', inside('app')], 'size of the app').trim());
await start(stages.at(-1) ?? []);
