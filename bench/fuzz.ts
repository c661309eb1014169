import { Agent } from 'node:http';
import { sql } from 'kysely';
import { type PaymentCredentials, startSandboxPayments } from '../sandbox/stripe/start.ts';
import { freePort } from '../scripts/free-port.ts';
import { type Db, openPool } from '../server/core/database/pool.ts';
import { makeId } from '../server/core/ids.ts';
import { sessionCookie, startSession } from '../server/core/sessions/sessions.ts';
import { type ApiDocument, type FuzzCase, fuzz } from '../server/testing/fuzz-cases.ts';
import { memberBodies, memberExamples, withoutSigningOut } from '../server/testing/fuzz-examples.ts';
import { PAGES, UNLISTED, unlistedCases, webhookCases } from '../server/testing/fuzz-unlisted.ts';
import { send } from './http-client.ts';
import { startApp } from './processes.ts';
import type { ResultRow } from './result-row.ts';

const REQUESTS = 60_000;
/** Of them for pages, for files and the like, and to the webhook; the rest is for what openapi.json lists. */
const PAGE_REQUESTS = 12_000;
const FILE_REQUESTS = 9000;
const WEBHOOK_REQUESTS = 3000;
const LISTED_REQUESTS = REQUESTS - PAGE_REQUESTS - FILE_REQUESTS - WEBHOOK_REQUESTS;
const CONCURRENCY = 8;
const SHOWN_FAILURES = 20;

/** Who asks: a visitor, a browser whose session has ended, and members by tier. */
const ROLES = ['visitor', 'ended session', 'basic', 'advanced', 'pro', 'engineer'] as const;
type Role = (typeof ROLES)[number];

interface Tally {
  requests: number;
  serverErrors: number;
  /** Responses that are not as openapi.json says; elsewhere neither page, file, redirect nor problem. */
  mismatches: number;
  failures: string[];
}

/** Requests for what openapi.json lists and for what it does not, with one thing wrong, as everybody. */
export async function measureFuzz(databaseUrl: string): Promise<ResultRow[]> {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  const sandbox = await startSandboxPayments({ port: 0, appUrl: publicUrl });
  const settings = {
    // The sandbox is refused in production.
    NODE_ENV: 'development',
    PUBLIC_URL: publicUrl,
    ...sandbox.credentials,
    // Nobody is there: the callback reads what it was sent before it asks.
    GOOGLE_CLIENT_ID: 'fuzz',
    GOOGLE_CLIENT_SECRET: 'fuzz',
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  };
  const app = await startApp(databaseUrl, settings, port);
  const { db, close } = openPool({ connectionString: databaseUrl }, { size: 2, onError: () => undefined });
  const tally: Tally = { requests: 0, serverErrors: 0, mismatches: 0, failures: [] };
  try {
    const document: ApiDocument = await (await fetch(`${publicUrl}/openapi.json`)).json();
    for (const [index, role] of ROLES.entries()) {
      const cookie = await cookieOf(db, publicUrl, role);
      const api = await apiCases(db, document, {
        role,
        cookie,
        publicUrl,
        prices: pricesOf(sandbox.credentials),
        seed: index,
      });
      await sendAll(port, api, tally);
      const headers = { cookie };
      const share = (requests: number) => ({ count: requests / ROLES.length, headers });
      await sendAll(port, unlistedCases(PAGES, share(PAGE_REQUESTS)), tally);
      await sendAll(port, unlistedCases(UNLISTED, share(FILE_REQUESTS)), tally);
      const secret = sandbox.credentials.STRIPE_WEBHOOK_SECRET;
      await sendAll(port, webhookCases(secret, share(WEBHOOK_REQUESTS)), tally);
      console.log(`${role}: ${tally.requests} requests, ${tally.failures.length} failures so far`);
    }
    const isAlive = (await fetch(`${publicUrl}/readyz`)).ok;
    for (const failure of tally.failures.slice(0, SHOWN_FAILURES)) console.log(failure);
    return rowsOf(tally, isAlive);
  } finally {
    await app.stop();
    await close();
    await sandbox.close();
  }
}

