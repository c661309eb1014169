import type { ZodType } from 'zod';

/** Who may call: everybody, or signed-in members only. Stated on every endpoint; guards throw. */
export type Access = 'public' | 'member';

/** An endpoint as plain data: both sides read it, neither owns it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: `/${string}`;
  access: Access;
  summary: string;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  answer: ZodType;
}

/** Keeps the literal types of an endpoint, so handlers and callers are checked against it. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/**
 * An address people are sent to, not called for data: answered by a redirect to a page of ours, or of the sign-in
 * provider. Where it cannot be, whoever asked for a page gets one that says so, all others a problem document.
 */
export interface Navigation extends Omit<Endpoint, 'method' | 'answer' | 'body' | 'params'> {
  method: 'GET' | 'POST';
  /** After a POST the page must be fetched by GET, which only 303 says. */
  answerStatus: 302 | 303;
  answer: ZodType<null>;
  /** Text of a page it may answer instead, with status 200. */
  pageAnswer?: ZodType<string>;
  /** A step between the provider and us: nobody else's to call, so the API's document leaves it out. */
  isInternal?: boolean;
}

/** Keeps the literal types of a navigation, as `defineEndpoint` does. */
export function defineNavigation<const N extends Navigation>(navigation: N): N {
  return navigation;
}
