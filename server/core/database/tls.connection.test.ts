import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DedicatedPostgres, startDedicatedPostgres } from '#server/testing/dedicated-postgres.ts';
import { copyLoadedFolder } from '#server/testing/loaded-data-folder.ts';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { killAllProcesses, startProcess } from '#server/testing/test-process.ts';
import { waitUntil } from '#server/testing/wait-until.ts';
import { freePort } from '../../../scripts/free-port.ts';
import { openPool } from './pool.ts';
import { type TlsMode, tlsOptions, tlsProblem } from './tls.ts';

let folder: TestFolder;
let embedded: DedicatedPostgres;
let server: ChildProcess;
/** Of the database as another machine would see it, by the name its certificate has. */
let url: string;
let [own, other] = ['', ''];

/** A self-signed certificate for `localhost`, which is its own authority. */
async function makeCertificate(name: string): Promise<string> {
  const path = join(folder.path, name);
  await promisify(execFile)('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'],
    ...['-addext', 'subjectAltName=DNS:localhost', '-keyout', `${path}.key`, '-out', `${path}.crt`],
  ]);
  return `${path}.crt`;
}

/** The embedded PostgreSQL's programs and database, reached by TCP: our own server speaks no TLS on its socket. */
beforeAll(async () => {
  folder = await makeTestFolder();
  [own, other] = await Promise.all([makeCertificate('own'), makeCertificate('other')]);
  let dataDir = '';
  embedded = await startDedicatedPostgres(async (path) => {
    dataDir = path;
    await copyLoadedFolder(path);
  });
  const program = await readlink(`/proc/${embedded.pid}/exe`);
  const cluster = join(dataDir, 'postgres', 'cluster');
  const { uid, gid } = await stat(cluster);
  await embedded.stop();
  await chown(join(folder.path, 'own.key'), uid, gid);
  const port = await freePort();
  const settings = {
    listen_addresses: 'localhost',
    port,
    unix_socket_directories: '',
    ssl: 'on',
    ssl_cert_file: own,
    ssl_key_file: join(folder.path, 'own.key'),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  server = spawn(program, ['-D', cluster, ...options], {
    stdio: 'ignore',
    cwd: '/',
    env: {},
    ...(process.getuid?.() === 0 && { uid, gid }),
  });
  const { user, password, database } = embedded.connection;
  url = `postgresql://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}`;
  await waitUntil('it takes connections', async () => (await connect(url, 'unverified')) === true);
});
afterAll(async () => {
  await killAllProcesses();
  const ended = once(server, 'close');
  server.kill('SIGINT');
  await ended;
  await embedded.remove();
  await folder.remove();
});

/** As open-database.ts connects. @returns whether PostgreSQL says that the connection has TLS, or what went wrong */
async function connect(connectionString: string, mode: TlsMode | undefined): Promise<unknown> {
  const { db, close } = openPool(
    { connectionString, ssl: tlsOptions(connectionString, mode) },
    { size: 1, onError: () => undefined },
  );
  try {
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db);
    return rows[0]?.ssl;
  } catch (error) {
    return tlsProblem(error) ?? error;
  } finally {
    await close();
  }
}

const byAddress = () => url.replace('localhost', '127.0.0.1');
const UNTRUSTED = expect.stringContaining('is not trusted');

test('a certificate of a configured authority is accepted', async () => {
  expect(await connect(`${url}?sslrootcert=${own}`, undefined)).toBe(true);
});

test('a certificate of another or an unknown authority, or for another name, is refused with a clear message', async () => {
  expect(await connect(`${url}?sslrootcert=${other}`, undefined)).toEqual(UNTRUSTED);
  expect(await connect(url, 'verify')).toEqual(UNTRUSTED);
  expect(await connect(`${byAddress()}?sslrootcert=${own}`, undefined)).toEqual(UNTRUSTED);
});

test('"unverified" accepts any certificate; "off" uses no TLS', async () => {
  expect(await connect(byAddress(), 'unverified')).toBe(true);
  expect(await connect(url, 'off')).toBe(false);
});

test('the app starts with the authority in NODE_EXTRA_CA_CERTS, and exits with a clear message on another one', async () => {
  const settings = { DATABASE_URL: url, DATABASE_TLS: 'verify' };
  const refused = startProcess({ ...settings, NODE_EXTRA_CA_CERTS: other });
  expect(await refused.exited).toEqual({ code: 1, signal: null });
  expect(refused.output()).toContain('is not trusted');
  expect(refused.output()).not.toContain('    at ');
  const app = startProcess({ ...settings, NODE_EXTRA_CA_CERTS: own });
  await app.ready();
  expect((await app.get('/api/categories')).status).toBe(200);
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
});
