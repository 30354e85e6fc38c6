/**
 * The whole chain as an operator sets it up: the service, an organization's rows, Prometheus and blackbox_exporter, and
 * `orgconfig agent` next to each of the two.
 */
import { existsSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer, type Server } from "node:tls";
import { freePort } from "../../scripts/free-port.mjs";
import { freshFolder } from "../agent/set-up.ts";
import { makeCertificates } from "../renderers/blackbox/certificates.ts";
import { agentArguments, startAgent } from "../support/agents.ts";
import { type Ended, orgconfig } from "../support/command.ts";
import { type Closing, type End, startAll } from "../support/ends.ts";
import { type RunningEngine, startBlackbox, startPrometheus } from "../support/engines.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { openShop, type Part, type Shop } from "./shop.ts";

/** What the rows of the organization are called here. */
interface Ids {
  readonly prometheus: string;
  readonly blackbox: string;
  readonly source: string;
  readonly check: string;
  readonly slos: Readonly<Record<"shop" | "warehouse", string>>;
  readonly certificates: Readonly<Record<string, string>>;
}

export interface Chain extends Closing {
  readonly test: TestService;
  readonly tenant: Tenant;
  readonly shop: Shop;
  readonly prometheus: RunningEngine;
  readonly ids: Ids;
  /** One look of an agent next to Prometheus, as cron has it: figures are read back now, and not at the loop's next minute. */
  once(): Promise<Ended>;
}

export function startChain(): Promise<Chain> {
  return startAll(start);
}

/** @param ends what is started is added, so that it can be ended in the opposite order */
async function start(ends: End[]): Promise<Omit<Chain, keyof Closing>> {
  const test = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  ends.push(() => test.close());
  const service = await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  const shop = await openShop();
  ends.push(() => shop.close());
  const folder = freshFolder();
  const { caFile, ...pairs } = makeCertificates(folder);
  const hosts = await Promise.all(
    Object.entries(pairs).map(async ([name, pair]) => ({
      name,
      server: await listening(createServer(pair)),
    })),
  );
  ends.push(
    ...hosts.map(
      ({ server }) =>
        () =>
          server.close(),
    ),
  );
  const tenant = await test.makeTenant();
  const ports = { prometheus: await freePort(), blackbox: await freePort() };
  const ids = await makeRows(tenant, shop, ports.prometheus, hosts);

  const rules = freshFolder();
  const modules = freshFolder();
  const reader = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  const keyFile = join(folder, "reader.key");
  writeFileSync(keyFile, reader.value, { mode: 0o600 });
  const prometheus = await startPrometheus({
    rules: [rules],
    port: ports.prometheus,
    config: scraping(shop, `${service}/api/v1/sd/${ids.blackbox}`, keyFile, ports.blackbox),
  });
  ends.push(() => prometheus.stop());
  const env = { ORGCONFIG_URL: service, ORGCONFIG_KEY: tenant.key.value };
  const prometheusAgent = agentArguments("Prometheus", rules, prometheus.url, "promtool");
  const blackboxAgent = agentArguments(
    "Blackbox",
    modules,
    `http://127.0.0.1:${ports.blackbox}`,
    "prometheus-blackbox-exporter",
  );
  for (const args of [prometheusAgent, blackboxAgent]) {
    const agent = startAgent(args, env);
    ends.push(() => agent.stop());
  }
  // The exporter does not start without its file, which the agent writes.
  const file = join(modules, "blackbox.yml");
  await until(() => existsSync(file), 120_000);
  const blackbox = await startBlackbox(file, ports.blackbox, { SSL_CERT_FILE: caFile });
  ends.push(() => blackbox.stop());
  return {
    test,
    tenant,
    shop,
    prometheus,
    ids,
    once: () => orgconfig([...prometheusAgent, "--once"], env),
  };
}

async function makeRows(
  tenant: Tenant,
  shop: Shop,
  prometheusPort: number,
  hosts: readonly { readonly name: string; readonly server: Server }[],
): Promise<Ids> {
  const make = async (kind: string, body: object): Promise<string> => {
    const made = await tenant.config("POST", kind, { body });
    if (made.status !== 201) throw new Error(made.text);
    return made.body.id;
  };
  const connector = (name: string, connector_type: string, metadata = {}) =>
    make("connectors", { name, type: "observability", connector_type, metadata });
  // Not the usual minute: the tests wait for several evaluations.
  const prometheus = await connector("Prometheus", "prometheus", { evaluation_interval: "10s" });
  const blackbox = await connector("Blackbox", "blackbox_exporter");
  const source = await make("data_sources", {
    name: "Prometheus",
    type: "prometheus",
    url: `http://127.0.0.1:${prometheusPort}`,
    connector_id: prometheus,
  });
  const slo = async (part: Part, target_percent: number) => {
    const about = { name: "availability", service: part };
    const sli_id = await make("slis", {
      ...about,
      kind: "ratio",
      data_source_id: source,
      bad_query: `sum(rate(requests_total{service="${part}",code="500"}[5m]))`,
      total_query: `sum(rate(requests_total{service="${part}"}[5m]))`,
    });
    return make("slos", { ...about, sli_id, target_percent, window_days: 1 });
  };
  const certificates: Record<string, string> = {};
  for (const { name, server } of hosts)
    certificates[name] = await make("certificate_monitors", {
      hostname: "localhost",
      port: (server.address() as AddressInfo).port,
      timeout_ms: 4_000,
    });
  return {
    prometheus,
    blackbox,
    source,
    slos: { shop: await slo("shop", 99.9), warehouse: await slo("warehouse", 95) },
    check: await make("synthetic_checks", {
      name: "The stall is open",
      kind: "http",
      target: `${shop.url}/stall/`,
      interval_seconds: 10,
      timeout_ms: 8_000,
      failure_threshold: 1,
    }),
    certificates,
  };
}

/** What stands in prometheus.yml, next to the files of rules. */
function scraping(shop: Shop, discovery: string, keyFile: string, blackboxPort: number): object {
  return {
    global: { scrape_interval: "1s" },
    scrape_configs: [
      { job_name: "shop", static_configs: [{ targets: [shop.address] }] },
      {
        job_name: "orgconfig-probes",
        metrics_path: "/probe",
        http_sd_configs: [
          {
            url: discovery,
            refresh_interval: "1s",
            authorization: { type: "Bearer", credentials_file: keyFile },
          },
        ],
        relabel_configs: [
          { target_label: "__address__", replacement: `127.0.0.1:${blackboxPort}` },
          // Not of the docs: a certificate's first probe may else be two minutes away.
          {
            source_labels: ["orgconfig_certificate_id"],
            regex: ".+",
            target_label: "__scrape_interval__",
            replacement: "5s",
          },
        ],
      },
    ],
  };
}

async function listening(server: Server): Promise<Server> {
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
