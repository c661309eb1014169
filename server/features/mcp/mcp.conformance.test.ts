import { execFile } from 'node:child_process';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MCP_PATH } from '#contract/mcp.ts';
import { seedPrompts } from '#server/testing/seed.ts';
import { createMember, createTestApp, createToken, type TestApp } from '#server/testing/test-app.ts';
import { makeTestFolder, type TestFolder } from '#server/testing/test-folder.ts';
import { freePort } from '../../../scripts/free-port.ts';

// The protocol's own conformance suite and its inspector's command line, against ours. Neither needs the internet.

const PACKAGES = join(import.meta.dirname, '..', '..', '..', 'node_modules', '@modelcontextprotocol');
const run = promisify(execFile);

/** What says something about our server. */
const APPLIES = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

const NOT_OURS = 'calls a tool, prompt or resource by a name of the suite’s own example server';
const ASKS_BACK = 'the server asks the client something in the middle of a call; ours never does';
const KEEPS_STATE = 'needs a session or an open stream; ours is stateless';

/** What does not, and why. The suite runs it all the same, so that one that begins to pass is noticed. */
const DOES_NOT_APPLY: Readonly<Record<string, string>> = {
  'completion-complete': NOT_OURS,
  'tools-call-simple-text': NOT_OURS,
  'tools-call-image': NOT_OURS,
  'tools-call-audio': NOT_OURS,
  'tools-call-embedded-resource': NOT_OURS,
  'tools-call-mixed-content': NOT_OURS,
  'tools-call-error': NOT_OURS,
  'tools-call-with-logging': NOT_OURS,
  'tools-call-with-progress': NOT_OURS,
  'json-schema-2020-12': NOT_OURS,
  'resources-read-text': NOT_OURS,
  'resources-read-binary': NOT_OURS,
  'resources-templates-read': NOT_OURS,
  'prompts-get-simple': NOT_OURS,
  'prompts-get-with-args': NOT_OURS,
  'prompts-get-embedded-resource': NOT_OURS,
  'prompts-get-with-image': NOT_OURS,
  'tools-call-sampling': ASKS_BACK,
  'tools-call-elicitation': ASKS_BACK,
  'elicitation-sep1034-defaults': ASKS_BACK,
  'elicitation-sep1330-enums': ASKS_BACK,
  'logging-set-level': KEEPS_STATE,
  'resources-subscribe': KEEPS_STATE,
  'resources-unsubscribe': KEEPS_STATE,
};

/** They look at sessions, find none, and check nothing. */
const CHECK_NOTHING = ['server-sse-polling', 'server-sse-multiple-streams'];

let app: TestApp;
let folder: TestFolder;
let token: string;
/** Adds the token, which the suite has no way to send. */
let proxy: Server;

beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://localhost:${port}`;
  app = await createTestApp({ template: 'empty', settings: { publicUrl } });
  await seedPrompts(app.database.db, [{ title: 'Weekly meal plan', content: 'Plan meals.' }]);
  await app.server.listen({ port, host: '127.0.0.1' });
  token = await createToken(await createMember(app), ['read', 'copy', 'favorites']);
  folder = await makeTestFolder();
  proxy = createServer((incoming, response) => {
    const { host = '', origin } = incoming.headers;
    const isOwn = host === `localhost:${proxyPort()}`;
    const headers = {
      ...incoming.headers,
      authorization: `Bearer ${token}`,
      // What a client says of another host goes through as it is.
      ...(isOwn ? { host: `localhost:${port}`, ...(origin ? { origin: publicUrl } : {}) } : {}),
    };
    const { method, url: path } = incoming;
    const outgoing = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    outgoing.on('error', () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  proxy.closeAllConnections();
  await new Promise((resolve) => proxy.close(resolve));
  await app.close();
  await folder.remove();
});

const proxyPort = () => (proxy.address() as AddressInfo).port;

test('the conformance suite: what applies to us passes, and nothing else does', async () => {
  const url = `http://localhost:${proxyPort()}${MCP_PATH}`;
  const suite = join(PACKAGES, 'conformance', 'dist', 'index.js');
  const args = ['server', '--url', url, '--suite', 'all', '-o', folder.path];
  // It exits with 1 when anything fails, and some of it is known to.
  const { stdout } = await run(process.execPath, [suite, ...args]).catch(
    (error: { stdout: string }) => error,
  );
  const results = [...stdout.matchAll(/^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed$/gm)];
  const named = (isWanted: (passed: number, failed: number) => boolean) =>
    results
      .filter(([, , passed, failed]) => isWanted(Number(passed), Number(failed)))
      .map(([, name]) => name);
  expect({
    passed: named((passed, failed) => passed > 0 && failed === 0),
    failed: named((_passed, failed) => failed > 0).sort(),
    checkedNothing: named((passed, failed) => passed + failed === 0),
  }).toEqual({
    passed: APPLIES,
    failed: Object.keys(DOES_NOT_APPLY).sort(),
    checkedNothing: CHECK_NOTHING,
  });
});

test('the inspector’s command line lists, calls and reads', async () => {
  const url = `${app.settings.publicUrl}${MCP_PATH}`;
  const inspector = join(PACKAGES, 'inspector', 'clients', 'launcher', 'build', 'index.js');
  async function inspect(...args: string[]) {
    const server = ['--server-url', url, '--transport', 'http', '--header', `Authorization: Bearer ${token}`];
    // Without a home of its own it would read, and write, the one of whoever runs the tests.
    const env = { ...process.env, HOME: folder.path };
    const command = [inspector, '--cli', ...server, '--format', 'json', '-q', ...args];
    return JSON.parse((await run(process.execPath, command, { env })).stdout);
  }
  const [tools, found, templates, modern] = await Promise.all([
    // Fails where a schema would not be understood by some client.
    inspect('--method', 'tools/list', '--strict'),
    inspect('--method', 'tools/call', '--tool-name', 'search_prompts', '--tool-arg', 'text=meal'),
    inspect('--method', 'resources/templates/list'),
    inspect('--method', 'prompts/list', '--protocol-era', 'modern'),
  ]);
  expect([tools, found, templates, modern].map((answer) => JSON.stringify(answer))).toEqual([
    expect.stringContaining('"fill_prompt"'),
    expect.stringContaining('Weekly meal plan'),
    expect.stringContaining('prompt://{id}'),
    expect.stringContaining('"prompts":[]'),
  ]);
});
