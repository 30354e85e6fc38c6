/** Rules to a ruler over its API: what is written, what is left alone, and what becomes of every sort of failure. */

import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { openApiEngine } from "../../src/agent/engines/api-engines.ts";
import { createEngineHttp, type EngineAddress } from "../../src/agent/engines/http.ts";
import { createMimir } from "../../src/agent/engines/mimir.ts";
import { noData } from "../../src/kernel/no-data.ts";
import { createHttpTransport } from "../../src/transports/http.ts";
import type { OutgoingRequest, Reply } from "../../src/transports/port.ts";
import { type Mimir, type MimirOptions, startMimir } from "../support/mimir.ts";
import { problemOf, renderOf as renderOfTexts } from "./renders.ts";

const sender = { organizationId: "org_1", use: "engine" } as const;
const transport = createHttpTransport({ allow: ["127.0.0.1"] }).of(sender);
const opened: Mimir[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((mimir) => mimir.close()));
});

async function start(options: MimirOptions = {}) {
  const mimir = await startMimir(options);
  opened.push(mimir);
  let passed_ms = 0;
  const open = (address: Partial<EngineAddress> = {}, reach = transport) => {
    const http = createEngineHttp(reach, { url: mimir.url, tenant: "acme", ...address });
    return createMimir({ http, figures: http, connectorId: "conn_1", now: () => passed_ms });
  };
  const later = (seconds: number) => {
    passed_ms += seconds * 1_000;
  };
  /** The changes that were asked for since the last time. */
  const writes = () => mimir.requests.splice(0).filter((line) => !line.startsWith("GET "));
  return { mimir, open, later, writes };
}

const groupOf = (name: string, expr = "sum(up)", count = 2) => ({
  name,
  interval: "60s",
  rules: [
    ...Array.from({ length: count - 1 }, (_, at) => ({
      record: `record:${at}`,
      expr,
      labels: { window: "7d", number: "1" },
    })),
    { alert: "Down", expr: `${expr} == 0`, for: "14d", annotations: { summary: "It is down: {{ $value }}" } },
  ],
});

function renderOf(files: Record<string, readonly object[]>) {
  return renderOfTexts(
    Object.fromEntries(Object.entries(files).map(([name, groups]) => [name, stringify({ groups })])),
  );
}

const slos = "orgconfig-conn_1-slos";
const checks = "orgconfig-conn_1-checks";
const namesIn = (mimir: Mimir) =>
  Object.fromEntries(
    Object.entries(mimir.groups()).map(([namespace, groups]) => [namespace, groups.map(({ name }) => name)]),
  );

describe("a rendering", () => {
  it("is a namespace for each file; what others made stays", async () => {
    const { mimir, open } = await start();
    mimir.put("team-a", groupOf("theirs"));
    mimir.put("orgconfig-conn_2-slos", groupOf("theirs"));
    const engine = open();
    await engine.apply(
      renderOf({ "slos.rules.yml": [groupOf("a"), groupOf("b")], "checks.rules.yml": [groupOf("c")] }),
    );
    const others = { "team-a": ["theirs"], "orgconfig-conn_2-slos": ["theirs"] };
    expect(namesIn(mimir)).toEqual({ ...others, [slos]: ["a", "b"], [checks]: ["c"] });
    expect(mimir.groups()[slos]?.[0]).toMatchObject({
      interval: "1m",
      rules: [{ labels: { number: "1" } }, { for: "2w" }],
    });
    await engine.apply(renderOf({ "slos.rules.yml": [groupOf("b")], "checks.rules.yml": [] }));
    expect(namesIn(mimir)).toEqual({ ...others, [slos]: ["b"] });
    await engine.apply(renderOf({}));
    expect(namesIn(mimir)).toEqual(others);
  });

  it("is written as far as it differs, also by an agent that has just started", async () => {
    const { open, writes } = await start();
    await open().apply(renderOf({ "slos.rules.yml": [groupOf("a"), groupOf("b"), groupOf("c")] }));
    expect(writes()).toHaveLength(3);
    await open().apply(
      renderOf({ "slos.rules.yml": [groupOf("a"), groupOf("b", "sum(down)"), groupOf("d")] }),
    );
    expect(writes()).toEqual([
      `DELETE /config/v1/rules/${slos}/c 202`,
      `POST /config/v1/rules/${slos} 202`,
      `POST /config/v1/rules/${slos} 202`,
    ]);
  });

  it("is compared with what is there, not more often than once a minute", async () => {
    const { mimir, open, later } = await start();
    const engine = open();
    const render = renderOf({ "slos.rules.yml": [groupOf("a"), groupOf("b")] });
    await engine.apply(render);
    await engine.verify(render);
    mimir.requests.length = 0;
    mimir.put("team-a", groupOf("theirs"));
    await engine.verify(render);
    expect(mimir.requests).toEqual([]);
    later(60);
    await engine.verify(render);
    expect(mimir.requests).toEqual(["GET /config/v1/rules 200"]);
    mimir.put(slos, groupOf("b", "sum(other)"));
    mimir.put(slos, groupOf("more"));
    later(60);
    expect(await problemOf(engine.verify(render))).toBe("somebody changed groups of the ruler: more, b");
    await engine.apply(render);
    await engine.verify(render);
    expect(namesIn(mimir)[slos]).toEqual(["a", "b"]);
  });

  it("is taken by rulers that answer 404 for an empty list", async () => {
    const { mimir, open } = await start({ olderList: true });
    await open().apply(renderOf({ "slos.rules.yml": [groupOf("a")] }));
    expect(namesIn(mimir)).toEqual({ [slos]: ["a"] });
  });

  it("is read back like Prometheus' figures; the ruler's own version is reported", async () => {
    const { open } = await start();
    const engine = open();
    const evaluated = [{ resource: "slos", ids: ["slo_1"] }];
    const render = { ...renderOf({ "slos.rules.yml": [groupOf("a")] }), evaluated };
    expect(await engine.readBack?.(render, () => new Date())).toEqual([
      { kind: "slos", id: "slo_1", state: { status: "no_data", status_reason: noData.notEvaluated } },
    ]);
    expect([await engine.version(), await engine.remark?.(render)]).toEqual([
      undefined,
      "Grafana Mimir 2.10.0",
    ]);
  });
});

