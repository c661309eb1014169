import { z } from 'zod';
import { type FuzzRequest, type FuzzResponse, findFailures, ORIGIN } from './fuzz-checks.ts';
import { HOSTILE_VALUES, RAW_VALUES } from './hostile-values.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query';
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0];

interface Operation {
  parameters?: Parameter[];
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** As much of an OpenAPI document as the fuzzer reads. */
export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
}

/** A request and the check of its response: an empty list of failures is a good response. */
export interface FuzzCase {
  request: FuzzRequest;
  check(response: FuzzResponse): string[];
}

export const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

const HEADERS: Record<string, readonly string[]> = {
  accept: ['text/html', '*/*;q=0', 'application/xml', ','],
  'accept-encoding': ['br', 'gzip;q=0', 'identity;q=0, *;q=0', ', ,'],
  'if-none-match': ['*', '""', 'W/', '"a", W/"b"'],
  'if-modified-since': ['yesterday'],
  cookie: ['theme=dark', 'theme=__proto__', 'session=x', '=;;=', 'theme=dark; theme=light'],
  range: ['bytes=0-0', 'bytes=-1', 'bytes=9-1', 'items=0-1'],
  host: ['evil.example', 'localhost:99999'],
  'content-type': ['text/plain', 'application/json; charset=utf-7', 'application/x-www-form-urlencoded'],
  'x-forwarded-for': ['127.0.0.1', 'unknown'],
  'x-http-method-override': ['DELETE'],
  origin: ['null', 'https://evil.example'],
  authorization: ['Bearer x'],
};

export const BODIES = [
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"\\u005f\\u005fproto__":{"polluted":true}}',
  '[]',
  'null',
  '{',
  '"'.repeat(2),
  `${'['.repeat(20_000)}`,
  '{"a":"\\u0000\\ud800"}',
  'a=b&c[d]=e',
];

/** What a header can carry: Node refuses the rest before we see it. */
const HEADER_TEXT = /^[\t\x20-\x7e\x80-\xff]*$/;
const MAX_HEADER_CHARACTERS = 4000;

/** The parts of valid requests. */
export interface FuzzExamples {
  /** A valid value for every parameter by name; those in the path are needed. */
  examples: Readonly<Record<string, string>>;
  /** A valid body by method and path, such as `POST /api/prompts/{id}/vote`; sent where there is one. */
  bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Sent with each request: who asks, and from where when it is not the test app's usual address. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * Requests made from the document: of each operation a valid example, then examples with one thing wrong.
 * The same seed gives the same requests.
 */
export function* fuzz(
  document: ApiDocument,
  options: FuzzExamples & { count: number; seed: number },
): Generator<FuzzCase> {
  const random = randomFrom(options.seed);
  const targets = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => makeTarget(path, method, operation, options)),
  );
  for (const target of targets) yield target.make({});
  for (let made = targets.length; made < options.count; made += 1) {
    const target = random.pick(targets);
    yield target.make(random.pick(MUTATIONS)(target, random));
  }
}

/** One thing wrong with a request. */
interface Mutation {
  path?: Record<string, string>;
  /** Raw `name=value` pairs instead of, or besides, the valid ones. */
  query?: string[];
  headers?: Record<string, string>;
  method?: string;
  payload?: string;
}

interface Target {
  pathNames: string[];
  queryNames: string[];
  examples: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>> | undefined;
  make(mutation: Mutation): FuzzCase;
}

type Random = ReturnType<typeof randomFrom>;

const MUTATIONS: readonly ((target: Target, random: Random) => Mutation)[] = [
  (target, random) => withQuery(target, random, (name) => [`${name}=${value(random)}`]),
  (target, random) => withQuery(target, random, (name) => [`${name}=${value(random)}`]),
  (target, random) =>
    withQuery(target, random, (name, valid) => [`${name}=${valid}`, `${name}=${value(random)}`]),
  (target, random) => withQuery(target, random, (name) => [`${name}[]=${value(random)}`, `${name}[a]=1`]),
  (target, random) => withQuery(target, random, (name) => [name]),
  (_target, random) => ({ query: [`${value(random)}=${value(random)}`] }),
  (target, random) => withPath(target, random),
  (target, random) => withPath(target, random),
  (_target, random) => withHeader(random),
  (target, random) => withBody(target, random),
  (target, random) => withBody(target, random),
  (_target, random) => ({
    method: random.pick(METHODS),
    headers: { 'content-type': random.pick(['application/json', 'text/plain', 'multipart/form-data']) },
    payload: random.pick(BODIES),
  }),
];

function withQuery(
  target: Target,
  random: Random,
  write: (name: string, valid: string) => string[],
): Mutation {
  const name = random.pick(target.queryNames.length > 0 ? target.queryNames : ['unknown']);
  return { query: write(name, encode(target.examples[name] ?? 'a')) };
}

