import type { FastifyInstance } from 'fastify';
import { badRequest } from '../errors/problems.ts';

/**
 * HTTP/1.1 wants exactly one Host (RFC 9112 section 3.2). Nothing here depends on it, but a proxy in front may
 * have chosen the other one of two. Node would refuse a missing one itself, with an empty response.
 */
export function installHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { rawHeaders, httpVersionMinor } = request.raw;
    let hosts = 0;
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = rawHeaders[index];
      if (name?.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    }
    if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) {
      done(badRequest('A request names exactly one host.'));
    } else done();
  });
}