describe("what was there before is put back when", () => {
  it.each([
    {
      limit: "70 groups",
      groups: Array.from({ length: 71 }, (_, at) => groupOf(`g${at}`)),
      said: /^the ruler says "per-user rule groups limit \(limit: 70 actual: 71\) exceeded": raise ruler_max_rule_groups_per_tenant/,
    },
    {
      limit: "20 rules a group",
      groups: [groupOf("a", "sum(new)"), groupOf("big", "sum(up)", 21)],
      said: /^the ruler says "per-user rules per rule group limit \(limit: 20 actual: 21\) exceeded": raise ruler_max_rules_per_rule_group/,
    },
  ])("the tenant may have no more than $limit", async ({ groups, said }) => {
    const { mimir, open } = await start();
    const engine = open();
    await engine.apply(
      renderOf({ "slos.rules.yml": [groupOf("a"), groupOf("old")], "checks.rules.yml": [groupOf("c")] }),
    );
    const before = mimir.groups();
    expect(await problemOf(engine.apply(renderOf({ "slos.rules.yml": groups })))).toMatch(said);
    expect(sorted(mimir.groups())).toEqual(sorted(before));
  });

  it("nothing is deleted for a rendering that does not fit, once the limit is known; it is tried seldom", async () => {
    const { mimir, open, later, writes } = await start({ maxGroups: 4 });
    mimir.put("team-a", groupOf("theirs"));
    const engine = open();
    await engine.apply(renderOf({ "slos.rules.yml": [groupOf("a"), groupOf("b")] }));
    const large = renderOf({ "slos.rules.yml": ["b", "c", "d", "e"].map((name) => groupOf(name)) });
    const before = sorted(mimir.groups());
    const limit = "per-user rule groups limit (limit: 4 actual: 5) exceeded";
    expect(await problemOf(engine.apply(large))).toContain(limit);
    expect(sorted(mimir.groups())).toEqual(before);
    mimir.requests.splice(0);
    expect(await problemOf(engine.apply(large))).toContain(limit);
    expect(mimir.requests).toEqual([]);
    later(600);
    expect(await problemOf(engine.apply(large))).toContain(limit);
    // The groups that ran before were left alone all the time.
    expect(writes().filter((line) => /\/(a|b)\b/.test(line))).toEqual([]);
    expect(sorted(mimir.groups())).toEqual(before);
    // Another rendering is tried at once.
    await engine.apply(renderOf({ "slos.rules.yml": [groupOf("c"), groupOf("d"), groupOf("e")] }));
    expect(namesIn(mimir)).toMatchObject({ [slos]: ["c", "d", "e"] });
  });

  it("a rendering fits into the limit only once the old groups are gone", async () => {
    const { mimir, open } = await start({ maxGroups: 3 });
    const engine = open();
    await engine.apply(renderOf({ "slos.rules.yml": ["a", "b", "c"].map((name) => groupOf(name)) }));
    await engine.apply(renderOf({ "slos.rules.yml": ["d", "e", "f"].map((name) => groupOf(name)) }));
    expect(namesIn(mimir)).toEqual({ [slos]: ["d", "e", "f"] });
  });

  it("the ruler fails half-way, also where it fails again while that is done", async () => {
    const { mimir, open } = await start();
    const engine = open();
    await engine.apply(renderOf({ "slos.rules.yml": [groupOf("a"), groupOf("b")] }));
    const before = sorted(mimir.groups());
    const next = renderOf({ "slos.rules.yml": [groupOf("a", "sum(new)"), groupOf("c"), groupOf("d")] });
    const failFrom = (count: number, until = Number.POSITIVE_INFINITY) => {
      let seen = 0;
      mimir.fail = (request) => {
        if (!request.startsWith("POST ")) return undefined;
        seen += 1;
        return seen >= count && seen < until ? 500 : undefined;
      };
    };
    failFrom(2, 3);
    expect(await problemOf(engine.apply(next))).toContain("HTTP 500");
    expect(sorted(mimir.groups())).toEqual(before);
    // What could not be put back is owed: it comes back once the ruler is well, although the rendering does not pass.
    failFrom(2);
    expect(await problemOf(engine.apply(next))).toContain("could not be restored yet");
    expect(sorted(mimir.groups())).not.toEqual(before);
    failFrom(2, 3);
    expect(await problemOf(engine.apply(next))).toContain("HTTP 500");
    expect(sorted(mimir.groups())).toEqual(before);
    mimir.fail = () => undefined;
    await engine.apply(next);
    expect(namesIn(mimir)).toEqual({ [slos]: expect.arrayContaining(["a", "c", "d"]) });
  });
});

