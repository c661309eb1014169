import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const BINARIES = '/usr/lib/postgresql/15/bin';

export interface DebianPostgres {
  url: string;
  stop(): Promise<void>;
}

/** A throw-away server of Debian's PostgreSQL 15 on a socket of its own; undefined where it is not installed. */
export async function startDebianPostgres(): Promise<DebianPostgres | undefined> {
  if (!existsSync(join(BINARIES, 'initdb'))) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'promptarium-pg15-'));
  const owner = unprivilegedOwner();
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  mkdirSync(socket, { mode: 0o700 });
  if (owner) for (const path of [folder, socket]) chownSync(path, owner.uid, owner.gid);

  const run = (command: string, args: string[]) => {
    const result = spawnSync(join(BINARIES, command), args, {
      ...owner,
      cwd: folder,
      encoding: 'utf8',
      // pg_ctl's server keeps what it inherits: a pipe would never end.
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
    });
    if (result.status !== 0) throw new Error(`PostgreSQL 15: ${command} ended with ${result.status}`);
  };
  run('initdb', [
    '-D',
    data,
    '-U',
    'tester',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  const settings = `-c listen_addresses='' -c unix_socket_directories=${socket} -c fsync=off -c max_connections=100`;
  run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start']);
  return {
    url: `postgresql://tester:tester@localhost:5432/postgres?host=${encodeURIComponent(socket)}`,
    async stop() {
      run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses root; `nobody` owns nothing of ours. */
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
