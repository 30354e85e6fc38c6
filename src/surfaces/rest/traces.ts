/** A span for each request, where traces are sent: from its head to the end of its answer. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { currentTracer, type RequestSpan } from "../../engine/ports/tracing.ts";
import { notedOf, noteForLog, onAnswered, probes } from "./request-log.ts";

const span = Symbol("span");
type SpanRequest = FastifyRequest & { [span]?: RequestSpan };

/** To be called before the server has any other hook. */
export function traceRequests(server: FastifyInstance): void {
  const tracer = currentTracer();
  if (tracer === undefined) return;
  server.addHook("onRequest", (request: SpanRequest, _reply, done) => {
    if (probes.has(request.url)) return done();
    const begun = tracer.request(request.method, request.headers);
    request[span] = begun;
    noteForLog(request, { trace_id: begun.traceId });
    begun.run(done);
  });
  // A body comes in by its connection, which knows nothing of the request: what follows it is brought back.
  server.addHook("preValidation", (request: SpanRequest, _reply, done) => {
    if (request[span] === undefined) done();
    else request[span].run(done);
  });
  onAnswered(server, (request: SpanRequest, reply) => {
    const { route, organization } = notedOf(request);
    request[span]?.end({
      route,
      status: reply.statusCode,
      requestId: request.id,
      organizationId: organization,
      gone: !reply.raw.writableFinished,
    });
  });
}
