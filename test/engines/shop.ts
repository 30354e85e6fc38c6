/**
 * A small HTTP service with several parts: counters at /metrics, errors on demand, and customers who ask as often as they
 * are notified to.
 */
import { Agent, createServer, get } from "node:http";
import type { AddressInfo } from "node:net";

const parts = ["shop", "warehouse", "stall"] as const;
export type Part = (typeof parts)[number];

export interface Shop {
  /** Without a slash at the end; each part answers below its name. */
  readonly url: string;
  /** host:port */
  readonly address: string;
  /** Parts that answer every request with an error. */
  readonly broken: Set<Part>;
  /** Asks a part so many times, and answers when it has answered all. */
  ask(part: Part, times: number): Promise<void>;
  close(): Promise<void>;
}

const customersAtOnce = 20;

export async function openShop(): Promise<Shop> {
  const broken = new Set<Part>();
  // What has not happened yet is counted too: a counter's first sample is no increase.
  const answered = new Map(parts.flatMap((part) => [200, 500].map((code) => [`${part} ${code}`, 0])));
  const server = createServer((request, response) => {
    const [, first = ""] = (request.url ?? "").split("/");
    const part = parts.find((name) => name === first);
    if (first === "metrics") response.end(metricsOf(answered));
    else if (part === undefined) response.writeHead(404).end();
    else {
      const code = broken.has(part) ? 500 : 200;
      const counter = `${part} ${code}`;
      answered.set(counter, (answered.get(counter) ?? 0) + 1);
      response.writeHead(code).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const agent = new Agent({ keepAlive: true, maxSockets: customersAtOnce });
  return {
    url,
    address: `127.0.0.1:${port}`,
    broken,
    async ask(part, times) {
      await Promise.all(Array.from({ length: times }, () => answerOf(`${url}/${part}/`, agent)));
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The exposition format of Prometheus (prometheus.io/docs/instrumenting/exposition_formats). */
function metricsOf(answered: ReadonlyMap<string, number>): string {
  const samples = [...answered].map(([counter, count]) => {
    const [part, code] = counter.split(" ");
    return `requests_total{service="${part}",code="${code}"} ${count}\n`;
  });
  return `# TYPE requests_total counter\n${samples.join("")}`;
}

function answerOf(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, (response) => response.resume().once("end", resolve)).once("error", reject);
  });
}
