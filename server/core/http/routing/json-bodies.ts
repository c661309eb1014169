import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors/problems.ts';

/** Throws at bytes that are no UTF-8; leaves the byte order mark to the parser. */
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * JSON is the only body there is: another site's form can send text, but not JSON. Its bytes have
 * to be UTF-8: Fastify's own reading turns others into replacement characters, which would be stored as if meant (C3).
 */
export function installJsonBodies(app: FastifyInstance): void {
  app.removeContentTypeParser(['text/plain', 'application/json']);
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string;
    try {
      text = typeof body === 'string' ? body : utf8.decode(body);
    } catch {
      return done(badRequest('The body is not valid UTF-8'));
    }
    return parse(request, text, done);
  });
}
