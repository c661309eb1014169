import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Navigation } from '#contract/endpoint.ts';
import { problemAnswers } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** People are sent there: whatever goes wrong is told to a browser by a page. */
    isNavigation?: boolean;
  }
}

interface NavigationCall<N extends Navigation> {
  query: N['query'] extends z.ZodType ? z.output<N['query']> : undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/**
 * Serves one navigation of the contract: by a redirect to what `target` returns, unless that has answered itself.
 * No HEAD: asking what would happen must not make it happen.
 * @param options.rateLimit requests a minute and address, besides the general limit; 0 is none
 */
export function addNavigation<N extends Navigation>(
  app: FastifyInstance,
  navigation: N,
  options: { tag: string; rateLimit?: number; ignoresSession?: boolean },
  target: (call: NavigationCall<N>) => Promise<string | undefined> | string,
): void {
  const { method, url, access, summary, query, answer, answerStatus, pageAnswer, isInternal } = navigation;
  const { tag, rateLimit = 0, ignoresSession = false } = options;
  const page = pageAnswer && {
    description: pageAnswer.description ?? 'A page.',
    content: { 'text/html': { schema: pageAnswer } },
  };
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    config: { access, rateLimit, ignoresSession, isNavigation: true },
    schema: {
      ...(query ? { querystring: query } : {}),
      response: { [answerStatus]: answer, ...(page ? { 200: page } : {}), ...problemAnswers([429, 503]) },
      summary,
      tags: [tag],
      hide: isInternal ?? false,
    },
    handler: async (request, reply) => {
      const location = await target({
        // Checked by the schema above; Fastify's own types cannot carry what is generic here.
        query: request.query as NavigationCall<N>['query'],
        request,
        reply,
      });
      return location === undefined ? reply : reply.redirect(location, answerStatus);
    },
  });
}
