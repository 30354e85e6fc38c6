import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { onAnswered } from "./answered.ts";
import { serveRead } from "./serve-read.ts";

/** Seconds; reads take around a millisecond, so the buckets begin there. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export interface Metrics {
  readonly registry: Registry;
  /** Counts a request that was answered without the framework, and how long that took, in milliseconds. */
  answered(method: string, status: number, elapsedMs: number): void;
}

/** What reads the figures to show, where those of the registry are a part of them. */
export type MetricsOfAll = (own: Registry) => () => Promise<string>;

/** Serves Prometheus text at /metrics: requests by method, route and status; nothing of any organization. */
export function serveMetrics(
  server: FastifyInstance,
  metricsOfAll: MetricsOfAll = (own) => () => own.metrics(),
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: "orgconfig_http_requests_total",
    help: "Requests answered.",
    labelNames: ["method", "status"] as const,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "orgconfig_http_request_duration_seconds",
    help: "Time from a request's head to its answer.",
    labelNames: ["method"] as const,
    buckets,
    registers: [registry],
  });
  const answered = (method: string, status: number, elapsedMs: number): void => {
    requests.inc({ method, status });
    seconds.observe({ method }, elapsedMs / 1_000);
  };
  onAnswered(server, (request, reply) => answered(request.method, reply.statusCode, reply.elapsedTime));
  const read = metricsOfAll(registry);
  serveRead(server, "/metrics", async (_request, reply) =>
    reply.header("content-type", registry.contentType).send(await read()),
  );
  return { registry, answered };
}
