import type { ZodType, z } from 'zod';
import type { StaffRole } from './roles.ts';
import type { TokenScope } from './token-scopes.ts';

/**
 * Who may call: everybody, signed-in members, or staff, whose addresses are 404 to all others. Stated on every endpoint;
 * guards throw.
 */
export type Access = 'public' | 'member' | StaffRole;

/** An endpoint as plain data: both sides read it, neither owns it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: `/${string}`;
  access: Access;
  /** A token with this scope calls it as its member; without one stated, no token does. */
  scope?: TokenScope;
  /** A dangerous act: who signed in more than 15 minutes ago is asked to do so again; staff, to prove who they are. */
  needsRecentSignIn?: true;
  summary: string;
  params?: ZodType;
  query?: ZodType;
  body?: ZodType;
  response: ZodType;
}

/** Keeps the literal types of an endpoint, so handlers and callers are checked against it. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** What a successful call returns. A type only: no schema is needed where the call is made. */
export type ResponseBody<E extends Endpoint> = z.output<E['response']>;

/** What a call takes: the parameters of the path by name, and `query` and `body` where the endpoint has them. */
export type Input<E extends Endpoint> = (E['params'] extends ZodType ? z.input<E['params']> : unknown) &
  (E['query'] extends ZodType ? { query?: QueryInput<z.input<E['query']>> } : unknown) &
  (E['body'] extends ZodType ? { body: z.input<E['body']> } : unknown);

/** Query strings carry text; numbers are written as such. */
type QueryInput<Query> = {
  [Name in keyof Query]: string extends Query[Name] ? Query[Name] | number : Query[Name];
};

/**
 * The path and query that calls an endpoint.
 * @param input values for the parameters of the path, and the query; empty and undefined query values are left out
 * @throws Error when a parameter of the path has no value
 */
export function urlOf(
  { url }: Pick<Endpoint, 'url'>,
  { query, ...params }: { query?: object; [name: string]: unknown } = {},
): string {
  const path = url.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = params[name];
    if (typeof value !== 'string' || value === '') throw new Error(`${url} needs ${name}`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  return given.length === 0
    ? path
    : `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/**
 * An address people are sent to, not called for data: answered by a redirect to a page of ours, or of the sign-in
 * provider. Where it cannot be, a browser gets a page that says so, all others a problem document.
 */
export interface Navigation extends Omit<Endpoint, 'method' | 'response' | 'body' | 'params'> {
  method: 'GET' | 'POST';
  /** After a POST the page must be fetched by GET, which only 303 says. */
  redirectStatus: 302 | 303;
  response: ZodType<null>;
  /** Text of a page it may respond with instead, with status 200. */
  pageResponse?: ZodType<string>;
  /** A step between the provider and us: not for other callers, so the API's document leaves it out. */
  isInternal?: boolean;
}

/** Keeps the literal types of a navigation, as `defineEndpoint` does. */
export function defineNavigation<const N extends Navigation>(navigation: N): N {
  return navigation;
}
