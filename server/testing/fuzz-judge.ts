import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** The test app's public address. */
export const OURS = 'http://localhost:3000';

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

/** What an operation documents, as far as it concerns one answer. */
export interface Documented {
  success: z.ZodType | undefined;
  /** Where success is a file: the types it may have. */
  fileTypes: readonly string[];
  problem: z.ZodType | undefined;
}

/** RFC 9457 as we promise it, for refusals that belong to no operation: 405, 413, 415. */
const PROBLEM = z.looseObject({
  title: z.string().min(1),
  status: z.int().min(400).max(499),
  detail: z.string().min(1),
  message: z.string().min(1),
});

/** What is wrong with an answer: nothing, in an empty list. */
export function judge(answer: FuzzAnswer, request: FuzzRequest, schemas: Documented, ours: string): string[] {
  const { statusCode } = answer;
  const payload = textOf(answer);
  if (statusCode >= 500) return [`status ${statusCode}: ${payload.slice(0, 200)}`];
  const faults = headerFaults(answer);
  if (request.method === 'HEAD' || (statusCode >= 300 && statusCode < 400)) {
    return payload === '' ? faults : [...faults, `a body with ${request.method} ${statusCode}`];
  }
  const isSuccess = statusCode === 200;
  const type = String(answer.headers['content-type']);
  if (isSuccess && schemas.fileTypes.length > 0) return [...faults, ...fileFaults(answer, type, schemas)];
  const expected = isSuccess ? 'application/json; charset=utf-8' : 'application/problem+json';
  if (type !== expected) return [...faults, `content-type ${type} with ${statusCode}`];
  const body = parse(payload);
  // A foreign call is refused before its operation is known, so with no answer of that operation's own.
  const isForeign = statusCode === 403 && request.headers['origin'] !== ours;
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

/** A file is saved under a name, never shown in place. */
function fileFaults({ headers }: FuzzAnswer, type: string, { fileTypes }: Documented): string[] {
  const faults = fileTypes.includes(type.replace(/;.*/, '')) ? [] : [`a file of type ${type}`];
  if (!String(headers['content-disposition']).startsWith('attachment;')) faults.push('no attachment');
  return faults;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
