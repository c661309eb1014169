import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';

/**
 * Whether more of a request's body is announced than has arrived. An answer given then must be the connection's last:
 * what still comes would be read, or waited for, as part of a conversation that is over.
 */
function isBodyOpen({ headers, complete }: IncomingMessage): boolean {
  // Not `!complete`: calls without a network do not say.
  if (complete !== false) return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Call it before the headers of an answer are written: it then says `Connection: close`, and means it. */
export function closeWhenBodyIsOpen(request: IncomingMessage, answer: ServerResponse): void {
  if (isBodyOpen(request)) answer.shouldKeepAlive = false;
}

/**
 * Guards answer before a body has arrived, or without waiting for one that never does. Without this the connection
 * would stay open, and get a second answer once Node's patience with the body ends.
 */
export function installOpenBodyCheck(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    closeWhenBodyIsOpen(request.raw, reply.raw);
    done();
  });
}
