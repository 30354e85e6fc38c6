/**
 * What measures and what notifies, as an operator sets it up, of which each part can be killed and started again: the
 * service as a process of its own, Prometheus, Alertmanager and blackbox_exporter, and an agent next to each of them.
 */
import { existsSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createServer } from "node:tls";
import { freePort } from "../../scripts/free-port.mjs";
import { freshFolder } from "../agent/set-up.ts";
import { makeCertificates } from "../renderers/blackbox/certificates.ts";
import { agentArguments, startAgent } from "../support/agents.ts";
import { type Closing, type End, startAll } from "../support/ends.ts";
import { type RunningEngine, startAlertmanager, startBlackbox, startEngine } from "../support/engines.ts";
import { type Receivers, startReceivers } from "../support/receivers.ts";
import { until } from "../support/until.ts";
import { type AlertsChain, callsOf, openService } from "./alerts-chain.ts";
import { openShop, type Shop } from "./shop.ts";

const startMs = 120_000;

/** What can be killed. */
export interface Part {
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** What can be stopped as well: it takes connections then, and answers nothing. */
interface HangingPart extends Part {
  hang(): Promise<void>;
  goOn(): Promise<void>;
}

interface Ids {
  readonly checks: Readonly<Record<"stall" | "warehouse", string>>;
  readonly certificate: string;
  readonly slo: string;
  readonly connectors: Readonly<Record<"prometheus" | "blackbox" | "alertmanager", string>>;
}

export interface KillChain extends Closing {
  readonly shop: Shop;
  readonly receivers: Receivers;
  readonly call: AlertsChain["call"];
  readonly ids: Ids;
  readonly parts: Readonly<
    Record<"alertmanager" | "agent", Part> & Record<"exporter" | "prometheus", HangingPart>
  >;
  /** Where the exporter was answers each request with 500, until this is called. */
  refuseProbes(): Promise<() => Promise<void>>;
  /** The names of alerts that Alertmanager holds. */
  held(): Promise<readonly string[]>;
}

export function startKillChain(): Promise<KillChain> {
  return startAll(start);
}

/** Something that runs, and how it is started. */
async function partOf(ends: End[], begin: () => Promise<Running> | Running): Promise<Part> {
  let running: Running | undefined = await begin();
  ends.push(() => running?.kill());
  return {
    async kill() {
      await running?.kill();
      running = undefined;
    },
    async start() {
      running = await begin();
    },
  };
}

type Running = Pick<RunningEngine, "kill">;

async function engineOf(ends: End[], begin: () => Promise<RunningEngine>): Promise<HangingPart> {
  let running: RunningEngine | undefined;
  const part = await partOf(ends, async () => (running = await begin()));
  return {
    ...part,
    hang: async () => running?.hang(),
    goOn: async () => running?.goOn(),
  };
}

async function start(ends: End[]): Promise<Omit<KillChain, keyof Closing>> {
  const shop = await openShop();
  ends.push(() => shop.close());
  const receivers = await startReceivers();
  ends.push(() => receivers.close());
  const folders = {
    rules: freshFolder(),
    modules: freshFolder(),
    routes: freshFolder(),
    data: freshFolder(),
  };
  const { caFile, valid } = makeCertificates(folders.data);
  const host = createServer(valid).on("tlsClientError", () => {});
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  ends.push(() => host.close());
  const service = await openService("smtp://127.0.0.1:9");
  ends.push(() => service.stop());
  const call = callsOf(service.url, service.key);
  const ports = { prometheus: await freePort(), blackbox: await freePort(), alertmanager: await freePort() };
  const hostPort = (host.address() as AddressInfo).port;
  const ids = await makeRows(call, shop, receivers.url, { prometheus: ports.prometheus, host: hostPort });

  const env = { ORGCONFIG_URL: service.url, ORGCONFIG_KEY: service.key };
  const at = (port: number) => `http://127.0.0.1:${port}`;
  const agentOf = (...args: Parameters<typeof agentArguments>) =>
    partOf(ends, () => startAgent(agentArguments(...args), env));
  const agent = await agentOf("Prometheus", folders.rules, at(ports.prometheus), "promtool");
  await agentOf("Blackbox", folders.modules, at(ports.blackbox), "prometheus-blackbox-exporter");
  await agentOf("Alertmanager", folders.routes, at(ports.alertmanager), "amtool");
  // These two do not start without their files, which agents write.
  const modules = join(folders.modules, "blackbox.yml");
  const routes = join(folders.routes, "alertmanager.yml");
  await until(() => existsSync(modules) && existsSync(routes), startMs);
  const exporter = await engineOf(ends, () =>
    startBlackbox(modules, ports.blackbox, { SSL_CERT_FILE: caFile }),
  );
  const alertmanager = await partOf(ends, () => startAlertmanager(routes, ports.alertmanager));
  const scraped = {
    shop: shop.address,
    discovery: `${service.url}/api/v1/sd/${ids.connectors.blackbox}`,
    key: service.key,
  };
  const config = prometheusFile(folders, scraped, ports);
  const prometheus = await engineOf(ends, () =>
    startEngine("prometheus", ports.prometheus, "/-/ready", [
      `--config.file=${config}`,
      `--storage.tsdb.path=${folders.data}/prometheus`,
      `--web.listen-address=127.0.0.1:${ports.prometheus}`,
      "--web.enable-lifecycle",
      // Alertmanager holds what nobody repeats for four times as long: not the usual minute.
      "--rules.alert.resend-delay=5s",
    ]),
  );
  return {
    ...{ shop, receivers, call, ids, parts: { exporter, prometheus, alertmanager, agent } },
    refuseProbes: () => refusing(ports.blackbox),
    async held() {
      const answer = await fetch(`${at(ports.alertmanager)}/api/v2/alerts`);
      const found = (await answer.json()) as readonly { readonly labels: Record<string, string> }[];
      return found.map(({ labels }) => labels.alertname ?? "");
    },
  };
}

async function refusing(port: number): Promise<() => Promise<void>> {
  const server = createPlainServer((_, response) => response.writeHead(500).end());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
}

async function makeRows(
  call: AlertsChain["call"],
  shop: Shop,
  receiversUrl: string,
  ports: { readonly prometheus: number; readonly host: number },
): Promise<Ids> {
  const make = async (kind: string, body: object): Promise<string> =>
    (await call("POST", `config/${kind}`, body)).id;
  const connector = (name: string, connector_type: string, metadata = {}) =>
    make("connectors", { name, type: "observability", connector_type, metadata });
  const connectors = {
    prometheus: await connector("Prometheus", "prometheus", { evaluation_interval: "10s" }),
    blackbox: await connector("Blackbox", "blackbox_exporter"),
    alertmanager: await connector("Alertmanager", "alertmanager"),
  };
  const hook = await make("outbound_configs", {
    ...{ name: "hook", kind: "webhook", url: `${receiversUrl}/hook` },
    secret: "whsec_c2lnbmluZ2tleXNpZ25pbmdrZXlzaWduaW5na2V5",
  });
  await make("alert_routes", {
    ...{ name: "all", matchers: ['alertname=~".+"'], destinations: [{ outbound_config_id: hook }] },
    // Each by itself.
    ...{ group_by: ["..."], group_wait_seconds: 0, group_interval_seconds: 1 },
  });
  const data_source_id = await make("data_sources", {
    ...{ name: "Prometheus", type: "prometheus", url: `http://127.0.0.1:${ports.prometheus}` },
    connector_id: connectors.prometheus,
  });
  const sli_id = await make("slis", {
    ...{ name: "availability", service: "shop", kind: "ratio", data_source_id },
    bad_query: 'sum(rate(requests_total{service="shop",code="500"}[5m]))',
    total_query: 'sum(rate(requests_total{service="shop"}[5m]))',
  });
  const check = (part: "stall" | "warehouse") =>
    make("synthetic_checks", {
      ...{ name: part, kind: "http", target: `${shop.url}/${part}/`, interval_seconds: 10 },
      ...{ timeout_ms: 8_000, failure_threshold: 1 },
    });
  return {
    connectors,
    checks: { stall: await check("stall"), warehouse: await check("warehouse") },
    certificate: await make("certificate_monitors", {
      ...{ hostname: "localhost", port: ports.host, timeout_ms: 4_000 },
    }),
    slo: await make("slos", {
      ...{ name: "availability", service: "shop", sli_id, target_percent: 99, window_days: 1 },
    }),
  };
}

/** prometheus.yml as JSON, which is YAML too. */
function prometheusFile(
  folders: { readonly rules: string; readonly data: string },
  { shop, discovery, key }: { readonly shop: string; readonly discovery: string; readonly key: string },
  ports: { readonly blackbox: number; readonly alertmanager: number },
): string {
  const keyFile = join(folders.data, "reader.key");
  writeFileSync(keyFile, key, { mode: 0o600 });
  const file = join(folders.data, "prometheus.yml");
  const config = {
    rule_files: [`${folders.rules}/*.rules.yml`],
    global: { scrape_interval: "1s" },
    alerting: { alertmanagers: [{ static_configs: [{ targets: [`127.0.0.1:${ports.alertmanager}`] }] }] },
    scrape_configs: [
      { job_name: "shop", static_configs: [{ targets: [shop] }] },
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
          { target_label: "__address__", replacement: `127.0.0.1:${ports.blackbox}` },
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
  writeFileSync(file, JSON.stringify(config));
  return file;
}
