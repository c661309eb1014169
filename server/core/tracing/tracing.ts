import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { RequestStart, Tracing } from './tracing.hooks.ts';

/** version, trace, span, flags (W3C Trace Context). */
const TRACEPARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/;

/**
 * Spans of requests, statements and jobs, sent by OTLP over HTTP. The SDK reads its own settings (OTEL_*: endpoint,
 * headers, sampler, resource). Nothing is registered with its global API: what is not traced here is not traced.
 * @param options.url of the collector's traces; as the environment says when absent
 */
export function openTracing(options: { url?: string } = {}): Tracing & { close(): Promise<void> } {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'promptarium' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(options))],
  });
  const tracer = provider.getTracer('promptarium');
  const contexts = new AsyncLocalStorage<Context>();
  const active = () => contexts.getStore() ?? ROOT_CONTEXT;

  return {
    startRequest({ method, isInternal, requestId, traceparent }: RequestStart) {
      const outer = isInternal ? active() : remoteContext(traceparent);
      const kind = isInternal ? SpanKind.INTERNAL : SpanKind.SERVER;
      const attributes = { 'http.request.method': method, 'promptarium.request_id': requestId };
      const span = tracer.startSpan(method, { kind, attributes }, outer);
      const context = trace.setSpan(outer, span);
      return {
        run: (work) => contexts.run(context, work),
        end({ route, status }) {
          span.updateName(`${method} ${route}`);
          span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
          if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        },
      };
    },
    addQuery(statement, milliseconds, hasFailed) {
      // Its end is now; statements hold no values.
      const end = Date.now();
      const attributes = { 'db.system.name': 'postgresql', 'db.query.text': statement };
      const name = statement.split(' ', 1)[0]?.toLowerCase() || 'query';
      const span = tracer.startSpan(
        name,
        { kind: SpanKind.CLIENT, attributes, startTime: end - milliseconds },
        active(),
      );
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    async runJob(name, work) {
      const span = tracer.startSpan(`job ${name}`, {}, ROOT_CONTEXT);
      return await contexts.run(trace.setSpan(ROOT_CONTEXT, span), () => endAfter(span, work));
    },
    close: () => provider.shutdown(),
  };
}

async function endAfter<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

function remoteContext(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags = '0'] = TRACEPARENT.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags, 16);
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}
