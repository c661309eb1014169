import { STATUS_CODES } from 'node:http';
import type { Problem } from '#contract/errors.ts';

/** An error response, thrown by guards and handlers. The message is shown to people. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Extension members of the problem document (RFC 9457 section 3.2). */
  readonly members: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    message: string,
    headers: Record<string, string> = {},
    members: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'HttpProblem';
    this.status = status;
    this.headers = headers;
    this.members = members;
  }
}

export const badRequest = (message: string) => new HttpProblem(400, message);
/** The specification's client looks for the word "Unauthorized" in every 401. */
export const unauthorized = () => new HttpProblem(401, 'Unauthorized');
/** `metadata` is what may be shown of the prompt without its text. */
export const upgradeRequired = (planName: string, metadata: Readonly<Record<string, unknown>>) =>
  new HttpProblem(403, `Upgrade required: this prompt is part of the ${planName} plan.`, {}, metadata);
export const notFound = (subject: string) => new HttpProblem(404, `${subject} not found`);
export const gone = (noun: string) => new HttpProblem(410, `This ${noun} has been retired.`);
export const unavailable = (message: string) => new HttpProblem(503, message, { 'retry-after': '2' });

/** How long `Retry-After` asks to wait, in words. */
export function waitText(seconds: number): string {
  if (seconds < 120) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}

/** The body of every error response. */
export function problemBody(status: number, message: string): Problem {
  return { title: STATUS_CODES[status] ?? 'Error', status, detail: message, message };
}

/** PostgreSQL's codes for input it cannot store or compare. */
const INPUT_ERRORS = new Set(['22008', '22021', '22P02', '22P05', '22003', '2201W', '54000', '54001']);

/** A row refers to one that has been removed in the meantime: an account that was deleted during its own request. */
const FOREIGN_KEY_VIOLATION = '23503';

/** PostgreSQL stopping, starting, refusing the connection, out of space, or canceling what took too long. */
const UNAVAILABLE_ERRORS = /^(?:08|28|3D|53|57|58|XX)|^(?:25006|55000|55P03|40001|40P01)$/;

/** The driver's messages when no connection became free, none is left, or no response came in time. */
const CONNECTION_FAILURES =
  /Query read timeout|Connection terminated|timeout exceeded when trying to connect|not queryable|Connection ended/;

/** System calls of a connection. A missing file fails with the same codes as a missing socket. */
const NETWORK_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);

/**
 * What a failed query means to the caller: 400 for input the database refuses, 409 when what it belongs to is gone,
 * 503 while it is unavailable, undefined for anything else (a fault of ours).
 */
export function databaseProblem(error: unknown): HttpProblem | undefined {
  if (!(error instanceof Error)) return undefined;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (INPUT_ERRORS.has(code)) return badRequest('The request holds a value that cannot be used.');
  if (code === FOREIGN_KEY_VIOLATION) return new HttpProblem(409, 'What this belongs to is no longer there.');
  const isUnavailable =
    (code.length === 5 && UNAVAILABLE_ERRORS.test(code)) ||
    ('syscall' in error && NETWORK_CALLS.has(String(error.syscall))) ||
    CONNECTION_FAILURES.test(error.message);
  return isUnavailable ? unavailable('Promptarium is temporarily unavailable. Please try again.') : undefined;
}
