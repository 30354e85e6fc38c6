import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import { serveRead } from "./answers.ts";
import { onAnswered } from "./request-log.ts";

/** Seconds; reads take around a millisecond, so the buckets begin there. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Gauges of the package with the ending of counters, which Prometheus' checker refuses. Each has a twin by type without it. */
const misnamed = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
];

/** What reads the figures to show, where those of the registry are a part of them. */
export type MetricsOfAll = (own: Registry) => () => Promise<string>;

/**
 * Serves Prometheus text at /metrics: requests by method and status; nothing of any organization.
 * @returns where others register what they measure
 */
export function serveMetrics(
  server: FastifyInstance,
  metricsOfAll: MetricsOfAll = (own) => () => own.metrics(),
): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
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
  onAnswered(server, ({ method }, { statusCode: status, elapsedTime }) => {
    requests.inc({ method, status });
    seconds.observe({ method }, elapsedTime / 1_000);
  });
  const read = metricsOfAll(registry);
  serveRead(server, "/metrics", async (_request, reply) =>
    reply.header("content-type", registry.contentType).send(await read()),
  );
  return registry;
}
