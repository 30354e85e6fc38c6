/**
 * Every command of docs/alertmanager.md, "Set up a pair": the machines are two shells here, each with folders and ports
 * of its own. And the same pair as compose.yaml has it.
 */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { enginePrograms, placeAlertmanagerTemplates } from "../../scripts/engine-programs.mjs";
import { freePort } from "../../scripts/free-port.mjs";
import { orgconfig } from "../support/command.ts";
import { compiledProgram } from "../support/compiled.ts";
import { getJson } from "../support/engines.ts";
import { blocksOf, openShell } from "../support/guide.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const page = readFileSync(join(root, "docs/alertmanager.md"), "utf8");
const [, chapter = ""] = /\n## Set up a pair\n(.*?)\n### /s.exec(page) ?? [];
const blocks = blocksOf(chapter);
const [makeConnector = "", startOne = "", look = "", send = "", show = "", end = "", silence = ""] = blocks;

/** Settling takes the pair some seconds; a busy machine takes its time. */
const patienceMs = 120_000;

const closing: (() => unknown)[] = [];
let test: TestService;
let tenant: Tenant;
let receivers: Receivers;
let url: string;
beforeAll(async () => {
  placeAlertmanagerTemplates();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  test = await startService({ ORGCONFIG_PUBLIC_URL: url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  await test.service.server.listen({ host: "127.0.0.1", port });
  tenant = await test.makeTenant();
  receivers = await startReceivers();
});
afterAll(async () => {
  for (const close of closing.reverse()) await close();
  await receivers?.close();
  await test?.close();
});

interface Ports {
  readonly web: number;
  readonly gossip: number;
}

/** A machine of the page, on this one: what its commands name is somewhere else. */
function machine(own: Ports, other: Ports) {
  const tree = mkdtempSync(join(tmpdir(), "orgconfig-alertmanager-guide-"));
  const bin = join(tree, "bin");
  for (const folder of ["bin", "etc", "lib"]) mkdirSync(join(tree, folder));
  const programs = {
    orgconfig: `exec "${process.execPath}" "${compiledProgram()}" "$@"`,
    alertmanager: 'exec prometheus-alertmanager "$@"',
  };
  for (const [name, script] of Object.entries(programs))
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const places: readonly (readonly [string, string])[] = [
    ["am2:9094", `127.0.0.1:${other.gossip}`],
    ["=:9094", `=127.0.0.1:${own.gossip}`],
    ["9093", String(own.web)],
    ["/var/lib/", `${tree}/lib/`],
    ["/etc/", `${tree}/etc/`],
  ];
  const shell = openShell(tree, `${bin}:${enginePrograms()}:${process.env.PATH}`);
  closing.push(() => shell.close());
  return {
    run: (commands: string) =>
      shell.run(places.reduce((done, [from, to]) => done.replaceAll(from, to), commands)),
    /** The key's file, which is copied to both. */
    keyFile: join(tree, "etc/orgconfig/agent.key"),
  };
}

async function made(kind: string, body: object): Promise<string> {
  const { status, body: row, text } = await tenant.config("POST", kind, { body });
  expect(status, text).toBe(201);
  return row.id;
}

const received = (type: string) => receivers.received.filter(({ body }) => body.type === type);

it("does what the page says", async () => {
  expect(blocks).toHaveLength(7);
  const target = { name: "hook", kind: "webhook", url: `${receivers.url}/hook`, secret: credentials.webhook };
  const route = await made("alert_routes", {
    name: "test",
    matchers: ["service=test"],
    destinations: [{ outbound_config_id: await made("outbound_configs", target) }],
    group_wait_seconds: 0,
    group_interval_seconds: 1,
  });
  const [one, two] = [
    { web: await freePort(), gossip: await freePort() },
    { web: await freePort(), gossip: await freePort() },
  ];
  const machines = [machine(one, two), machine(two, one)] as const;
  const [first, second] = machines;
  for (const { run } of machines) await run(`export ORGCONFIG_URL=${url} ORGCONFIG_KEY=${tenant.key.value}`);
  expect(await first.run(makeConnector)).toContain('"connector_type":"alertmanager"');
  cpSync(first.keyFile, second.keyFile);
  await Promise.all(machines.map(({ run }) => run(startOne)));
  await until(async () => {
    const status = await getJson(`http://127.0.0.1:${one.web}/api/v2/status`).catch(() => undefined);
    return status?.cluster.status === "ready" && status.cluster.peers.length === 2;
  }, patienceMs);
  await until(async () => (await tenant.api("GET", "render")).body.data[0].applied?.ok === true, patienceMs);
  expect(await first.run(look)).toMatch(
    /Cluster Status: +ready[\s\S]*"name": "Alertmanager",\s+"refusals": \[\],[\s\S]*"ok": true/,
  );

  expect(await first.run(send)).toContain(route);
  await until(() => received("alert.firing").length > 0, patienceMs);
  expect(await first.run(show)).toMatch(
    /"title": "Only a test",[\s\S]*"name": "test"[\s\S]*"target": "hook"/,
  );
  await first.run(end);
  await until(() => received("alert.resolved").length > 0, patienceMs);
  await first.run(silence);
  expect(receivers.received).toHaveLength(2);
});

it("has the same in containers", async () => {
  const args = ["apply", "-f", join(root, "examples/observability/alerting"), "--auto-approve"];
  const { key } = await test.makeTenant();
  const applied = await orgconfig(args, { ORGCONFIG_URL: url, ORGCONFIG_KEY: key.value });
  expect([applied.code, applied.stderr]).toEqual([0, expect.stringContaining("2 to create")]);

  interface Container {
    readonly profiles?: readonly string[];
    readonly command: readonly string[];
    readonly volumes: readonly string[];
    readonly network_mode?: string;
  }
  const { services }: { services: Record<string, Container> } = parse(
    readFileSync(join(root, "compose.yaml"), "utf8"),
    { merge: true },
  );
  const names = Object.entries(services).flatMap(([name, { profiles }]) =>
    profiles?.includes("alerting") ? [name] : [],
  );
  const pair = ["alertmanager-1", "alertmanager-2"];
  expect(names.sort()).toEqual(pair.flatMap((name) => [name, `${name}-agent`]));
  const option = (name: string, flag: string) =>
    services[name]?.command.flatMap((one) => (one.startsWith(`--${flag}=`) ? [one.split("=")[1]] : []));
  const targets = parse(readFileSync(join(root, "examples/observability/prometheus.yml"), "utf8")).alerting
    .alertmanagers[0].static_configs[0].targets;
  for (const [index, name] of pair.entries()) {
    const [engine, agent] = [services[name], services[`${name}-agent`]];
    expect(engine?.volumes).toEqual(agent?.volumes);
    expect(engine?.network_mode).toBe("service:balancer");
    expect(option(name, "cluster.peer")).toEqual(option(pair[1 - index] ?? "", "cluster.listen-address"));
    const address = `balancer${option(name, "web.listen-address")?.[0]}`;
    expect(targets[index]).toBe(address);
    expect(agent?.command).toContain(`http://${address}/-/reload`);
  }
});
