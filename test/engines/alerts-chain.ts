/**
 * The whole way of an alert as an operator sets it up: Prometheus, two Alertmanagers that gossip, `orgconfig agent`
 * next to each of the two, the service as a process of its own, and everybody who is notified.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { freePort } from "../../scripts/free-port.mjs";
import { freshFolder } from "../agent/set-up.ts";
import { type MailServer, startMailServer } from "../events/support.ts";
import { agentArguments, startAgent } from "../support/agents.ts";
import { compiledProgram } from "../support/compiled.ts";
import { type Closing, type End, startAll } from "../support/ends.ts";
import {
  getJson,
  programPath,
  type RunningEngine,
  startAlertmanager,
  startPrometheus,
} from "../support/engines.ts";
import { type Program, startProgram } from "../support/program.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { until } from "../support/until.ts";

/** A busy machine takes its time. */
const startMs = 120_000;

export const recipient = "sre@example.com";

/** What is wrong now: Prometheus fires an alert for each. */
export interface Trouble {
  readonly name: string;
  readonly severity: "warning" | "critical";
  /** What mutes and silences go by. */
  readonly place?: string;
}

/** One of the pair. */
export interface Half {
  engine: RunningEngine;
  /** Starts it again, with nothing but what the other one shows it. */
  restart(): Promise<void>;
}

export interface AlertsChain extends Closing {
  readonly receivers: Receivers;
  readonly mailServer: MailServer;
  readonly pair: readonly [Half, Half];
  /** Begins; Prometheus sees it within a second. */
  begin(trouble: Trouble): void;
  end(name: string): void;
  /** @throws unless the answer is one of success */
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
  call(method: string, path: string, body?: unknown): Promise<any>;
  /** The service's own figures of messages and mails that it does not know to be delivered. */
  unsent(): Promise<string[]>;
  /** kill -9 of the service. */
  killService(): Promise<void>;
  startService(): Promise<void>;
  /** amtool's answer, asked of one of the pair. */
  amtool(half: Half, ...words: readonly string[]): string;
}

export function startAlertsChain(): Promise<AlertsChain> {
  return startAll(start);
}

/** @param ends what is started is added, so that it can be ended in the opposite order */
async function start(ends: End[]): Promise<Omit<AlertsChain, keyof Closing>> {
  const receivers = await startReceivers();
  ends.push(() => receivers.close());
  const mailServer = await startMailServer();
  ends.push(() => mailServer.close());
  const shop = await openTroubles();
  ends.push(() => shop.close());
  const service = await openService(mailServer.url);
  ends.push(() => service.stop());
  const call = callsOf(service.url, service.key);
  await makeRows(call, receivers.url);
  const pair = await startPair({ ORGCONFIG_URL: service.url, ORGCONFIG_KEY: service.key }, ends);
  const prometheus = await startPrometheus({
    rules: [rulesFolder()],
    config: {
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      scrape_configs: [{ job_name: "shop", static_configs: [{ targets: [shop.address] }] }],
      alerting: {
        alertmanagers: [{ static_configs: [{ targets: pair.map(({ address }) => address) }] }],
      },
    },
  });
  ends.push(() => prometheus.stop());
  return {
    receivers,
    mailServer,
    pair,
    begin: shop.begin,
    end: shop.end,
    call,
    async unsent() {
      const figures = await (await fetch(`${service.url}/metrics`)).text();
      return figures.split("\n").filter((line) => line.startsWith("orgconfig_deliveries{"));
    },
    killService: service.kill,
    startService: service.start,
    amtool: ({ engine }, ...words) =>
      execFileSync(programPath("amtool"), [...words, `--alertmanager.url=${engine.url}`], {
        encoding: "utf8",
      }),
  };
}