const pricesOf = (credentials: PaymentCredentials) => ({
  basic: credentials.STRIPE_PRICE_BASIC,
  advanced: credentials.STRIPE_PRICE_ADVANCED,
  pro: credentials.STRIPE_PRICE_PRO,
});

async function cookieOf(db: Db, publicUrl: string, role: Role): Promise<string> {
  if (role === 'visitor') return '';
  const { name } = sessionCookie({ publicUrl, mode: 'development' });
  if (role === 'ended session') return `${name}=${'A'.repeat(43)}`;
  const id = makeId(`fuzz-${role}`);
  await sql`insert into users (id, issuer, subject, email, tier)
    values (${id}, 'bench', ${id}, ${`${role}@example.com`}, ${role})`.execute(db);
  return `${name}=${await startSession(db, id)}`;
}

async function apiCases(
  db: Db,
  document: ApiDocument,
  run: {
    role: Role;
    cookie: string;
    publicUrl: string;
    prices: Parameters<typeof memberBodies>[0];
    seed: number;
  },
): Promise<Iterable<FuzzCase>> {
  const isMember = run.role !== 'visitor' && run.role !== 'ended session';
  const { rows } = await sql<{ id: string; commentId: string }>`
    with prompt as (select id from prompts where tier = 'basic' order by id limit 1),
    author as (insert into users (id, issuer, subject, email)
      values (${makeId(`author-${run.role}`)}, 'bench', ${`author-${run.role}`}, 'author@example.com') returning id)
    insert into comments (id, prompt_id, user_id, content)
    select ${makeId(`comment-${run.role}`)}, prompt.id, author.id, 'Read me' from prompt, author
    returning prompt_id as id, id as "commentId"`.execute(db);
  const [known] = rows;
  if (known === undefined) throw new Error('No basic prompt to ask for.');
  return fuzz(
    { paths: isMember ? withoutSigningOut(document.paths) : document.paths },
    {
      examples: memberExamples(known.id, known.commentId),
      bodies: memberBodies(run.prices),
      headers: { cookie: run.cookie, origin: run.publicUrl, 'sec-fetch-site': 'same-origin' },
      count: LISTED_REQUESTS / ROLES.length,
      seed: 20_261_123 + run.seed,
    },
  );
}

async function sendAll(port: number, cases: Iterable<FuzzCase>, tally: Tally): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const queue = cases[Symbol.iterator]();
  async function work(): Promise<void> {
    for (let next = queue.next(); !next.done; next = queue.next())
      await sendOne(port, next.value, agent, tally);
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  agent.destroy();
}

async function sendOne(
  port: number,
  { request, check }: FuzzCase,
  agent: Agent,
  tally: Tally,
): Promise<void> {
  tally.requests += 1;
  const requestText = `${JSON.stringify(request).slice(0, 400)} → `;
  try {
    const response = await send(port, request, agent);
    if (response.statusCode >= 500) {
      tally.serverErrors += 1;
      tally.failures.push(
        `${requestText}${response.statusCode} ${response.rawPayload.toString().slice(0, 200)}`,
      );
      return;
    }
    const failures = check(response);
    if (failures.length > 0) tally.mismatches += 1;
    tally.failures.push(...failures.map((failure) => `${requestText}${failure}`));
  } catch (error) {
    tally.mismatches += 1;
    tally.failures.push(`${requestText}no response: ${String(error)}`);
  }
}

function rowsOf({ requests, serverErrors, mismatches }: Tally, isAlive: boolean): ResultRow[] {
  const label = `${requests.toLocaleString('en-US')} requests with one thing wrong, as ${ROLES.length} kinds of viewers`;
  return [
    {
      label: `${label}: responses 5xx`,
      result: String(serverErrors),
      threshold: '0',
      passes: serverErrors === 0 && isAlive && requests >= REQUESTS,
    },
    {
      label: 'The same: responses that are not as openapi.json says',
      result: String(mismatches),
      threshold: '0',
      passes: mismatches === 0,
    },
  ];
}
