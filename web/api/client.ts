import type { Problem } from '#contract/errors.ts';
import { reportReachable } from './connection.ts';
import { asksWhoIsSignedIn, reportUnauthorized } from './session-ended.ts';

/** What a call of our API brought, before anybody judged it. */
export interface RawAnswer {
  status: number;
  headers: Record<string, string>;
  text: string;
}

/** Sends one GET; the browser's and the server's differ only here. */
export type Fetcher = (path: string, signal?: AbortSignal) => Promise<RawAnswer>;

/** Any answer other than success. The text is `404: {…}`, as SPEC section 8 asks. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: Problem | undefined;
  /** Seconds after which trying again makes sense, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(answer: RawAnswer) {
    super(`${answer.status}: ${answer.text}`);
    this.name = 'ApiError';
    this.status = answer.status;
    this.problem = readProblem(answer.text);
    this.retryAfter = Number(answer.headers['retry-after']) || undefined;
  }
}

function readProblem(text: string): Problem | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A call that hangs must end: a page would never be drawn, a button wait for ever. */
const LONGEST_MILLISECONDS = 15_000;

/** Reads in the browser; `sendJson` writes. Nothing else fetches. */
export const fetchInBrowser = makeFetcher(LONGEST_MILLISECONDS);

/** @returns a fetcher that throws a TimeoutError when an answer is not complete by then */
export function makeFetcher(milliseconds: number): Fetcher {
  return (path, signal) => {
    const timeout = AbortSignal.timeout(milliseconds);
    return watched(path, () =>
      fetch(path, {
        credentials: 'same-origin',
        headers: { accept: 'application/json' },
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      }),
    );
  };
}

/** For writes behind which the server asks somebody else, who is given time and a second chance. */
export const SLOW_WRITE_MILLISECONDS = 70_000;

/**
 * Sends a change. Cookies go along, and the browser itself says that we are the origin.
 * @param body sent as JSON; nothing is sent when absent
 * @param milliseconds after which it counts as failed
 * @throws ApiError for any answer but success; TypeError or a TimeoutError when the network fails
 */
export async function sendJson<T>(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  milliseconds: number = LONGEST_MILLISECONDS,
): Promise<T> {
  const answer = await watched(path, () =>
    fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(milliseconds),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return readJson<T>(answer);
}

/** Runs a call and tells the rest of the app what it says about the network and the session. */
async function watched(path: string, call: () => Promise<Response>): Promise<RawAnswer> {
  try {
    const response = await call();
    const answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: (await response.text()) || response.statusText,
    };
    reportReachable(true);
    if (answer.status === 401 && !asksWhoIsSignedIn(path)) reportUnauthorized();
    return answer;
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reportReachable(false);
    throw error;
  }
}

/** Parsed body of a successful answer. Throws ApiError for anything else. */
export function readJson<T>(answer: RawAnswer): T {
  if (answer.status < 200 || answer.status > 299) throw new ApiError(answer);
  return JSON.parse(answer.text);
}
