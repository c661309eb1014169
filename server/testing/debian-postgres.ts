import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTestFolder } from './test-folder.ts';
import { runAsAdmin, type TestPostgres } from './test-postgres.ts';

const PASSWORD = 'tester';
const BINARIES = '/usr/lib/postgresql/15/bin';

export interface DebianPostgres extends TestPostgres {
  /** A streaming replica, reached with the same credentials. Stop it first. */
  startReplica(): Promise<DebianReplica>;
  stop(): Promise<void>;
}

export interface DebianReplica extends TestPostgres {
  /** At once, as by kill. The data stay. */
  kill(): void;
  stop(): Promise<void>;
}

export const hasDebianPostgres = () => existsSync(join(BINARIES, 'initdb'));

/** A throw-away server of Debian's PostgreSQL 15 on a socket of its own. */
export async function startDebianPostgres(): Promise<DebianPostgres> {
  const server = await makeServer();
  const passwordFile = join(server.folder, 'password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  const encoding = ['--encoding=UTF8', '--locale=C.UTF-8'];
  const login = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  server.run('initdb', ['-D', server.data, ...login, ...encoding, '--no-sync']);
  server.start();
  const connection = { host: server.socket, port: 5432, user: 'tester', password: PASSWORD };
  // As the embedded one has them: an ordinary role for the app, and the superuser under the same password.
  const superuser = { connection: { ...connection, user: 'postgres' } };
  await runAsAdmin(superuser, `create role tester login createdb password '${PASSWORD}'`);
  return {
    connection,
    async startReplica() {
      const replica = await makeServer();
      const from = ['-h', server.socket, '-p', '5432', '-U', 'postgres'];
      // -R makes it a standby that follows this server with these credentials.
      replica.run('pg_basebackup', [
        ...from,
        '-D',
        replica.data,
        '-R',
        '-X',
        'stream',
        '-c',
        'fast',
        '--no-sync',
      ]);
      replica.start();
      return {
        connection: { ...connection, host: replica.socket },
        kill: replica.kill,
        stop: replica.stop,
      };
    },
    stop: server.stop,
  };
}

/** A folder for a server, and what runs there as somebody PostgreSQL accepts. */
async function makeServer() {
  const { path: folder, remove } = await makeTestFolder();
  const owner = unprivilegedOwner();
  const data = join(folder, 'data');
  const socket = join(folder, 'socket');
  mkdirSync(socket, { mode: 0o700 });
  if (owner) for (const path of [folder, socket]) chownSync(path, owner.uid, owner.gid);

  const run = (command: string, args: string[]) => {
    const result = spawnSync(join(BINARIES, command), args, {
      ...owner,
      cwd: folder,
      // pg_ctl's server keeps what it inherits: a pipe would never end.
      stdio: ['ignore', 'ignore', 'ignore'],
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', PGPASSWORD: PASSWORD },
    });
    if (result.status !== 0) throw new Error(`PostgreSQL 15: ${command} ended with ${result.status}`);
  };
  const settings = `-c listen_addresses='' -c unix_socket_directories=${socket} -c fsync=off -c max_connections=100`;
  const kill = () => run('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
  return {
    folder,
    data,
    socket,
    run,
    start: () => run('pg_ctl', ['-D', data, '-l', join(folder, 'log'), '-w', '-o', settings, 'start']),
    kill,
    async stop() {
      if (existsSync(join(data, 'postmaster.pid'))) kill();
      await remove();
    },
  };
}

/** PostgreSQL refuses root; `nobody` owns none of our files. */
function unprivilegedOwner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
