import { AsyncLocalStorage } from 'node:async_hooks';
import { type Attributes, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';

/** Off by default; then OpenTelemetry's SDK is not loaded. */
export type Traces = Awaited<ReturnType<typeof openTraces>>;

interface TracedWork {
  /** Attributes must not contain a visitor's texts, ids or addresses. */
  set(attributes: Attributes): void;
  /** Headers by which a service joins its traces to ours. */
  headers: Record<string, string>;
}

/** Undefined if traces are off. */
const underWay = new AsyncLocalStorage<{ span: Span; tracer: Tracer }>();

/** Runs the work as part of the active span; if there is none, untraced. @throws what the work threw */
export async function traced<T>(name: string, attributes: Attributes, work: (traced: TracedWork) => Promise<T>): Promise<T> {
  const above = underWay.getStore();
  if (!above) return work({ set: () => undefined, headers: {} });
  const { tracer } = above;
  const kind = 'peer.service' in attributes ? SpanKind.CLIENT : SpanKind.INTERNAL;
  const span = tracer.startSpan(name, { kind, attributes }, trace.setSpan(ROOT_CONTEXT, above.span));
  const { traceId, spanId, traceFlags } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
  try {
    const set = (more: Attributes) => void span.setAttributes(more);
    return await underWay.run({ span, tracer }, () => work({ set, headers: { traceparent } }));
  } catch (error) {
    // The message is left out, because it may contain a visitor's words.
    const type = error instanceof Error ? error.name : typeof error;
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Includes retries. A closing site waits for the last spans. */
const sendingMs = 2_000;
/** Monitoring calls these routes every few seconds. */
const watching = new Set(['/healthz', '/readyz', '/metrics']);

/** Sends OTLP over HTTP as JSON. The libraries read `OTEL_TRACES_SAMPLER`, `OTEL_SERVICE_NAME` and `OTEL_EXPORTER_OTLP_HEADERS`. */
export async function openTraces({ endpoint, log }: { endpoint: string; log: FastifyBaseLogger }) {
  const [sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = watchExporter(new OTLPTraceExporter({ url, timeoutMillis: sendingMs }), log);
  const resource = resources
    .resourceFromAttributes({ 'service.name': 'enfilade' })
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
  const tracer = provider.getTracer('enfilade');
  const ofRequests = new WeakMap<FastifyRequest, Span>();

  return {
    /** Names spans by their route, never by their address. Ignores `traceparent` of requests, which comes from strangers. */
    register(app: FastifyInstance): void {
      app.addHook('onRequest', (request, _, done) => {
        const { method, routeOptions } = request;
        const { url: route = 'unknown' } = routeOptions;
        if (watching.has(route)) return done();
        const attributes = { 'http.request.method': method, 'http.route': route };
        const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
        ofRequests.set(request, span);
        underWay.run({ span, tracer }, done);
      });
      // After reading a body, the code resumes in a socket event, which has no request context.
      app.addHook('preValidation', (request, _, done) => {
        const span = ofRequests.get(request);
        if (span) underWay.run({ span, tracer }, done);
        else done();
      });
      app.addHook('onResponse', (request, { statusCode }, done) => {
        const span = ofRequests.get(request);
        span?.setAttribute('http.response.status_code', statusCode);
        if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
        done();
      });
    },
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Logs the first failure of the collector, and the first success after a failure. */
function watchExporter(exporter: SpanExporter, log: FastifyBaseLogger): SpanExporter {
  let fails = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code !== 0;
        if (failed && !fails) log.warn({ err: result.error }, 'traces cannot be sent and are dropped');
        if (!failed && fails) log.info('the collector accepts traces again');
        fails = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
