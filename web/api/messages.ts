import { ApiError } from './client.ts';

/** What a person reads of a failure. */
export interface ErrorMessage {
  kind: 'offline' | 'busy' | 'away' | 'fault';
  title: string;
  text: string;
}

/**
 * Says what happened and what helps. Never the failure's own text: that may hold internals.
 * @param isOnline the browser's own opinion; a page drawn by the server counts as online
 */
export function errorMessage(error: unknown, isOnline: boolean): ErrorMessage {
  if (error instanceof ApiError) return apiErrorMessage(error);
  if (!isOnline) {
    return {
      kind: 'offline',
      title: 'You’re offline',
      text: 'Reconnect to open this page.',
    };
  }
  if (isNetworkFailure(error)) {
    return {
      kind: 'offline',
      title: 'Can’t reach Promptarium',
      text: 'We got no response. Check your connection and try again.',
    };
  }
  return {
    kind: 'fault',
    title: 'Something went wrong',
    text: 'We couldn’t show this page. It’s our fault, not yours. Please try again.',
  };
}

function apiErrorMessage(error: ApiError): ErrorMessage {
  if (error.status === 429) {
    return {
      kind: 'busy',
      title: 'Too many requests',
      text: tooFast(error),
    };
  }
  if (error.status === 503) {
    return {
      kind: 'away',
      title: 'Promptarium is temporarily unavailable',
      text: 'We’re starting up or can’t reach our database. Please try again shortly.',
    };
  }
  return {
    kind: 'fault',
    title: 'Something went wrong',
    text: 'Something failed on our side. Please try again.',
  };
}

/**
 * Of a change that failed: the given message, or how long to wait after too many requests. The end of a session needs
 * none: the whole app says so once.
 */
export function failureMessage(error: unknown, message: string): string {
  return error instanceof ApiError && error.status === 429 ? tooFast(error) : message;
}

const tooFast = ({ retryAfter }: ApiError) => `Please wait ${waitText(retryAfter)} and try again.`;

/** 1 → "1 second", 90 → "2 minutes"; without a number "a moment". */
function waitText(seconds: number | undefined): string {
  if (seconds === undefined) return 'a moment';
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minutes`;
}

/** fetch() rejects with a TypeError, and with nothing else, when the network fails; our own time limit rejects in another way. */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'TimeoutError') return true;
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
