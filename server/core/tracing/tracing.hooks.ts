import type { FastifyInstance } from 'fastify';

export interface RequestStart {
  method: string;
  /** The app asks itself: part of an outer request. */
  isInternal: boolean;
  /** As in the log. */
  requestId: string;
  /** Of the proxy's trace. */
  traceparent: string | undefined;
}

interface TracedRequest {
  /** What is traced in its course belongs to it. */
  run(work: () => void): void;
  end(outcome: { route: string; status: number }): void;
}

/** Traces of the app's work, without anything a person typed or is known by. */
export interface Tracing {
  startRequest(start: RequestStart): TracedRequest;
  /** Of a statement that has just ended, without its values. */
  addQuery(statement: string, milliseconds: number, hasFailed: boolean): void;
  runJob<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Absent where nobody collects traces. */
    tracing?: Tracing | undefined;
  }
  interface FastifyRequest {
    traced: TracedRequest | undefined;
  }
}

/**
 * A span for every request. Register it after the hook that recognizes internal calls, before all other hooks.
 * @param options.takesParents whether a proxy of ours is in front: a visitor must not choose what is traced
 */
export function installTracing(
  app: FastifyInstance,
  tracing: Tracing | undefined,
  { takesParents }: { takesParents: boolean },
): void {
  app.decorate('tracing', tracing);
  if (tracing === undefined) return;
  app.decorateRequest('traced', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    request.traced = tracing.startRequest({
      method: request.method,
      isInternal: request.internalCall !== undefined,
      requestId: request.id,
      traceparent: takesParents && typeof traceparent === 'string' ? traceparent : undefined,
    });
    request.traced.run(done);
  });
  // A body arrives in the course of its connection, not of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.traced === undefined) done();
    else request.traced.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.traced?.end({ route: request.routeOptions.url ?? 'none', status: reply.raw.statusCode });
    done();
  });
}
