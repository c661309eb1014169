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
