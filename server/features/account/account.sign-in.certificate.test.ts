import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestProvider } from '#server/testing/google-provider.ts';
import { copyLoadedFolder } from '#server/testing/loaded-data-folder.ts';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { killAllProcesses, startProcess } from '#server/testing/test-process.ts';

let folder: TestFolder;
const path = (name: string) => join(folder.path, name);

/** An authority that says from when until when a certificate holds, which `openssl req` cannot. */
async function openssl(...args: string[]): Promise<void> {
  await promisify(execFile)('openssl', args, { cwd: folder.path });
}

async function certify(name: string, from: string, until: string): Promise<{ cert: Buffer; key: Buffer }> {
  await openssl(
    ...['ca', '-batch', '-config', 'ca.cnf', '-in', 'site.csr', '-out', `${name}.crt`],
    ...['-startdate', from, '-enddate', until],
  );
  return { cert: await readFile(path(`${name}.crt`)), key: await readFile(path('site.key')) };
}

beforeAll(async () => {
  folder = await makeTestFolder();
  await writeFile(path('index.txt'), '');
  await writeFile(
    path('ca.cnf'),
    `[ca]\ndefault_ca = own\n[own]\ndatabase = index.txt\nnew_certs_dir = .\ncertificate = ca.crt\nprivate_key = ca.key
rand_serial = yes\ndefault_md = sha256\nunique_subject = no\npolicy = any\nx509_extensions = site\n[any]\ncommonName = supplied
[site]\nsubjectAltName = IP:127.0.0.1\n`,
  );
  const newKey = ['-newkey', 'rsa:2048', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=Test',
    '-keyout',
    'ca.key',
    '-out',
    'ca.crt',
  );
  await openssl('req', ...newKey, '-subj', '/CN=127.0.0.1', '-keyout', 'site.key', '-out', 'site.csr');
});
afterAll(async () => {
  await killAllProcesses();
  await folder.remove();
});

test('the provider’s certificate has expired: nobody signs in, with the reason in the log, until it is renewed', async () => {
  const server = createServer(await certify('expired', '20240101000000Z', '20240201000000Z'));
  const provider = await startTestProvider(server);
  const { issuer, clientId, clientSecret } = provider.settings;
  const dataDir = path('data');
  await copyLoadedFolder(dataDir);
  const app = startProcess({
    DATA_DIR: dataDir,
    GOOGLE_ISSUER: issuer,
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    NODE_EXTRA_CA_CERTS: path('ca.crt'),
  });
  await app.ready();
  const signIn = async () => (await app.get('/api/auth/google')).headers.location;
  expect(await signIn()).toMatch(/^\/login\?error=google&id=/);
  await app.until('CERT_HAS_EXPIRED');
  expect((await app.get('/category/fitness')).status).toBe(200);
  server.setSecureContext(await certify('renewed', '20240101000000Z', '20991231235959Z'));
  expect(await signIn()).toMatch(new RegExp(`^${issuer}/authorize\\?`));
  expect(await app.kill('SIGTERM')).toEqual({ code: 0, signal: null });
  await provider.close();
});
