import type { FastifyReply } from 'fastify';

/** Tells where a list that is answered as a plain array goes on: `Link: <url?query&cursor=…>; rel="next"`. */
export function linkNextPage(
  reply: FastifyReply,
  url: string,
  query: Readonly<Record<string, string | number | undefined>>,
  cursor: string,
): void {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...query, cursor })) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  reply.header('link', `<${url}?${params}>; rel="next"`);
}
