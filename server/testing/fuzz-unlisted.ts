import { createHmac } from 'node:crypto';
import { BODIES, encode, type FuzzCase, METHODS, randomFrom } from './fuzz-cases.ts';
import { type FuzzRequest, type FuzzResponse, headerFailures } from './fuzz-checks.ts';
import { HOSTILE_VALUES, RAW_VALUES } from './hostile-values.ts';

/** Pages; a value is put behind each. */
export const PAGES: readonly string[] = [
  '/',
  '/category/',
  '/category/fitness/',
  '/category/fitness?sort=',
  '/category/fitness?topics=',
  '/prompt/',
  '/prompt/abcdefghijkl/history?from=',
  '/search?q=',
  '/search?tier=engineer&sortBy=',
  '/top-rated?',
  '/favorites?',
  '/recent?',
  '/orders?',
  '/collections?',
  '/collections/',
  '/c/',
  '/subscribe?tier=',
  '/subscription?',
  '/account/unsubscribe?group=guidance&member=',
  '/account/notices?',
  '/account/tokens?',
  '/contact?topic=',
  '/contact/',
  '/contact/abcdefghijkl?key=',
  '/login?error=',
  '/login?returnUrl=',
  '/docs/api?',
  '/docs/mcp?',
  '/oauth/authorize?client_id=',
  '/oauth/authorize?response_type=code&redirect_uri=',
  '/search-test?q=',
  '/test-auth?',
  '/test-fitness?',
  '/favicon.ico?',
  '/.git/',
  '/healthz/',
];

/** What else openapi.json does not list, but for the webhook. */
export const UNLISTED: readonly string[] = [
  '/assets/',
  '/assets/..',
  '/assets/index.html?',
  '/robots.txt?',
  '/sitemap.xml?',
  '/feed.xml?',
  '/category/fitness/feed.xml?',
  '/social/',
  '/social/fitness/',
  '/openapi.json?',
  '/mcp?',
  '/oauth/token?',
  '/oauth/register?',
  '/oauth/revoke?',
  '/.well-known/',
  '/.well-known/oauth-authorization-server?',
  '/.well-known/oauth-protected-resource/',
  '/api/',
  '/api/prompts/aaaaaaaaaaaa.md',
  '/api/auth/google/callback?state=',
  '/api/mail/unsubscribe?group=guidance&key=a&member=',
  '/api/auth/google/callback?error=',
  '/api/auth/google/callback?code=a&state=',
  '/api/auth/google/callback?state=a&state=b&code=',
];

const VALUES = [...HOSTILE_VALUES.map(encode), ...RAW_VALUES];

/** Every value with another address each time around, every tenth with another method and a body. */
export function* unlistedCases(
  addresses: readonly string[],
  { count, headers = {} }: { count: number; headers?: Readonly<Record<string, string>> },
): Generator<FuzzCase> {
  const random = randomFrom(count);
  for (let index = 0; index < count; index += 1) {
    const value = index % VALUES.length;
    const round = Math.floor(index / VALUES.length);
    const url = `${addresses[(value + round) % addresses.length]}${VALUES[value]}`;
    const request: FuzzRequest =
      index % 10 === 9
        ? {
            method: random.pick(METHODS),
            url,
            headers: {
              ...headers,
              'content-type': random.pick([
                'application/json',
                'text/plain',
                'application/x-www-form-urlencoded',
              ]),
            },
            payload: random.pick(BODIES),
          }
        : { method: 'GET', url, headers };
    yield { request, check: checkUnlisted };
  }
}

const TYPES =
  /^(?:text\/(?:html|plain|css|javascript)|application\/(?:(?:problem|atom)\+)?(?:json|xml)|font\/|image\/)/;

/** A page, a file, a redirect or a refusal. */
function checkUnlisted(response: FuzzResponse): string[] {
  const { statusCode, headers, rawPayload } = response;
  const text = rawPayload.toString('latin1');
  if (statusCode >= 500) return [`status ${statusCode}: ${text.slice(0, 200)}`];
  const failures = headerFailures(response);
  if (rawPayload.length > 0 && !TYPES.test(String(headers['content-type']))) {
    failures.push(`${statusCode} ${headers['content-type']}`);
  }
  if (text.includes('root:x:0:')) failures.push('a file of the system');
  return failures;
}

const EVENT_TYPES = [
  'customer.subscription.updated',
  'customer.deleted',
  'invoice.paid',
  'payment_intent.succeeded',
  'charge.refunded',
  'charge.dispute.created',
  '__proto__',
];

/** Of an event and its object, all that is read of them. */
const EVENT_FIELDS = ['id', 'type', 'livemode', 'data'];
const OBJECT_FIELDS = ['id', 'customer', 'payment_intent', 'charge', 'object'];

const HOSTILE_FIELDS: readonly unknown[] = [null, true, -1, 1e308, [], ['a'], {}, { id: null }, [[[]]]];

/**
 * Webhook events with one thing wrong: with the provider's object, the event around it, the body or the signature.
 * Those in the first two are validly signed.
 * @param secret the webhook's, by which they are signed
 */
export function* webhookCases(secret: string, { count }: { count: number }): Generator<FuzzCase> {
  const random = randomFrom(count);
  const hostile = () =>
    random.pick<unknown>([random.pick(HOSTILE_VALUES).toWellFormed(), random.pick(HOSTILE_FIELDS)]);
  for (let index = 0; index < count; index += 1) {
    const kind = random.pick(['customer', 'payment_intent', 'dispute']);
    const object = { id: 'sub_1', object: kind, customer: 'cus_1', [random.pick(OBJECT_FIELDS)]: hostile() };
    const event = {
      id: `evt_${index}`,
      object: 'event',
      type: random.pick(EVENT_TYPES),
      livemode: false,
      created: 1,
      data: { object },
      ...(index % 3 === 0 ? { [random.pick(EVENT_FIELDS)]: hostile() } : {}),
    };
    const payload = index % 5 === 4 ? random.pick(BODIES) : JSON.stringify(event);
    const isSigned = index % 4 !== 3;
    const signature = isSigned ? sign(payload, secret) : random.pick(HOSTILE_VALUES);
    yield {
      request: {
        method: 'POST',
        url: '/api/stripe/webhook',
        headers: {
          'content-type': index % 20 === 19 ? 'text/plain' : 'application/json',
          'stripe-signature': /^[\x20-\x7e]*$/.test(signature) ? signature.slice(0, 4000) : '',
        },
        payload,
      },
      check: checkUnlisted,
    };
  }
}

function sign(payload: string, secret: string): string {
  const time = Math.floor(Date.now() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')}`;
}
