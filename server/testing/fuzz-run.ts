import type { InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { LinkSigner } from '#server/core/signed-links.ts';
import type { ApiDocument, FuzzCase } from './fuzz-cases.ts';
import { createTestApp, type TestApp } from './test-app.ts';

const CONCURRENCY = 16;

export interface FuzzResult {
  /** How often each status was answered. */
  statuses: Map<number, number>;
  /** What is wrong with the responses; empty when nothing is. */
  failures: string[];
}

/** Sends the cases to the app, 16 at a time. */
export async function sendCases(app: TestApp, cases: readonly FuzzCase[]): Promise<FuzzResult> {
  const result: FuzzResult = { statuses: new Map(), failures: [] };
  async function send({ request, check }: FuzzCase): Promise<void> {
    // inject's type knows the common methods only; the point is to send others too.
    const response = await app.server.inject(request as InjectOptions);
    result.statuses.set(response.statusCode, (result.statuses.get(response.statusCode) ?? 0) + 1);
    result.failures.push(
      ...check(response).map((failure) => `${JSON.stringify(request).slice(0, 400)} → ${failure}`),
    );
  }
  for (let from = 0; from < cases.length; from += CONCURRENCY) {
    await Promise.all(cases.slice(from, from + CONCURRENCY).map(send));
  }
  return result;
}

/** The operations whose path matches. */
export function pathsMatching(paths: ApiDocument['paths'], pattern: RegExp): ApiDocument['paths'] {
  return Object.fromEntries(Object.entries(paths).filter(([path]) => pattern.test(path)));
}

export interface VisitorFuzz {
  app: TestApp;
  document: ApiDocument;
  /** A valid value for every parameter by name. */
  examples: Record<string, string>;
  /** A valid body of all that a visitor sends. */
  bodies: Record<string, Record<string, string>>;
}

const BODIES = {
  'POST /api/tickets': { topic: 'question', text: 'How?', email: 'fuzz@example.com' },
  'POST /api/tickets/{ticketId}/replies': { text: 'Thanks.' },
};

/** A visitor's, with the signature of the link to it. */
async function ownTicket(app: TestApp): Promise<{ ticketId: string; key: string }> {
  const { db } = app.database;
  const ticketId = 'abcdefghijkl';
  await sql`insert into tickets (id, address, topic, state, is_priority)
    values (${ticketId}, 'fuzz@example.com', 'question', 'open', false)`.execute(db);
  return { ticketId, key: await new LinkSigner(db).sign('ticket', ticketId) };
}

/** A public one, empty. */
async function sharedCollection(app: TestApp): Promise<string> {
  const { db } = app.database;
  const slug = 'weeknight-dinners-abcdef';
  await sql`with owner as (
    insert into users (id, issuer, subject, email) values ('owner', 'i', 'owner', 'owner@example.com') returning id)
    insert into collections (id, user_id, name, description, color, visibility, slug)
    select 'abcdefghijkl', id, 'Weeknight dinners', '', 'moss', 'public', ${slug} from owner`.execute(db);
  return slug;
}

/** The app with the whole library, and what a visitor's valid requests are made of. */
export async function startVisitorFuzz(): Promise<VisitorFuzz> {
  const app = await createTestApp();
  const document: ApiDocument = (await app.get('/openapi.json')).json();
  const { prompts } = (await app.get('/api/categories/fitness')).json();
  const examples = {
    slug: 'fitness',
    categorySlug: 'fitness',
    topicSlug: prompts[0].topic.slug,
    id: prompts[0].id,
    q: 'strength',
    category: 'fitness',
    tier: 'basic',
    sort: 'newest',
    sortBy: 'rating',
    limit: '5',
    favoritesOnly: 'false',
    returnUrl: '/search',
    member: 'abcdefghijkl',
    group: 'guidance',
    share: await sharedCollection(app),
    ...(await ownTicket(app)),
  };
  return { app, document, examples, bodies: BODIES };
}
