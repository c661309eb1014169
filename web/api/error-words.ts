import { ApiError } from './client.ts';

/** A failure as people are told of it. */
export interface ErrorWords {
  kind: 'offline' | 'busy' | 'away' | 'fault';
  title: string;
  text: string;
}

/**
 * Says what happened and what helps. Never the failure's own text: that may hold internals.
 * @param isOnline the browser's own opinion; a page drawn by the server counts as online
 */
export function errorWords(error: unknown, isOnline: boolean): ErrorWords {
  if (error instanceof ApiError) return apiErrorWords(error);
  if (!isOnline) {
    return {
      kind: 'offline',
      title: 'You are offline',
      text: 'This page is not on your device yet. Once you are connected again, try again.',
    };
  }
  if (isNetworkFailure(error)) {
    return {
      kind: 'offline',
      title: 'The library cannot be reached',
      text: 'Nothing answered. Check your connection, then try again.',
    };
  }
  return {
    kind: 'fault',
    title: 'Something went wrong',
    text: 'This page could not be drawn. The fault is ours, not yours. Trying again often helps.',
  };
}

function apiErrorWords(error: ApiError): ErrorWords {
  if (error.status === 429) {
    return {
      kind: 'busy',
      title: 'Too many requests',
      text: `You were a little fast for us. Please wait ${waitInWords(error.retryAfter)} and try again.`,
    };
  }
  if (error.status === 503) {
    return {
      kind: 'away',
      title: 'The library is away for a moment',
      text: 'It is starting, or its shelves cannot be reached right now. Please try again shortly.',
    };
  }
  return {
    kind: 'fault',
    title: 'Something went wrong',
    text: 'The library could not answer. The fault is ours, not yours. Trying again often helps.',
  };
}

/** 1 → "1 second", 90 → "2 minutes"; without a number "a moment". */
export function waitInWords(seconds: number | undefined): string {
  if (seconds === undefined) return 'a moment';
  if (seconds <= 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return `${minutes} minutes`;
}

/** fetch() rejects with a TypeError, and with nothing else, when the network fails; our own time limit is beside it. */
function isNetworkFailure(error: unknown): boolean {
  if (error instanceof DOMException && error.name === 'TimeoutError') return true;
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message);
}
