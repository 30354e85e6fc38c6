import { expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { blackboxRenderer } from "../../../src/renderers/blackbox/index.ts";
import { commonTargets, targetsInReach } from "../../../src/renderers/discovery.ts";
import { credentialNamesIn, withDirectory } from "../../../src/renderers/named-files.ts";
import { certificateRules } from "../../../src/renderers/prometheus/certificates.ts";
import { checkRules } from "../../../src/renderers/prometheus/checks.ts";
import type { ProbedTarget, RendererRows } from "../../../src/renderers/renderer.ts";
import type { RowBodies } from "../rows.ts";
import { goldenProbes } from "./golden.ts";
import {
  allTargets,
  blackbox,
  connectors,
  everything,
  organization,
  plainConnectors,
  prometheus,
} from "./organization.ts";

const golden = (name: string) => goldenProbes[`backends/blackbox/${name}`]?.() as string;

it("shares a module among checks of one shape, and names it anew when its content changes", () => {
  const both = { a: http({ name: "a" }), b: http({ name: "b", target: "https://b.example.com/" }) };
  expect(modulesOf(organization({ syntheticChecks: both }))).toHaveLength(1);
  const [before] = modulesOf(organization({ syntheticChecks: { a: http({}) } }));
  const [after] = modulesOf(organization({ syntheticChecks: { a: http({ timeout_ms: 9_999 }) } }));
  expect(after).not.toBe(before);
});

it("names only targets whose modules the exporter has", () => {
  const present = targetsOf({ a: http({ name: "a" }), b: http({ name: "b", method: "HEAD" }) });
  const [one, other] = present as [ProbedTarget, ProbedTarget];
  expect(other.group.labels.__param_module).not.toBe(one.group.labels.__param_module);
  expect(targetsInReach(present, [one])).toEqual([one.group]);
  expect(targetsInReach(present, [])).toEqual([]);
});

it("names only targets that every exporter of a pair has, and asks no silent one", () => {
  const before = targetsOf({ a: http({ name: "a" }), b: http({ name: "b" }) });
  const after = targetsOf({ a: http({ name: "a" }), b: http({ name: "b", method: "HEAD" }) });
  const live = (targets: readonly ProbedTarget[]) => ({ silent: false, targets });
  const silent = (targets: readonly ProbedTarget[]) => ({ silent: true, targets });
  expect(commonTargets([])).toEqual([]);
  expect(commonTargets([live(after)])).toEqual(after);
  expect(commonTargets([live(after), live(before)]).map(({ probe }) => probe)).toEqual(["a"]);
  expect(commonTargets([live(after), silent(before)])).toEqual(after);
  expect(commonTargets([silent(before)])).toEqual(before);
});

it("goes on with the target that the exporter has while an edit has not reached it", () => {
  const edited = { target: "https://b.example.com/", timeout_ms: 5_000 };
  const certificate = { hostname: "a.example.com", server_name: "b.example.com" };
  const before = targetsOf({ a: http({}), b: http({ name: "b" }) }, { cert: certificate });
  const after = targetsOf(
    { a: http(edited), c: http({ name: "c", method: "HEAD" }) },
    { cert: { ...certificate, server_name: "c.example.com" } },
  );
  const kept = before.filter(({ probe }) => probe !== "b").map(({ group }) => group);
  expect(kept).toHaveLength(3);
  expect(targetsInReach(after, before)).toEqual(kept);
});

it("never sends the credentials for one address to another", () => {
  const authorized = { auth_header: "Bearer test-token" };
  const before = targetsOf({ a: http(authorized) });
  const moved = targetsOf({
    a: http({ ...authorized, target: "https://b.example.com/", timeout_ms: 5_000 }),
  });
  const slower = targetsOf({ a: http({ ...authorized, timeout_ms: 5_000 }) });
  expect(before).toHaveLength(1);
  expect(targetsInReach(moved, before)).toEqual([]);
  // The module is the same, and the exporter may still have the credentials for the old address.
  const onlyMoved = targetsOf({ a: http({ ...authorized, target: "https://b.example.com/" }) });
  expect(targetsInReach(onlyMoved, before)).toEqual([]);
  expect(targetsInReach(onlyMoved, onlyMoved)).toEqual(onlyMoved.map(({ group }) => group));
  expect(targetsInReach(slower, before)).toEqual(before.map(({ group }) => group));
});

it("gives a probe its whole time where the interval has room for it, and never more than the interval", () => {
  expect(scrapeOf({ interval_seconds: 60, timeout_ms: 10_000 })).toEqual(["60s", "11000ms"]);
  expect(scrapeOf({ interval_seconds: 10, timeout_ms: 10_000 })).toEqual(["10s", "10000ms"]);
  expect(refusalsOf({ check: http({ interval_seconds: 10, timeout_ms: 10_001 }) })).toEqual([
    expect.objectContaining({ field: "timeout_ms", message: expect.stringContaining("10000 or less") }),
  ]);
});

it("asks a host for its server name in the module before 0.24, and in the request from then on", () => {
  const rows = organization({
    certificateMonitors: { cert: { hostname: "a.example.com", server_name: "b.example.com" } },
  });
  const seen = (version: string) => {
    const at = { ...blackbox, version };
    return {
      module: /server_name: "b\.example\.com"/.test(contentOf(rows, version)),
      request: allTargets(rows, at).map(({ labels }) => labels.__param_hostname),
    };
  };
  expect(seen("0.23.1")).toEqual({ module: true, request: [undefined, undefined] });
  expect(seen("0.24")).toEqual({ module: false, request: ["b.example.com", "b.example.com"] });
});

it("names the version that a check or a monitor needs", () => {
  const rows = organization({
    syntheticChecks: { chk: http({}), tcp: { name: "tcp", kind: "tcp", target: "a.example.com:1" } },
    certificateMonitors: { cert: { hostname: "a.example.com" } },
  });
  expect(blackboxRenderer.render(rows, { ...blackbox, version: "0.18" }).refusals).toEqual([
    expect.objectContaining({ resource: "certificate_monitors", id: "cert", min_version: "0.21" }),
    expect.objectContaining({ resource: "synthetic_checks", id: "chk", min_version: "0.19" }),
  ]);
  expect(blackboxRenderer.render(rows, { ...blackbox, version: "0.21.0" }).refusals).toEqual([]);
});

it.each<[string, JsonObject, string, RegExp]>([
  [
    "a text in the body of a redirect",
    { body_contains: "a", expected_statuses: [200, 308] },
    "body_contains",
    /308/,
  ],
  ["a text in the answer to HEAD", { body_contains: "a", method: "HEAD" }, "body_contains", /GET/],
  ["a header without a scheme", { auth_header: "token" }, "auth_header", /Bearer/],
  ["the scheme Basic", { auth_header: "Basic dGVzdDp0ZXN0" }, "auth_header", /Bearer/],
])("refuses %s with a way out", (_, settings, field, message) => {
  const rows = { check: http(settings), other: http({ name: "other" }) };
  expect(refusalsOf(rows)).toEqual([
    { resource: "synthetic_checks", id: "check", field, message: expect.stringMatching(message) },
  ]);
  // The other one is rendered, and the refused one has neither module nor rules.
  const all = organization({ syntheticChecks: rows });
  expect(modulesOf(all)).toHaveLength(1);
  expect(checkRules(all, prometheus).content).not.toContain('"check"');
});

it("takes a text of the body where every 2xx and 3xx counts as up", () => {
  expect(refusalsOf({ check: http({ body_contains: "a" }) })).toEqual([]);
});

it("refuses names without a server to ask, and credentials that nobody puts in place", () => {
  const checks = {
    dns: { name: "dns", kind: "dns", target: "www.example.com" },
    auth: http({ auth_header: "Bearer test-token" }),
  };
  const rows = organization({ connectors: plainConnectors, syntheticChecks: checks });
  const refused = blackboxRenderer.render(rows, blackbox).refusals;
  expect(refused).toEqual([
    expect.objectContaining({ id: "dns", message: expect.stringContaining("metadata.dns_resolver") }),
    expect.objectContaining({ id: "auth", message: expect.stringMatching(/run_in.*secret_files/) }),
  ]);
});

it("renders no secret, and where the credentials will be", () => {
  const file = golden("blackbox.yml");
  expect(file).toContain('credentials_file: "__DIRECTORY__/secrets/chk_pay"');
  for (const name of ["blackbox.yml", "targets.json", "checks.rules.yml"])
    expect(golden(name)).not.toMatch(/test-token|not this one/);
});

it("names the files of credentials where no text of a row is taken for one, or changed", () => {
  const text = "__DIRECTORY__/secrets/chk_other";
  const lines = `x\n      authorization:\n        type: "Bearer"\n        credentials_file: "${text}"\n`;
  const headers = { credentials_file: text, authorization: text, type: text };
  const own = { method: "POST", body: lines, body_contains: text, auth_header: "Bearer test-token" };
  const checks = {
    chk_1: http({ name: text, ...own, headers }),
    chk_2: http({ name: "other", method: "POST", body: text, headers }),
  };
  const rows = organization({ syntheticChecks: checks });
  const content = blackboxRenderer.render(rows, blackbox).files[0]?.content ?? "";
  expect(credentialNamesIn("blackbox.yml", content)).toEqual(["chk_1"]);
  const path = `/o"k $&/__DIRECTORY__`;
  const before = parse(content);
  for (const { http } of Object.values<{ http: { authorization?: object } }>(before.modules))
    if (http.authorization !== undefined)
      Object.assign(http.authorization, { credentials_file: `${path}/secrets/chk_1` });
  expect(parse(withDirectory("blackbox.yml", content, path))).toEqual(before);
});

it("renders nothing for a connector that is switched off", () => {
  const off = { ...connectors, conn_blackbox: { ...connectors.conn_blackbox, enabled: false } };
  const rows = organization({ ...everything, connectors: off });
  const { files, refusals } = blackboxRenderer.render(rows, blackbox);
  expect({ modules: parse(files[0]?.content ?? ""), refusals }).toEqual({
    modules: { modules: {} },
    refusals: [],
  });
  for (const made of [checkRules(rows, prometheus), certificateRules(rows, prometheus)])
    expect(made).toMatchObject({ content: "groups: []\n", refusals: [] });
});

it("says at each check and monitor when nobody knows which engine takes its alert rules", () => {
  const two = {
    ...connectors,
    conn_mimir: { name: "Mimir", type: "observability", connector_type: "mimir" },
  };
  const rows = (more: RowBodies["connectors"]) =>
    organization({
      connectors: { ...two, ...more },
      syntheticChecks: { chk: http({}) },
      certificateMonitors: { cert: { hostname: "a.example.com" } },
    });
  for (const connectorId of ["conn_prometheus", "conn_mimir"]) {
    const at = { ...prometheus, connectorId };
    expect([...checkRules(rows({}), at).refusals, ...certificateRules(rows({}), at).refusals]).toEqual([
      expect.objectContaining({
        id: "chk",
        message: expect.stringContaining("metadata.prometheus_connector"),
      }),
      expect.objectContaining({
        id: "cert",
        message: expect.stringContaining("metadata.prometheus_connector"),
      }),
    ]);
  }
  const named = rows({
    conn_blackbox: { ...connectors.conn_blackbox, metadata: { prometheus_connector: "Mimir" } },
  });
  expect(checkRules(named, prometheus)).toMatchObject({ content: "groups: []\n", refusals: [] });
  expect(checkRules(named, { ...prometheus, connectorId: "conn_mimir" }).content).toContain('"chk"');
});

function http(settings: JsonObject): JsonObject {
  return { name: "check", kind: "http", target: "https://a.example.com/", ...settings };
}

function targetsOf(
  syntheticChecks: Readonly<Record<string, JsonObject>>,
  certificateMonitors: Readonly<Record<string, JsonObject>> = {},
): readonly ProbedTarget[] {
  const rows = organization({ syntheticChecks, certificateMonitors });
  return blackboxRenderer.discovery.targets(rows, blackbox);
}

function modulesOf(rows: RendererRows): string[] {
  return Object.keys(parse(contentOf(rows, blackbox.version)).modules);
}

function contentOf(rows: RendererRows, version: string): string {
  return blackboxRenderer.render(rows, { ...blackbox, version }).files[0]?.content ?? "";
}

function refusalsOf(syntheticChecks: Readonly<Record<string, JsonObject>>) {
  return blackboxRenderer.render(organization({ syntheticChecks }), blackbox).refusals;
}

function scrapeOf(settings: JsonObject) {
  const rows = organization({ syntheticChecks: { check: http(settings) } });
  const [group] = allTargets(rows, blackbox);
  return [group?.labels.__scrape_interval__, group?.labels.__scrape_timeout__];
}
