import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Endpoint, type Input, type ResponseBody, urlOf } from '#contract/endpoint.ts';
import type { InternalCalls } from '#server/core/http/routing/internal-calls.ts';

/** A call that our own API refused. The message is the API's, for people and models. */
export class ApiError extends Error {
  readonly status: number;
  /** The problem document, with what it holds besides the message. */
  readonly problem: unknown;
  /** It was asked by an app that a member connected, not with a token they made. */
  readonly isOfGrant: boolean;

  constructor(message: string, response: { status: number; problem: unknown; isOfGrant: boolean }) {
    super(message);
    this.name = 'ApiRefusal';
    this.status = response.status;
    this.problem = response.problem;
    this.isOfGrant = response.isOfGrant;
  }
}

type AnyInput = { body?: unknown; query?: object };

/** Calls the API for the member of a token. */
export interface ApiCalls {
  /** @throws ApiRefusal for any response but success */
  call<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<ResponseBody<E>>;
  /** The same for a list, with how many there are in all (`X-Total-Count`) and where it goes on (`Link`). */
  callList<E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
  ): Promise<{
    items: ResponseBody<E>;
    total: number;
    correctedTo: string | null;
    nextCursor: string | null;
  }>;
}

/**
 * The same routes as over the network, in this process: guards, scopes, limits and schemas are theirs, so that a tool can
 * do nothing a call of the API could not.
 */
export function apiCalls(
  app: FastifyInstance,
  { calls, publicUrl }: { calls: InternalCalls; publicUrl: string },
  { viewer, ip: address, id: requestId }: FastifyRequest,
): ApiCalls {
  const headers = {
    ...calls.headersOf({ purpose: 'data', viewer, address, requestId }),
    origin: publicUrl,
  };
  async function send({ method, url }: Endpoint, { body, ...input }: AnyInput) {
    const response = await app.inject({
      method,
      url: urlOf({ url }, input),
      headers,
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    const isJson = /\bjson\b/.test(String(response.headers['content-type']));
    const data = isJson ? response.json() : response.payload;
    if (response.statusCode !== 200) {
      const isOfGrant = 'isOfGrant' in viewer && viewer.isOfGrant;
      const refusal = { status: response.statusCode, problem: data, isOfGrant };
      throw new ApiError(String(data.message ?? 'Something went wrong.'), refusal);
    }
    return { data, headers: response.headers };
  }
  return {
    call: async (endpoint, input) => (await send(endpoint, input as AnyInput)).data,
    async callList(endpoint, input) {
      const { data, headers } = await send(endpoint, input as AnyInput);
      const corrected = headers['x-search-corrected'];
      const [, nextCursor = null] = /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(String(headers.link)) ?? [];
      return {
        items: data,
        total: Number(headers['x-total-count']),
        correctedTo: corrected === undefined ? null : decodeURIComponent(String(corrected)),
        nextCursor,
      };
    },
  };
}