function withPath(target: Target, random: Random): Mutation {
  if (target.pathNames.length === 0) return { query: [`${random.pick(RAW_VALUES)}`] };
  return { path: { [random.pick(target.pathNames)]: value(random) } };
}

/** Values that JSON has and a query has not. */
const HOSTILE_JSON: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  [],
  ['up'],
  {},
  { $gt: '' },
  { toString: 'x' },
  [[[[]]]],
];

/** Fields that an attacker would set and that are never accepted. */
const EXTRA_FIELDS = [
  'id',
  'userId',
  'tier',
  'role',
  'createdAt',
  'upvotes',
  'isOwn',
  '__proto__',
  'constructor',
];

/** A body with one field wrong, missing or too many; something else wrong where there is no body. */
function withBody({ body }: Target, random: Random): Mutation {
  return body === undefined ? withHeader(random) : { payload: hostileFields(Object.entries(body), random) };
}

/** The JSON of an object with one of its valid fields wrong or missing, or with one too many. */
export function hostileFields(entries: readonly (readonly [string, unknown])[], random: Random): string {
  const hostile = random.pick<unknown>([random.pick(HOSTILE_VALUES), random.pick<unknown>(HOSTILE_JSON)]);
  const name = entries.length > 0 ? random.pick(entries)[0] : undefined;
  const changed = random.pick([
    entries.map(([key, valid]) => [key, key === name ? hostile : valid] as const),
    entries.filter(([key]) => key !== name),
    [...entries, [random.pick(EXTRA_FIELDS), hostile] as const],
  ]);
  // Written by hand: an object literal would take `__proto__` for its prototype.
  const fields = changed.map(([key, field]) => `${JSON.stringify(key)}:${JSON.stringify(field)}`);
  return `{${fields.join(',')}}`;
}

function withHeader(random: Random): Mutation {
  const name = random.pick(Object.keys(HEADERS));
  const text = random.pick([...(HEADERS[name] ?? []), ...HOSTILE_VALUES]).slice(0, MAX_HEADER_CHARACTERS);
  return { headers: { [name]: HEADER_TEXT.test(text) ? text : '' } };
}

function makeTarget(
  path: string,
  method: string,
  operation: Operation,
  { examples, bodies = {}, headers = {} }: FuzzExamples,
): Target {
  const body = bodies[`${method.toUpperCase()} ${path}`];
  const parameters = operation.parameters ?? [];
  const namesIn = (location: Parameter['in']) =>
    parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);
  const success = schemaOf(operation, '200', 'application/json');
  const types = Object.keys(operation.responses['200']?.content ?? {});
  const fileTypes = types.filter((type) => type !== 'application/json');
  const ours = headers['origin'] ?? ORIGIN;
  const problems = Object.fromEntries(
    Object.keys(operation.responses).map((status) => [
      status,
      schemaOf(operation, status, 'application/problem+json'),
    ]),
  );
  const documented = {
    method: method.toUpperCase(),
    pathPattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
  };
  return {
    pathNames: namesIn('path'),
    queryNames: namesIn('query'),
    examples,
    body,
    make(mutation) {
      const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
        const raw = mutation.path?.[name];
        return raw ?? encode(examples[name] ?? '');
      });
      const query = mutation.query ?? namesIn('query').flatMap((name) => validPair(name, examples));
      const valid = mutation.method === undefined && body ? JSON.stringify(body) : undefined;
      const payload = mutation.payload ?? valid;
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      const request: FuzzRequest = {
        method: mutation.method ?? method.toUpperCase(),
        url: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
        // A call that changes something must come from our own pages, unless just that is the thing wrong with it.
        headers: { origin: ours, ...headers, ...type, ...mutation.headers },
        ...(payload === undefined ? {} : { payload }),
      };
      return {
        request,
        check: (response) =>
          findFailures(response, request, {
            success,
            fileTypes,
            problem: problems[response.statusCode],
            operation: documented,
          }),
      };
    },
  };
}

/** Of the valid ones only those that go together: all at once they would match nothing. */
function validPair(name: string, examples: Readonly<Record<string, string>>): string[] {
  const example = examples[name];
  return example === undefined ? [] : [`${name}=${encode(example)}`];
}

function schemaOf(operation: Operation, status: string, type: string): z.ZodType | undefined {
  const schema = operation.responses[status]?.content?.[type]?.schema;
  return schema === undefined ? undefined : z.fromJSONSchema(schema);
}

function value(random: Random): string {
  return random.pick([true, true, true, false])
    ? encode(random.pick(HOSTILE_VALUES))
    : random.pick(RAW_VALUES);
}

/** Like encodeURIComponent, but for texts with half a character too. */
export function encode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    .join('');
}

/** A seeded random generator, the same on every machine (mulberry32). */
export function randomFrom(seed: number): { pick<T>(options: readonly T[]): T } {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  return {
    pick<T>(options: readonly T[]): T {
      const picked = options[Math.floor(next() * options.length)];
      if (picked === undefined) throw new Error('There is nothing to pick from.');
      return picked;
    },
  };
}
