import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Navigation } from '#contract/endpoint.ts';
import { problemResponses, usualProblems } from './routes.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers navigate to this route, so errors are rendered as an HTML page. */
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
 * @param options.rateLimit requests a minute and address, besides the general limit; 0 turns it off
 */
export function addNavigation<N extends Navigation>(
  app: FastifyInstance,
  navigation: N,
  options: { tag: string; rateLimit?: number; ignoresSession?: boolean },
  target: (call: NavigationCall<N>) => Promise<string | undefined> | string,
): void {
  const { method, url, access, summary, query, response, redirectStatus, pageResponse, isInternal } =
    navigation;
  const { tag, rateLimit = 0, ignoresSession = false } = options;
  const page = pageResponse && {
    description: pageResponse.description ?? 'A page.',
    content: { 'text/html': { schema: pageResponse } },
  };
  app.route({
    method,
    url,
    exposeHeadRoute: false,
    config: { access, rateLimit, ignoresSession, isNavigation: true },
    schema: {
      ...(query ? { querystring: query } : {}),
      response: {
        [redirectStatus]: response,
        ...(page ? { 200: page } : {}),
        ...problemResponses(usualProblems(method)),
      },
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
      return location === undefined ? reply : reply.redirect(location, redirectStatus);
    },
  });
}
