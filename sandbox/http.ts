import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Server as NetServer } from 'node:net';

/** The request is larger than anything the sandbox is sent. */
export class BodyTooLargeError extends Error {}

/** @throws BodyTooLarge */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > maxBytes) throw new BodyTooLargeError('The request is too large.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

/** Without the query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  return url.split('?')[0] ?? '/';
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value, null, 2));
}

/**
 * A page without scripts.
 * @param appUrl where its forms may lead, besides the sandbox itself
 * @param frames what it may frame
 */
export function sendPage(
  response: ServerResponse,
  appUrl: string,
  html: string,
  status = 200,
  frames = "'none'",
): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      // Browsers hold a form to form-action along its redirects too, and they end at the app.
      'content-security-policy': `default-src 'none'; style-src 'self'; img-src data:; frame-src ${frames}; form-action 'self' ${appUrl}; frame-ancestors 'none'; base-uri 'none'`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      // With no-referrer, Chromium would send `Origin: null` with a form, which the portal refuses.
      'referrer-policy': 'same-origin',
    })
    .end(html);
}

/** Listens on this machine only, whatever the app does. @returns the port; rejects when it is taken */
export async function listen(server: NetServer, port: number): Promise<number> {
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  return typeof address === 'object' && address ? address.port : port;
}

export function closeServer(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done());
    server.closeAllConnections();
  });
}
