/** Answers as Prometheus does, for what is about pages and not about Prometheus: a tenth of all events is bad. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface StandIn {
  readonly url: string;
  close(): Promise<void>;
}

/** Events a second of the last hours, all of them and the bad ones. */
const rates = { total: "10", bad: "1" };
const hours = 6;

export async function startStandIn(): Promise<StandIn> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ status: "success", data: dataOf(pathname, searchParams) }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function dataOf(path: string, search: URLSearchParams): object {
  if (path.endsWith("/status/buildinfo")) return { version: "3.5.0" };
  if (path.endsWith("/query_range"))
    return {
      resultType: "matrix",
      result: seriesOf(Number(search.get("start")), Number(search.get("end"))),
    };
  return { resultType: "vector", result: [{ metric: {}, value: [Date.now() / 1_000, "1"] }] };
}

function seriesOf(start: number, end: number) {
  const first = Math.max(start, Math.floor(Date.now() / 300_000) * 300 - hours * 3_600);
  const times = Array.from({ length: Math.max(0, (end - first) / 300 + 1) }, (_, at) => first + at * 300);
  if (times.length === 0) return [];
  return Object.entries(rates).map(([figure, rate]) => ({
    metric: { orgconfig_figure: figure },
    values: times.map((time) => [time, rate]),
  }));
}
