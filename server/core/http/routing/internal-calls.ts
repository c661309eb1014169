import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Viewer } from '../../sessions/viewer.ts';

/** A request the app makes to itself, in this process. */
export interface InternalCall {
  /** `render`: the response cache renders what it will serve; `data`: a page that is being rendered reads its data. */
  purpose: 'render' | 'data';
  /** Who the response is for: the session was looked up for the outer request already. */
  viewer: Viewer;
  /** Of the client that waits for it; absent when nobody waits because the cache renews a response. */
  address?: string | undefined;
  /** Of the outer request, so that log lines of both have the same id. */
  requestId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined for requests from outside. */
    internalCall: InternalCall | undefined;
  }
}

const TOKEN_HEADER = 'x-internal-token';
const CALL_HEADER = 'x-internal-call';

/** Writes and recognizes internal calls by a random token that never leaves the process, so it cannot be forged. */
export class InternalCalls {
  readonly #token = randomUUID();

  headersOf(call: InternalCall): Record<string, string> {
    return { [TOKEN_HEADER]: this.#token, [CALL_HEADER]: JSON.stringify(call) };
  }

  read(headers: IncomingHttpHeaders): InternalCall | undefined {
    const call = headers[CALL_HEADER];
    if (typeof call !== 'string' || headers[TOKEN_HEADER] !== this.#token) return undefined;
    return JSON.parse(call);
  }
}

/** Makes `request.internalCall` known. Register it before all hooks that treat internal calls differently. */
export function installInternalCalls(app: FastifyInstance, calls: InternalCalls): void {
  app.decorateRequest('internalCall', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    request.internalCall = calls.read(request.headers);
    done();
  });
}
