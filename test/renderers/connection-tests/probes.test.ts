/** What is asked of each system, and what is made of the answers that its documentation shows. */
import { createPublicKey, createVerify, generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { sanitised } from "../../../src/kernel/sanitised.ts";
import { connectorProbes } from "../../../src/renderers/connection-tests/connectors.ts";
import { dataSourceProbes, languages } from "../../../src/renderers/connection-tests/data-sources.ts";
import {
  badAddresses,
  type Finding,
  findingOf,
  type HttpRequest,
  missingOf,
  type Probe,
  type Probes,
  type Settings,
} from "../../../src/renderers/connection-tests/probe.ts";
import { connectorTypeNames } from "../../../src/resources/connector-types.ts";
import { dataSources } from "../../../src/resources/data-sources.ts";

const now = new Date("2026-11-22T12:00:00Z");
const url = "https://metrics.example.com/base/";

function probeOf(probes: Probes, type: string): Probe {
  const probe = probes[type];
  if (probe === undefined || "untested" in probe) throw new Error(`${type} is not tested`);
  return probe;
}

function asked(probe: Probe, settings: Settings): HttpRequest {
  const request = probe.request(settings, now);
  if (!("method" in request)) throw new Error(request.message);
  return request;
}

/** What is made of an answer, in one line. */
function said(probe: Probe, body: object | string, status = 200, settings: Settings = {}): string {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return lineOf(findingOf(probe, { status, text }, settings));
}

/** What the service shows is made free of what looks like a secret, and of these sentences nothing does. */
function lineOf(finding: Finding): string {
  const said = finding.ok ? finding.summary : finding.message;
  expect(sanitised(said)).toBe(said);
  if (finding.ok) return `${finding.degraded ? "degraded" : "works"}: ${finding.summary}`;
  return `${finding.kind ?? "not asked"}: ${finding.message}`;
}

/** The type, its settings, the request, an answer, and what is made of it. */
type Case = readonly [string, Settings, string, object | string, string];

const connectorCases: readonly Case[] = [
  [
    "prometheus",
    { url, token: "t" },
    "GET https://metrics.example.com/base/api/v1/status/buildinfo",
    { status: "success", data: { version: "2.42.0" } },
    "works: it is version 2.42.0",
  ],
  [
    "mimir",
    { url },
    "GET https://metrics.example.com/base/config/v1/rules",
    "ns:\n    - name: group\n",
    "works: it lists the rules of the tenant",
  ],
  [
    "vmalert",
    { url },
    "GET https://metrics.example.com/base/metrics",
    'vm_app_version{version="vmalert-1", short_version="v1.102.0"} 1\n',
    "works: it is version 1.102.0",
  ],
  [
    "alertmanager",
    { url },
    "GET https://metrics.example.com/base/api/v2/status",
    { cluster: { status: "ready", peers: [] }, versionInfo: { version: "0.25.0" } },
    "works: it is version 0.25.0, and its cluster is ready",
  ],
  [
    "blackbox_exporter",
    { url },
    "GET https://metrics.example.com/base/metrics",
    'blackbox_exporter_build_info{branch="",version="0.23.0"} 1\n',
    "works: it is version 0.23.0",
  ],
  [
    "github",
    { token: "t" },
    "GET https://api.github.com/user",
    { login: "octocat" },
    "works: the token is of octocat",
  ],
  [
    "github",
    { token: "t", base_url: "https://github.example.com/api/v3" },
    "GET https://github.example.com/api/v3/user",
    "<html>",
    "other: it answered, but not as GitHub does; does the address lead to its API?",
  ],
  [
    "gitlab",
    { token: "t", url: "https://git.example.com" },
    "GET https://git.example.com/api/v4/personal_access_tokens/self",
    { name: "ci", scopes: ["read_api"], expires_at: "2027-01-31" },
    "works: the token ci has the scopes read_api, and ends on 31 Jan 2027",
  ],
  [
    "datadog",
    { api_key: "k", site: "datadoghq.eu" },
    "GET https://api.datadoghq.eu/api/v1/validate",
    { valid: true },
    "works: the API key is valid",
  ],
  [
    "datadog",
    { api_key: "k", app_key: "a" },
    "GET https://api.datadoghq.com/api/v2/validate_keys",
    { status: "ok" },
    "works: the API key and the application key are valid",
  ],
  [
    "pagerduty",
    { token: "t", region: "eu" },
    "GET https://api.eu.pagerduty.com/abilities",
    { abilities: ["teams", "sso"] },
    "works: the key is valid; the account has 2 abilities",
  ],
  [
    "slack",
    { bot_token: "t", workspace: "T1" },
    "POST https://slack.com/api/auth.test",
    { ok: true, team: "Acme", team_id: "T1", user: "orgconfig" },
    "works: the token is of orgconfig in the workspace Acme",
  ],
  [
    "slack",
    { bot_token: "t", workspace: "T2" },
    "POST https://slack.com/api/auth.test",
    { ok: true, team: "Acme", team_id: "T1", user: "orgconfig" },
    "other: the token is of the workspace T1, and config.workspace names another",
  ],
  [
    "slack",
    { bot_token: "t" },
    "POST https://slack.com/api/auth.test",
    { ok: false, error: "token_revoked" },
    "auth_invalid: it does not accept the token, and says token_revoked",
  ],
];

const dataSourceCases: readonly Case[] = [
  [
    "prometheus",
    { url },
    "GET https://metrics.example.com/base/api/v1/query?query=vector%281%29",
    { status: "success", data: { resultType: "vector", result: [{ metric: {}, value: [1, "1"] }] } },
    "works: it evaluates queries",
  ],
  [
    "loki",
    { url },
    "GET https://metrics.example.com/base/loki/api/v1/labels",
    { status: "success", data: ["app"] },
    "works: it lists its labels; there are 1 now",
  ],
  [
    "tempo",
    { url },
    "GET https://metrics.example.com/base/api/search?limit=1",
    { traces: [], metrics: {} },
    "works: it searches traces",
  ],
  [
    "elasticsearch",
    { url },
    "GET https://metrics.example.com/base/_cluster/health",
    { cluster_name: "logs", status: "red" },
    "degraded: the status of the cluster logs is red",
  ],
  [
    "grafana",
    { url, org_id: "2" },
    "GET https://metrics.example.com/base/api/org",
    { id: 2, name: "Acme" },
    "works: the credentials are of the organization Acme",
  ],
  [
    "datadog",
    { url: "https://api.datadoghq.eu", token: "k" },
    "GET https://api.datadoghq.eu/api/v1/validate",
    { valid: true },
    "works: the API key is valid",
  ],
];

describe.each([
  ["connector", connectorProbes, connectorCases],
  ["data source", dataSourceProbes, dataSourceCases],
] as const)("a %s", (_, probes, cases) => {
  it.each(cases)("of type %s with %o is asked %s", (type, settings, request, answer, expected) => {
    const probe = probeOf(probes, type);
    expect(missingOf(probe, settings)).toEqual([]);
    const { method, url: address } = asked(probe, settings);
    expect(`${method} ${address}`).toBe(request);
    expect(said(probe, answer, 200, settings)).toBe(expected);
  });

  it.each(Object.keys(probes))("of type %s works by no answer of another program", (type) => {
    const probe = probes[type];
    if (probe === undefined || "untested" in probe) return;
    const bodies = [
      "",
      "{}",
      "[]",
      "null",
      "<html></html>",
      '{"status":"success"}',
      '{"ok":"yes"}',
      "hello: you",
    ];
    // What these two answer while there is nothing in them.
    const own: Readonly<Record<string, string>> = { mimir: "{}", loki: '{"status":"success"}' };
    for (const body of bodies.filter((one) => one !== own[type]))
      expect(said(probe, body), body).toMatch(/^other: it answered, but not as /);
    for (const data of [{ resultType: "vector", result: 5 }, 5, null])
      expect(said(probe, { status: "success", data })).toMatch(/^other: it answered, but not as /);
  });
});

it("says for every type that is known how it is tested, or why it is not", () => {
  expect(Object.keys(connectorProbes).sort()).toEqual([...connectorTypeNames].sort());
  expect(Object.keys(dataSourceProbes).sort()).toEqual([...dataSources.fields.type.choices].sort());
});

describe("credentials", () => {
  const headers = (probes: Probes, type: string, settings: Settings) =>
    asked(probeOf(probes, type), settings).headers;

  it("go into headers, each as its vendor wants it", () => {
    expect(headers(connectorProbes, "prometheus", { url, token: "t", tenant: "acme" })).toEqual({
      authorization: "Bearer t",
      "x-scope-orgid": "acme",
    });
    expect(headers(dataSourceProbes, "loki", { url, username: "ü", password: "p:w" })).toEqual({
      authorization: `Basic ${Buffer.from("ü:p:w").toString("base64")}`,
    });
    expect(headers(connectorProbes, "gitlab", { token: "t" })).toEqual({ "private-token": "t" });
    expect(headers(connectorProbes, "pagerduty", { token: "t" }).authorization).toBe("Token token=t");
    expect(headers(connectorProbes, "datadog", { api_key: "k", app_key: "a" })).toEqual({
      "dd-api-key": "k",
      "dd-application-key": "a",
    });
    expect(headers(dataSourceProbes, "grafana", { url, org_id: "2" })).toEqual({ "x-grafana-org-id": "2" });
  });

  it("of a GitHub App are a token that its key signs for minutes", () => {
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const private_key = privateKey.export({ type: "pkcs1", format: "pem" }).toString();
    const github = probeOf(connectorProbes, "github");
    const request = asked(github, { private_key, app_id: 17, installation_id: 4 });
    expect(request.url).toBe("https://api.github.com/app/installations/4");
    const [head = "", claims = "", signature = ""] = (request.headers.authorization ?? "")
      .replace("Bearer ", "")
      .split(".");
    const verify = createVerify("RSA-SHA256").update(`${head}.${claims}`);
    expect(
      verify.verify(
        createPublicKey(publicKey.export({ type: "spki", format: "pem" })),
        signature,
        "base64url",
      ),
    ).toBe(true);
    const { iat, exp, iss } = JSON.parse(Buffer.from(claims, "base64url").toString());
    expect([iss, iat, exp]).toEqual(["17", now.getTime() / 1_000 - 60, now.getTime() / 1_000 + 300]);
    expect(said(github, { app_slug: "orgconfig", account: { login: "acme" } })).toBe(
      "works: the key is of the App orgconfig, installed at acme",
    );
    for (const settings of [{ private_key }, { private_key: "no key", app_id: 17 }]) {
      const refused = github.request(settings, now);
      expect("method" in refused ? "asked" : refused.message).toMatch(/^nothing was sent: config\./);
    }
  });

  it("never go to a host that a Datadog site smuggles in", () => {
    const { request } = probeOf(connectorProbes, "datadog");
    for (const site of ["evil.example/", "evil.example?", "x@evil.example", "a:1", "#"])
      expect(request({ api_key: "k", site }, now)).toEqual({
        ok: false,
        message: expect.stringContaining("config.site is no site of Datadog's"),
      });
  });
});

describe("a status that is no success", () => {
  const prometheus = probeOf(connectorProbes, "prometheus");
  it.each([
    [401, "Unauthorized\n", "auth_invalid: it does not accept the credentials (HTTP 401): Unauthorized"],
    [403, { message: "no" }, "access_denied: the credentials do not suffice for this (HTTP 403): no"],
    [429, "", "throttled: it takes no requests for now (HTTP 429)"],
    [302, "", "other: it answered with a redirect (HTTP 302), which is not followed"],
    [404, "<h1>", "other: it answered HTTP 404; does the address lead to its API?"],
    [500, { errors: [{ detail: "boom" }] }, "other: it answered HTTP 500: boom"],
  ])("%i", (status, body, expected) => {
    expect(said(prometheus, body, status)).toBe(expected);
  });

  it("means what the vendor means by it", () => {
    expect(said(probeOf(connectorProbes, "datadog"), { errors: ["Forbidden"] }, 403)).toMatch(
      /^auth_invalid: /,
    );
    expect(said(probeOf(connectorProbes, "mimir"), "no rule groups found\n", 404)).toMatch(/^works: /);
    expect(said(probeOf(connectorProbes, "mimir"), "404 page not found\n", 404)).toMatch(/^other: /);
  });
});

it("what is no address is found before anything is asked", () => {
  expect(badAddresses({ url: "https://a.example", base_url: null })).toEqual([]);
  for (const wrong of ["a.example", "ftp://a.example", "http://", 5, {}])
    expect(badAddresses({ url: wrong })).toEqual(["url"]);
});

it("an answer that is nested without end is read as any other", () => {
  const deep = (member: string) => `{"${member}":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
  const prometheus = probeOf(connectorProbes, "prometheus");
  expect(said(prometheus, deep("errors"), 500)).toBe("other: it answered HTTP 500");
  const nested = "[".repeat(500_000) + "]".repeat(500_000);
  const gitlab = probeOf(connectorProbes, "gitlab");
  expect(said(gitlab, `{"name":"a","scopes":["api",${nested}]}`)).toMatch(/^works: /);
  const result = `[{"metric":{"a":${nested}},"value":[1,${nested}]}]`;
  const text = `{"status":"success","data":{"resultType":"vector","result":${result}}}`;
  expect(languages.prometheus?.exchange("x", 1).read(text, {})).toMatchObject({ ok: true });
});

describe("a query", () => {
  const prometheus = languages.prometheus;
  const exchange = (query: string) => {
    if (prometheus === undefined) throw new Error("PromQL is not known");
    return prometheus.exchange(query, 5_000);
  };

  it("of PromQL is answered what is wrong with it, and where", () => {
    expect(prometheus?.problem("sum(rate(x[5m])) by (job")).toMatch(/^line 1, column \d+: /);
    expect(prometheus?.problem("1 + 1")).toContain("an instant vector is needed");
    expect(prometheus?.problem("sum(\n  rate(x[{{.window}}])\n)")).toBeUndefined();
  });

  it("is asked over five minutes where it takes a window", () => {
    const request = exchange("rate(x[$__window])").request({ url: "http://p.example" }, now);
    expect("url" in request && new URL(request.url).searchParams.get("query")).toBe("rate(x[5m])");
  });

  it("answers at most a hundred series, with values as they were written", () => {
    const sample = (index: number) => ({
      metric: { job: `j${index}` },
      value: [1, index === 0 ? "NaN" : "1"],
    });
    const read = (result: unknown, resultType = "vector") =>
      exchange("x").read(JSON.stringify({ status: "success", data: { resultType, result } }), {});
    const many = read(Array.from({ length: 250 }, (_, index) => sample(index)));
    expect(many).toMatchObject({ ok: true, summary: "it answered with more than 100 series" });
    const series = many.ok ? many.series : undefined;
    expect([series?.shown.length, series?.truncated]).toEqual([100, true]);
    expect(series?.shown[0]).toEqual({ labels: { job: "j0" }, value: "NaN" });
    expect(read([])).toMatchObject({ summary: "it answered without any series: nothing matches now" });
    expect(read([1, "3"], "scalar")).toMatchObject({ series: { shown: [{ labels: {}, value: "3" }] } });
    const long = read([{ metric: { a: "x".repeat(5_000), b: "\u202eb\n" }, histogram: [1, {}] }]);
    expect(long.ok && long.series?.shown[0]?.labels.a?.length).toBe(300);
    expect(long).toMatchObject({ series: { shown: [{ labels: { b: "b" }, value: "a histogram" }] } });
    expect(read([null, 5, { metric: null, value: 3 }])).toMatchObject({ ok: true });
  });

  it("that the server refuses is a fault of the query", () => {
    const body = { status: "error", errorType: "bad_data", error: "1:3: parse error" };
    expect(lineOf(findingOf(exchange("x"), { status: 400, text: JSON.stringify(body) }, {}))).toBe(
      "malformed_query: it does not take the query (HTTP 400): 1:3: parse error",
    );
  });
});
