import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { NASTY_VALUES, RAW_VALUES } from './nasty-values.ts';

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

export interface FuzzRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

export interface FuzzAnswer {
  statusCode: number;
  headers: Record<string, unknown>;
  /** As it was sent: compressed when the headers say so. */
  rawPayload: Buffer;
}

/** A request and how its answer is judged: an empty list is a good answer. */
export interface FuzzCase {
  request: FuzzRequest;
  judge(answer: FuzzAnswer): string[];
}

const METHODS = ['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'];

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

/** The test app's public address. */
const OURS = 'http://localhost:3000';

const BODIES = [
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
const MOST_HEADER_CHARACTERS = 4000;

/**
 * Requests made from the document: of each operation a valid example, then examples with one thing wrong.
 * The same seed gives the same requests.
 * @param examples a valid value for every parameter by name; those in the path are needed
 */
export function* fuzz(
  document: ApiDocument,
  options: { examples: Readonly<Record<string, string>>; count: number; seed: number },
): Generator<FuzzCase> {
  const random = randomFrom(options.seed);
  const targets = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) =>
      makeTarget(path, method, operation, options.examples),
    ),
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

function withHeader(random: Random): Mutation {
  const name = random.pick(Object.keys(HEADERS));
  const text = random.pick([...(HEADERS[name] ?? []), ...NASTY_VALUES]).slice(0, MOST_HEADER_CHARACTERS);
  return { headers: { [name]: HEADER_TEXT.test(text) ? text : '' } };
}

function makeTarget(
  path: string,
  method: string,
  operation: Operation,
  examples: Readonly<Record<string, string>>,
): Target {
  const parameters = operation.parameters ?? [];
  const namesIn = (place: Parameter['in']) =>
    parameters.filter((parameter) => parameter.in === place).map(({ name }) => name);
  const success = schemaOf(operation, '200', 'application/json');
  const problems = Object.fromEntries(
    Object.keys(operation.responses).map((status) => [
      status,
      schemaOf(operation, status, 'application/problem+json'),
    ]),
  );
  return {
    pathNames: namesIn('path'),
    queryNames: namesIn('query'),
    examples,
    make(mutation) {
      const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
        const raw = mutation.path?.[name];
        return raw ?? encode(examples[name] ?? '');
      });
      const query = mutation.query ?? namesIn('query').flatMap((name) => validPair(name, examples));
      const request: FuzzRequest = {
        method: mutation.method ?? method.toUpperCase(),
        url: query.length > 0 ? `${filled}?${query.join('&')}` : filled,
        // A call that changes something must come from our own pages, unless just that is the thing wrong with it.
        headers: { origin: OURS, ...mutation.headers },
        ...(mutation.payload === undefined ? {} : { payload: mutation.payload }),
      };
      return {
        request,
        judge: (answer) => judge(answer, request, { success, problem: problems[answer.statusCode] }),
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

/** RFC 9457 as we promise it, for refusals that belong to no operation: 405, 413, 415. */
const PROBLEM = z.looseObject({
  title: z.string().min(1),
  status: z.int().min(400).max(499),
  detail: z.string().min(1),
  message: z.string().min(1),
});

function judge(
  answer: FuzzAnswer,
  request: FuzzRequest,
  schemas: { success: z.ZodType | undefined; problem: z.ZodType | undefined },
): string[] {
  const { statusCode } = answer;
  const payload = textOf(answer);
  if (statusCode >= 500) return [`status ${statusCode}: ${payload.slice(0, 200)}`];
  const faults = headerFaults(answer);
  if (request.method === 'HEAD' || (statusCode >= 300 && statusCode < 400)) {
    return payload === '' ? faults : [...faults, `a body with ${request.method} ${statusCode}`];
  }
  const isSuccess = statusCode === 200;
  const type = String(answer.headers['content-type']);
  const expected = isSuccess ? 'application/json; charset=utf-8' : 'application/problem+json';
  if (type !== expected) return [...faults, `content-type ${type} with ${statusCode}`];
  const body = parse(payload);
  // A foreign call is refused before its operation is known, so with no answer of that operation's own.
  const isForeign = statusCode === 403 && request.headers['origin'] !== OURS;
  const problem = isForeign ? PROBLEM : (schemas.problem ?? PROBLEM);
  const schema = isSuccess ? schemas.success : problem;
  if (schema === undefined) return [...faults, `an answer ${statusCode} that is not documented`];
  const result = schema.safeParse(body);
  if (!result.success) faults.push(`not as documented: ${z.prettifyError(result.error).slice(0, 300)}`);
  if (!isSuccess && !PROBLEM.safeParse(body).success) faults.push('no problem document');
  return faults;
}

function textOf({ headers, rawPayload }: FuzzAnswer): string {
  if (rawPayload.length === 0) return '';
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString();
  return rawPayload.toString();
}

function headerFaults({ headers }: FuzzAnswer): string[] {
  const faults = 'x-injected' in headers ? ['a header was injected'] : [];
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('no security headers');
  return faults;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function value(random: Random): string {
  return random.pick([true, true, true, false]) ? encode(random.pick(NASTY_VALUES)) : random.pick(RAW_VALUES);
}

/** Like encodeURIComponent, but for texts with half a character too. */
function encode(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`,
    )
    .join('');
}

/** A small generator of numbers that are the same on every machine (mulberry32). */
function randomFrom(seed: number): { pick<T>(options: readonly T[]): T } {
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
