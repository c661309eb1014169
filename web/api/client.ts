import type { z } from 'zod';
import type { paymentProblemSchema } from '#contract/billing.ts';
import type { Problem } from '#contract/errors.ts';
import type { LockedPrompt } from '#contract/prompts.ts';
import type { ApiResponse } from '#contract/rendering.ts';
import { OFFLINE_COPY_MARKER, reportReachable } from './connection.ts';
import { isViewerEndpoint, reportUnauthorized } from './session-ended.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON; nothing is sent when absent. */
  body?: unknown;
  signal?: AbortSignal;
  /** After which the call fails with a TimeoutError. */
  milliseconds?: number;
}

/** Sends one request; the browser's and the server's differ only here. */
export type Fetcher = (path: string, options?: RequestOptions) => Promise<ApiResponse>;

/** What a refusal may carry besides: the card of a locked prompt, the reason of a refused payment. */
export type ApiProblem = Problem & Partial<LockedPrompt & z.infer<typeof paymentProblemSchema>>;

/** Any response other than success. Its message is the status and the body: `404: {…}`. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ApiProblem | undefined;
  /** Seconds after which trying again makes sense, when the server said so. */
  readonly retryAfter: number | undefined;

  constructor(response: ApiResponse) {
    super(`${response.status}: ${response.text}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.problem = readProblem(response.text);
    this.retryAfter = Number(response.headers['retry-after']) || undefined;
  }
}

/** The 401 of a session that ended: the whole app says so once, so no caller shows it. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

function readProblem(text: string): ApiProblem | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A call that hangs must end: otherwise a page never appears and a button waits for ever. */
const TIMEOUT_MILLISECONDS = 15_000;

/**
 * The only fetch. Cookies go along, and the browser itself says that we are the origin. Reports to the rest of the app
 * what the outcome says about the network and the session.
 * @throws TypeError or a TimeoutError when the network fails
 */
export async function fetchInBrowser(path: string, options: RequestOptions = {}): Promise<ApiResponse> {
  const { method = 'GET', body, signal, milliseconds = TIMEOUT_MILLISECONDS } = options;
  const timeout = AbortSignal.timeout(milliseconds);
  try {
    const response = await fetch(path, {
      method,
      credentials: 'same-origin',
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = (await response.text()) || response.statusText;
    reportReachable(!response.headers.has(OFFLINE_COPY_MARKER));
    if (response.status === 401 && !isViewerEndpoint(path)) reportUnauthorized();
    return { status: response.status, headers: Object.fromEntries(response.headers), text };
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) reportReachable(false);
    throw error;
  }
}
