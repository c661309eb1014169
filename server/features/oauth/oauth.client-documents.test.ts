import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newVerifier, oauthCalls } from '#server/testing/oauth-calls.ts';
import { createMember, createTestApp, type TestApp, type TestMember } from '#server/testing/test-app.ts';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { documentReader, documentUrl, isPublicAddress, type ReadDocument } from './oauth.client-documents.ts';

const HOST = 'assistant.example';
const CALLBACK = `https://${HOST}/callback`;

/** The client's own web server, with a certificate for its name. */
let server: Server;
let folder: TestFolder;
let read: ReadDocument;
let app: TestApp;
let member: TestMember;
/** What the server says at each path, and how often it was asked. */
const documents = new Map<string, { status?: number; headers?: Record<string, string>; body: string }>();
let asked = 0;

/** Its name leads to this machine, which only this test takes for public. */
const lookup = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }])) as never;

beforeAll(async () => {
  folder = await makeTestFolder();
  const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')];
  const subject = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`];
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  const files = ['-nodes', '-days', '2', '-keyout', key, '-out', cert];
  await promisify(execFile)('openssl', ['req', '-x509', ...curve, ...subject, ...files]);
  const ca = readFileSync(cert, 'utf8');
  server = createServer({ key: readFileSync(key), cert: ca }, ({ url = '' }, response) => {
    asked += 1;
    const { status = 200, headers = {}, body } = documents.get(url) ?? { status: 404, body: '' };
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  read = documentReader({ lookup, port, ca, isPublic: () => true });
  app = await createTestApp({
    template: 'empty',
    settings: { readsClientDocuments: true },
    dependencies: { readDocument: read },
  });
  member = await createMember(app);
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await folder.remove();
});

const describing = (path: string, more: object = {}) =>
  JSON.stringify({
    client_id: `https://${HOST}${path}`,
    client_name: 'Helper',
    redirect_uris: [CALLBACK],
    ...more,
  });

const ask = async (clientId: string) => {
  const query = new URLSearchParams(oauthCalls(app).requestOf(clientId, newVerifier()));
  return (await member.get(`/api/oauth/authorization?${query}`)).json();
};

test('a client is known by the document at its address, which is read once while it is fresh', async () => {
  const id = `https://${HOST}/client.json`;
  documents.set('/client.json', {
    headers: { 'cache-control': 'max-age=600' },
    body: describing('/client.json'),
  });
  asked = 0;
  expect(await ask(id)).toMatchObject({ kind: 'consent', clientName: 'Helper', redirectHost: HOST });
  expect([(await ask(id)).kind, asked]).toEqual(['consent', 1]);
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from fresh_until - now())::float8 as seconds from oauth_clients where id = ${id}`.execute(
    app.database.db,
  );
  expect(rows[0]?.seconds).toBeCloseTo(600, -2);
  await sql`update oauth_clients set fresh_until = now()`.execute(app.database.db);
  documents.set('/client.json', {
    body: describing('/client.json', { redirect_uris: [`https://${HOST}/moved`] }),
  });
  expect(await ask(id)).toMatchObject({ kind: 'refused', refusalUrl: null });
  expect(asked).toBe(2);
  const metadata = (await app.get('/.well-known/oauth-authorization-server')).json();
  expect(metadata.client_id_metadata_document_supported).toBe(true);
});

test.each<[string, { status?: number; headers?: Record<string, string>; body: string }]>([
  ['of another client', { body: describing('/other.json') }],
  ['with a secret', { body: describing('/bad.json', { client_secret: 'x' }) }],
  ['for a secret', { body: describing('/bad.json', { token_endpoint_auth_method: 'client_secret_basic' }) }],
  ['with a redirect in clear', { body: describing('/bad.json', { redirect_uris: ['http://a.example/'] }) }],
  ['that leads elsewhere', { status: 302, headers: { location: '/client.json' }, body: '' }],
  ['of another type', { headers: { 'content-type': 'text/html' }, body: describing('/bad.json') }],
  ['that is too large', { body: describing('/bad.json', { x: 'x'.repeat(20_000) }) }],
  ['that is no JSON', { body: '{' }],
  ['that is null', { body: 'null' }],
])('a document %s is refused', async (_what, document) => {
  documents.set('/bad.json', document);
  expect(await ask(`https://${HOST}/bad.json`)).toMatchObject({ kind: 'refused', refusalUrl: null });
});

describe('Nothing of our own network is read', () => {
  test.each([
    'http://assistant.example/client.json',
    'https://assistant.example',
    'https://assistant.example/',
    'https://assistant.example:8443/client.json',
    'https://me@assistant.example/client.json',
    'https://assistant.example/client.json#x',
    'https://assistant.example/a/../client.json',
    'https://127.0.0.1/client.json',
    'https://2130706433/client.json',
    'https://[::1]/client.json',
    'https://localhost/client.json',
    'https://metadata/client.json',
    'https://assistant.example./client.json',
    `https://assistant.example/${'x'.repeat(300)}`,
  ])('%s is not a valid document address', (id) => {
    expect(documentUrl(id)).toBeUndefined();
  });

  test.each<[string, boolean]>([
    ['93.184.216.34', true],
    ['2606:2800:220:1:248:1893:25c8:1946', true],
    ['10.1.2.3', false],
    ['100.64.0.1', false],
    ['127.0.0.53', false],
    ['169.254.169.254', false],
    ['172.31.255.255', false],
    ['192.168.1.1', false],
    ['0.0.0.0', false],
    ['224.0.0.1', false],
    ['255.255.255.255', false],
    ['::1', false],
    ['::', false],
    ['::ffff:10.0.0.1', false],
    ['64:ff9b::a00:1', false],
    ['fd00::1', false],
    ['fe80::1', false],
    ['2002:a00:1::', false],
    ['2001:db8::1', false],
    ['nonsense', false],
  ])('%s is public: %s', (address, expected) => {
    expect(isPublicAddress(address)).toBe(expected);
  });

  test('and no connection is made where one of a name’s addresses is not public', async () => {
    documents.set('/client.json', { body: describing('/client.json') });
    asked = 0;
    const url = new URL(`https://${HOST}/client.json`);
    const { port } = server.address() as AddressInfo;
    await expect(documentReader({ lookup, port })(url)).rejects.toThrow('not a public address');
    const both = ((_name: string, _options: object, callback: (error: null, found: object[]) => void) =>
      callback(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ])) as never;
    await expect(documentReader({ lookup: both, port })(url)).rejects.toThrow('not a public address');
    expect(asked).toBe(0);
  });
});