/** What Prometheus scrapes: a series for each trouble, 1 while it is there and 0 after its end. */
async function openTroubles() {
  const troubles = new Map<string, Trouble & { readonly value: 0 | 1 }>();
  const server = createServer((_, response) => {
    const lines = [...troubles.values()].map(
      ({ name, severity, place = "shop", value }) =>
        `trouble{name="${name}",severity="${severity}",place="${place}"} ${value}\n`,
    );
    response.writeHead(200, { "content-type": "text/plain; version=0.0.4" }).end(lines.join(""));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    begin: (trouble: Trouble) => void troubles.set(trouble.name, { ...trouble, value: 1 }),
    end(name: string) {
      const trouble = troubles.get(name);
      if (trouble !== undefined) troubles.set(name, { ...trouble, value: 0 });
    },
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function rulesFolder(): string {
  const folder = freshFolder();
  // A scrape that a busy machine makes too late is no end.
  const expr = "last_over_time(trouble[1m]) == 1";
  const rule = { alert: "Trouble", expr, annotations: { summary: "{{ $labels.name }}" } };
  // JSON is YAML too.
  writeFileSync(
    join(folder, "shop.rules.yml"),
    JSON.stringify({ groups: [{ name: "shop", rules: [rule] }] }),
  );
  return folder;
}

/** The program as users start it, at one address all the time. */
export async function openService(smtpUrl: string) {
  const port = await freePort();
  const directory = freshFolder();
  const env = {
    PORT: String(port),
    ORGCONFIG_PUBLIC_URL: `http://127.0.0.1:${port}`,
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    ORGCONFIG_ADMIN_PASSWORD: "the password of this chain",
    ORGCONFIG_RATE_LIMIT: "off",
    SMTP_URL: smtpUrl,
    LOG_LEVEL: "warn",
  };
  let program: Program | undefined;
  const start = async () => {
    program = await startProgram(env, directory, compiledProgram());
  };
  await start();
  const { url, firstKey } = program as unknown as Program;
  return {
    url,
    key: firstKey(),
    start,
    stop: async () => program?.stop(),
    async kill() {
      const { child } = program as Program;
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
      program = undefined;
    },
  };
}

export function callsOf(url: string, key: string): AlertsChain["call"] {
  return async (method, path, body) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
}

/** Two routes, of which the first continues; a pager, a chat and a webhook; a rule that escalates; and a mute. */
async function makeRows(call: AlertsChain["call"], receiversUrl: string): Promise<void> {
  const make = async (kind: string, body: object): Promise<string> =>
    (await call("POST", `config/${kind}`, body)).id;
  await make("connectors", {
    name: "Alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  const target = (name: string, kind: keyof typeof credentials, rest: object = {}) =>
    make("outbound_configs", { name, kind, url: receiversUrl, secret: credentials[kind], ...rest });
  const hook = await target("hook", "webhook", { url: `${receiversUrl}/hook` });
  const pager = await target("pager", "pagerduty");
  const room = await target("room", "slack", {
    url: null,
    secret: `${receiversUrl}/services/${credentials.slack}`,
  });
  const phone = await target("phone", "opsgenie");
  const route = { group_by: ["name"], group_wait_seconds: 0, group_interval_seconds: 1 };
  await make("alert_routes", {
    ...route,
    name: "on call",
    position: 1,
    matchers: ['alertname="Trouble"'],
    continue: true,
    destinations: [{ outbound_config_id: hook }, { outbound_config_id: pager }],
  });
  await make("alert_routes", {
    ...route,
    name: "everybody",
    position: 2,
    matchers: ['name=~".+"'],
    destinations: [{ outbound_config_id: room }],
  });
  await make("outbound_rules", {
    name: "nobody is at it",
    outbound_config_id: phone,
    matchers: ['severity="critical"'],
    delay_seconds: 2,
    repeat_count: 1,
    repeat_interval_seconds: 60,
  });
  await make("alert_mutes", { matchers: ["place=cellar"], reason: "It floods", duration_minutes: 60 });
  await call("PUT", "config/notification_settings", { recipients: [recipient] });
}

/** Both Alertmanagers, which know each other, with an agent next to each of them. */
async function startPair(env: Readonly<Record<string, string>>, ends: End[]) {
  const gossip = [await freePort(), await freePort()];
  const halves = await Promise.all(
    gossip.map(async (own, index) => {
      const directory = freshFolder();
      const port = await freePort();
      const file = join(directory, "alertmanager.yml");
      const agent = startAgent(
        agentArguments("Alertmanager", directory, `http://127.0.0.1:${port}`, "amtool"),
        env,
      );
      ends.push(() => agent.stop());
      const start = () =>
        startAlertmanager(file, port, [
          `--cluster.listen-address=127.0.0.1:${own}`,
          `--cluster.peer=127.0.0.1:${gossip[1 - index]}`,
          // Not the usual 15 seconds: the second one waits so long for the first one's word.
          "--cluster.peer-timeout=1s",
        ]);
      // It does not start without its file, which the agent writes.
      await until(() => existsSync(file), startMs);
      const half = {
        engine: await start(),
        address: `127.0.0.1:${port}`,
        async restart() {
          half.engine = await start();
        },
      };
      ends.push(() => half.engine.stop());
      return half;
    }),
  );
  await until(async () => {
    const clusters = await Promise.all(halves.map(clusterOf));
    return clusters.every(({ status, peers }) => status === "ready" && peers.length === 2);
  }, startMs);
  return halves as [(typeof halves)[number], (typeof halves)[number]];
}

async function clusterOf({ engine }: Half): Promise<{ status: string; peers: readonly unknown[] }> {
  return (await getJson(`${engine.url}/api/v2/status`)).cluster;
}
