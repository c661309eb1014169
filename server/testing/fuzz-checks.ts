import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from 'zod';

/** The test app's public address. */
export const ORIGIN = 'http://localhost:3000';

export interface FuzzRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

export interface FuzzResponse {
  statusCode: number;
  headers: Record<string, unknown>;
  /** As it was sent: compressed when the headers say so. */
  rawPayload: Buffer;
}

/** What an operation documents, as far as it concerns one response. */
export interface Documented {
  success: z.ZodType | undefined;
  /** Where success is a file: the types it may have. */
  fileTypes: readonly string[];
  problem: z.ZodType | undefined;
  /** `pathPattern` matches its addresses: what stands for a parameter is a segment of its own. */
  operation: { method: string; pathPattern: RegExp };
}

/** RFC 9457 as we promise it, for refusals that belong to no operation. */
const PROBLEM = z.looseObject({
  title: z.string().min(1),
  status: z.int().min(400).max(499),
  detail: z.string().min(1),
  message: z.string().min(1),
});

/** What is wrong with a response: nothing, in an empty list. */
export function findFailures(response: FuzzResponse, request: FuzzRequest, schemas: Documented): string[] {
  const { statusCode } = response;
  const payload = textOf(response);
  if (statusCode >= 500) return [`status ${statusCode}: ${payload.slice(0, 200)}`];
  const failures = headerFailures(response);
  if (request.method === 'HEAD' || (statusCode >= 300 && statusCode < 400)) {
    return payload === '' ? failures : [...failures, `a body with ${request.method} ${statusCode}`];
  }
  const isSuccess = statusCode === 200;
  const type = String(response.headers['content-type']);
  if (isSuccess && schemas.fileTypes.length > 0)
    return [...failures, ...fileFailures(response, type, schemas)];
  const expected = isSuccess ? 'application/json; charset=utf-8' : 'application/problem+json';
  if (type !== expected) return [...failures, `content-type ${type} with ${statusCode}`];
  const body = parse(payload);
  const problem = schemas.problem ?? (isAnotherAddress(statusCode, request, schemas) ? PROBLEM : undefined);
  const schema = isSuccess ? schemas.success : problem;
  if (schema === undefined) return [...failures, `a response ${statusCode} that is not documented`];
  const result = schema.safeParse(body);
  if (!result.success) failures.push(`not as documented: ${z.prettifyError(result.error).slice(0, 300)}`);
  if (!isSuccess && !PROBLEM.safeParse(body).success) failures.push('no problem document');
  return failures;
}

/** With another method or path it is no request of the operation, and there need not be any. */
function isAnotherAddress(status: number, { method, url }: FuzzRequest, { operation }: Documented): boolean {
  return method !== operation.method || (status === 404 && !operation.pathPattern.test(url));
}

function textOf({ headers, rawPayload }: FuzzResponse): string {
  if (rawPayload.length === 0) return '';
  if (headers['content-encoding'] === 'br') return brotliDecompressSync(rawPayload).toString();
  if (headers['content-encoding'] === 'gzip') return gunzipSync(rawPayload).toString();
  return rawPayload.toString();
}

export function headerFailures({ headers }: FuzzResponse): string[] {
  const failures = 'x-injected' in headers ? ['a header was injected'] : [];
  if (headers['x-content-type-options'] !== 'nosniff') failures.push('no security headers');
  return failures;
}

/** A file is always an attachment. */
function fileFailures({ headers }: FuzzResponse, type: string, { fileTypes }: Documented): string[] {
  const failures = fileTypes.includes(type.replace(/;.*/, '')) ? [] : [`a file of type ${type}`];
  if (!String(headers['content-disposition']).startsWith('attachment;')) failures.push('no attachment');
  return failures;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
