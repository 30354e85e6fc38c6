/** What benchmarks plan. */

/** Of a bundle, at most. */
export const sources = 50;

/** Data sources, and SLIs that point at them by their names. */
export function bundle(name: string, version: number, count: number) {
  return {
    data_sources: many(Math.min(count, sources), (at) => source(name, at)),
    slis: many(count - Math.min(count, sources), (at) => ({
      ...sli(name, at, version),
      data_source_id: { name: source(name, at % sources).name },
    })),
  };
}

export function source(name: string, at: number) {
  return { name: `${name} ${at}`, type: "prometheus", url: "https://metrics.example.com" };
}

export function sli(name: string, at: number, version: number) {
  return {
    service: `${name} ${at}`,
    name: "availability",
    kind: "ratio",
    good_query: 'sum(rate(http_requests_total{code!~"5.."}[5m]))',
    total_query: "sum(rate(http_requests_total[5m]))",
    description: `version ${version}`,
  };
}

export function many<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at));
}
