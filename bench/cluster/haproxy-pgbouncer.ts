import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../processes.ts';

const EXAMPLES = join(ROOT, 'docs', 'cluster');

/** Not 0: PgBouncer refuses root. */
const NOBODY = 65_534;

/** @throws Error with the command that installs what is missing */
export function requirePrograms(): void {
  const missing = ['haproxy', 'pgbouncer'].filter((name) => spawnSync(name, ['-v']).error !== undefined);
  if (missing.length > 0)
    throw new Error(`Missing: ${missing.join(', ')}. apt-get install haproxy pgbouncer postgresql`);
}

/** An example of the documentation with addresses of this machine: what is shown there is what runs here. */
async function exampleWith(name: string, changes: Readonly<Record<string, string>>): Promise<string> {
  let config = await readFile(join(EXAMPLES, name), 'utf8');
  for (const [shown, here] of Object.entries(changes)) {
    if (!config.includes(shown)) throw new Error(`docs/cluster/${name} does not say ${shown}`);
    config = config.replaceAll(shown, here);
  }
  return config;
}

/** @returns its version keeps prepared statements in transaction mode */
export async function startPgBouncer(options: {
  folder: string;
  port: number;
  /** Folders of their sockets. */
  primary: string;
  replica: string;
  login: { user: string; password: string };
}): Promise<{ keepsStatements: boolean; stop(): Promise<void> }> {
  const { folder, port, primary, replica, login } = options;
  const [, minor = '0'] =
    /1\.(\d+)/.exec(spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' }).stdout) ?? [];
  const keepsStatements = Number(minor) >= 21;
  await mkdir(folder, { recursive: true });
  const users = join(folder, 'userlist.txt');
  await writeFile(users, `"${login.user}" "${login.password}"\n`);
  const config = await exampleWith('pgbouncer.ini', {
    'host=10.0.0.21': `host=${primary}`,
    'host=10.0.0.22': `host=${replica}`,
    '10.0.0.20': '127.0.0.1',
    'listen_port = 6432': `listen_port = ${port}`,
    '/etc/pgbouncer/userlist.txt': users,
  });
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, keepsStatements ? `${config}max_prepared_statements = 200\n` : config);
  if (process.getuid?.() === 0) for (const path of [folder, users, file]) await chown(path, NOBODY, NOBODY);
  const program = start('pgbouncer', ['-q', ...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file]);
  await untilListening(port);
  return { keepsStatements, stop: program.stop };
}

export interface HaProxy {
  /** Resolves when its checks have found all nodes up, or as many as asked for. */
  untilUp(count: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startHaProxy(options: {
  folder: string;
  port: number;
  nodePorts: readonly number[];
}): Promise<HaProxy> {
  const { folder, port, nodePorts } = options;
  const socket = join(folder, 'haproxy.sock');
  const nodes = nodePorts.map((nodePort, index) => [`10.0.0.1${index + 1}:3000`, `127.0.0.1:${nodePort}`]);
  const config = await exampleWith('haproxy.cfg', {
    '/run/haproxy/admin.sock': socket,
    '10.0.0.10:80': `127.0.0.1:${port}`,
    ...Object.fromEntries(nodes),
  });
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, config);
  const program = start('haproxy', ['-db', '-q', '-f', file]);
  await untilListening(port);
  return {
    async untilUp(count) {
      while ((await nodesUp(socket)) !== count) await sleep(50);
    },
    stop: program.stop,
  };
}

/** The 18th column of its statistics is the status: UP, DOWN, or UP 1/2 on the way. */
async function nodesUp(socket: string): Promise<number> {
  const connection = connect(socket);
  connection.write('show stat\n');
  const lines = (await text(connection)).split('\n').map((line) => line.split(','));
  return lines.filter(
    ([backend, name, ...rest]) => backend === 'nodes' && name !== 'BACKEND' && rest[15] === 'UP',
  ).length;
}

function start(command: string, args: readonly string[]): { stop(): Promise<void> } {
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  return {
    async stop() {
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(2000).then(() => child.kill('SIGKILL'))]);
    },
  };
}

async function untilListening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isOpen = await new Promise<boolean>((done) => {
      const probe = connect(port, '127.0.0.1', () => done(true));
      probe.on('error', () => done(false));
      probe.on('connect', () => probe.destroy());
    });
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error(`Nothing listens on port ${port}.`);
}