describe("nothing is changed, and the problem says why, when", () => {
  it.each([
    ["the credentials are wrong", { token: "wrong" }, "HTTP 401"],
    ["the tenant is not named", { tenant: undefined, token: "right" }, "no org id"],
  ])("%s", async (_, address, said) => {
    const { mimir, open } = await start({ authorization: "Bearer right" });
    const given = { ...address } as Partial<EngineAddress>;
    expect(await problemOf(open(given).apply(renderOf({ "slos.rules.yml": [groupOf("a")] })))).toContain(
      said,
    );
    expect(mimir.groups()).toEqual({});
  });

  it("the address lacks the prefix", async () => {
    const { mimir, open } = await start();
    const url = mimir.url.replace("/prometheus", "");
    const said = await problemOf(open({ url }).apply(renderOf({ "slos.rules.yml": [groupOf("a")] })));
    expect(said).toContain("it ends with the prefix, such as /prometheus");
  });

  it("the ruler answers with a redirect", async () => {
    const { mimir, open } = await start();
    mimir.fail = (request) => (request.startsWith("GET ") ? 302 : undefined);
    expect(await problemOf(open().apply(renderOf({ "slos.rules.yml": [groupOf("a")] })))).toContain(
      "HTTP 302",
    );
    expect(mimir.requests).toEqual(["GET /config/v1/rules 302"]);
  });

  it("the address is private and the operator has not allowed it", async () => {
    const { mimir, open } = await start();
    const strict = createHttpTransport({ allow: [] });
    const said = await problemOf(
      open({}, strict.of(sender)).apply(renderOf({ "slos.rules.yml": [groupOf("a")] })),
    );
    await strict.close();
    expect(said).toContain("private network");
    expect(mimir.requests).toEqual([]);
  });

  it("the ruler lists what is no YAML", async () => {
    const { open } = await start();
    const answers = { request: async () => ({ status: 200, headers: {}, text: "<html>: [\n" }) };
    const engine = open({}, { ...transport, ...answers });
    expect(await problemOf(engine.apply(renderOf({})))).toBe(
      "what the ruler lists is not YAML with groups of rules",
    );
  });
});

it("Grafana gets the data source that rules query, and asked for figures through it", async () => {
  const asked: string[] = [];
  const grafana = {
    async request({ method, url, headers }: OutgoingRequest): Promise<Reply> {
      asked.push(`${method} ${url} ${headers?.["x-grafana-alerting-datasource-uid"] ?? "-"}`);
      const result = { status: "success", data: { resultType: "vector", result: [] } };
      return { status: 200, headers: {}, text: url.includes("/query?") ? JSON.stringify(result) : "{}" };
    },
  };
  const address = { url: "https://grafana.example.com/api/convert/prometheus", datasource_uid: "uid-1" };
  const engine = openApiEngine("mimir", { transport: grafana, address, connectorId: "conn_1" });
  const render = renderOf({ "slos.rules.yml": [groupOf("a")] });
  await engine.apply(render);
  await engine.readBack?.(render, () => new Date());
  expect(new Set(asked.map((line) => line.split("?")[0]))).toEqual(
    new Set([
      `GET ${address.url}/config/v1/rules uid-1`,
      `POST ${address.url}/config/v1/rules/${slos} uid-1`,
      "GET https://grafana.example.com/api/datasources/proxy/uid/uid-1/api/v1/query",
    ]),
  );
});

/** Without the order of groups, which says nothing. */
function sorted(groups: ReturnType<Mimir["groups"]>) {
  return Object.fromEntries(
    Object.entries(groups).map(([name, list]) => [
      name,
      [...list].sort((a, b) => (a.name < b.name ? -1 : 1)),
    ]),
  );
}
