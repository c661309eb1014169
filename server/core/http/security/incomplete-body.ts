import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Whether a request announced more body than has arrived. A response sent now must be the last of its connection:
 * the rest of the body would otherwise be parsed, or waited for, as the next request.
 */
function isBodyIncomplete({ headers, complete }: IncomingMessage): boolean {
  // Not `!complete`: it is undefined for injected requests.
  if (complete !== false) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Call it before the headers of a response are written: it adds `Connection: close` where needed. */
export function closeIfBodyIncomplete(request: IncomingMessage, response: ServerResponse): void {
  if (isBodyIncomplete(request)) response.shouldKeepAlive = false;
}

/**
 * Guards respond before a body has arrived. Without this the connection would stay open, and get a second response
 * when Node's timeout for the body expires.
 */
export function installIncompleteBodyCheck(app: FastifyInstance): void {
  // Async although nothing is awaited: the parser then reads the rest of the packet before a response is written, and
  // a malformed body is a 400 whatever a guard says of its headers.
  app.addHook('onSend', async (request, reply, payload) => {
    closeIfBodyIncomplete(request.raw, reply.raw);
    return payload;
  });
}
