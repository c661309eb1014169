import type { FastifyInstance } from 'fastify';
import { chooseEncoding, compress, isWorthCompressing } from './content-encoding.ts';

const COMPRESSIBLE = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|image\/svg)/;

/**
 * Compresses what is made for one request: pages and data of members, and everybody's where nothing is cached. Cached
 * responses are compressed once, and files when they are built; streams are sent as they come. A response tells its
 * length to whoever watches the line, as without compression; there is no secret in a page for a guess to be compared
 * with (the session is in a cookie, and same-origin checks need no token).
 */
export function installCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = typeof payload === 'string';
    if (request.internalCall !== undefined || !(isText || Buffer.isBuffer(payload))) return payload;
    const type = reply.getHeader('content-type');
    if (reply.hasHeader('content-encoding') || typeof type !== 'string' || !COMPRESSIBLE.test(type))
      return payload;
    const body = isText ? Buffer.from(payload) : payload;
    if (!isWorthCompressing(body)) return payload;
    const vary = reply.getHeader('vary');
    reply.header('vary', typeof vary === 'string' ? `${vary}, accept-encoding` : 'accept-encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding === 'identity') return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return await compress(body, encoding, 'once');
  });
}
