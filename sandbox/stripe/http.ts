import type { IncomingMessage, ServerResponse } from 'node:http';
import { StripeError } from './errors.ts';

/** @throws StripeError 413 when there is more */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    bytes += piece.length;
    if (bytes > mostBytes) {
      throw new StripeError(
        413,
        { type: 'invalid_request_error', message: 'The request is too large.' },
        true,
      );
    }
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(value, null, 2));
}
