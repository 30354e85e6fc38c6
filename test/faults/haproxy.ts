/** Debian's haproxy in front of some nodes: it asks each for /readyz, and sends requests where that is 200. */
import { spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary } from "./packages.ts";
import { listening } from "./pgbouncer.ts";
import { steadyPort } from "./postgres.ts";

export interface Balancer {
  readonly url: string;
  /** How many nodes it sends requests to now. */
  servers(): Promise<number>;
  stop(): void;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const port = await steadyPort();
  const watched = await steadyPort();
  const file = join(mkdtempSync(join(tmpdir(), "orgconfig-haproxy-")), "haproxy.cfg");
  const servers = ports.map((own) => `  server node${own} 127.0.0.1:${own} check`);
  // No retries: a request that a node fails, fails.
  writeFileSync(
    file,
    `defaults
  mode http
  retries 0
  timeout connect 2s
  timeout client 1m
  timeout server 1m
  timeout check 2s
listen nodes
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  default-server inter 200ms fall 1 rise 1
${servers.join("\n")}
frontend figures
  bind 127.0.0.1:${watched}
  http-request use-service prometheus-exporter if { path /metrics }
`,
  );
  const child = spawn(binary("haproxy"), ["-db", "-q", "-f", file], { stdio: "ignore" });
  await listening(port, child);
  return {
    url: `http://127.0.0.1:${port}`,
    async servers() {
      const figures = await (await fetch(`http://127.0.0.1:${watched}/metrics`)).text();
      return Number(/^haproxy_backend_active_servers\{proxy="nodes"\} (\d+)/m.exec(figures)?.[1] ?? 0);
    },
    stop: () => void child.kill("SIGKILL"),
  };
}
