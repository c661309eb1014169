import type { FastifyRequest } from 'fastify';
import type { Viewer } from '../viewer.ts';

const TOKEN_HEADER = 'x-internal-token';
const ADDRESS_HEADER = 'x-internal-address';
const VIEWER_HEADER = 'x-internal-viewer';

/** Headers of a call the app makes to itself while drawing a page for the visitor of `request`. */
export function internalHeaders(request: FastifyRequest, token: string): Record<string, string> {
  return {
    cookie: request.headers.cookie ?? '',
    [TOKEN_HEADER]: token,
    [ADDRESS_HEADER]: request.ip ?? '',
    [VIEWER_HEADER]: JSON.stringify(request.viewer),
  };
}

/**
 * The address of the visitor a page is drawn for, when the app itself is calling; undefined for calls from
 * outside. The token is random and never leaves the process, so nobody else can claim to be the app.
 */
export function internalVisitor(request: FastifyRequest, token: string): string | undefined {
  if (request.headers[TOKEN_HEADER] !== token) return undefined;
  const address = request.headers[ADDRESS_HEADER];
  return typeof address === 'string' ? address : '';
}

/** For whom a page is drawn, when the app itself is calling: the session was looked up for the page already. */
export function internalViewer(request: FastifyRequest, token: string): Viewer | undefined {
  const viewer = request.headers[VIEWER_HEADER];
  if (typeof viewer !== 'string' || request.headers[TOKEN_HEADER] !== token) return undefined;
  return JSON.parse(viewer);
}
