import type { Problem } from '#contract/errors.ts';

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

/** The only fetch of the browser. */
export const fetchInBrowser: Fetcher = async (path, signal) => {
  const response = await fetch(path, {
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
    ...(signal ? { signal } : {}),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text: (await response.text()) || response.statusText,
  };
};

/** Parsed body of a successful answer. Throws ApiError for anything else. */
export function readJson<T>(answer: RawAnswer): T {
  if (answer.status < 200 || answer.status > 299) throw new ApiError(answer);
  return JSON.parse(answer.text);
}
