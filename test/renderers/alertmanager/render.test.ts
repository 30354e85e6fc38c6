/** What Alertmanager is not given, and which engines are given routes. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { alertmanager } from "../../../src/renderers/alertmanager/index.ts";
import { rendererFor } from "../../../src/renderers/index.ts";
import { credentialNamesIn, withDirectory } from "../../../src/renderers/named-files.ts";
import type { Measure } from "../../../src/renderers/prometheus/sli-measure.ts";
import { type SloRow, sloRules } from "../../../src/renderers/prometheus/slo-rules.ts";
import { onePrometheus, type RowBodies, rendererRows } from "../rows.ts";
import {
  alertmanagerTarget,
  connectorOf,
  everything,
  mimirTarget,
  natively,
  oneSlo,
  organization,
} from "./organization.ts";

const email = { email: "ada@example.com" };

function routed(route: JsonObject, metadata: Readonly<Record<string, string>> = {}, more: RowBodies = {}) {
  const bodies = { name: "r", matchers: ["a=b"], destinations: [email], ...route };
  const rows = organization({ ...more, alertRoutes: { route_1: bodies } }, metadata);
  return (version: string) => alertmanager.render(rows, { ...alertmanagerTarget, version });
}

describe("a route", () => {
  it.each([
    ["matchers[1]", { matchers: ["a=b", '"a b"=c'] }],
    ["group_by", { group_by: ["service", "a.b"] }],
  ])("with a name in %s that only 0.27 knows is left out before", (field, route) => {
    const render = routed(route);
    expect(render("0.26.0").refusals).toMatchObject([
      { resource: "alert_routes", id: "route_1", field, min_version: "0.27" },
    ]);
    expect(render("0.26.0").files[0]?.content).not.toContain("route_1");
    expect(render("0.27.0")).toMatchObject({ refusals: [] });
  });

  it("groups by every label, or by some", () => {
    expect(routed({ group_by: ["..."] })("0.25").refusals).toEqual([]);
    expect(routed({ group_by: ["...", "a"] })("0.25").refusals).toMatchObject([{ field: "group_by" }]);
  });
});

describe("labels to group by", () => {
  it("are a set: another order, or one twice, is the same file", () => {
    const [file] = routed({ group_by: ["a", "b"] })("0.27").files;
    for (const group_by of [
      ["b", "a"],
      ["b", "a", "b"],
    ])
      expect(routed({ group_by })("0.27").files[0]).toEqual(file);
  });

  const withBurns = (route: JsonObject) => {
    const { files, refusals } = routed(route, {}, oneSlo)("0.25");
    expect(refusals).toEqual([]);
    return parse(files[0]?.content ?? "");
  };
  const below = (group_by: readonly string[]) => withBurns({ group_by }).route.routes[0].routes;

  it("are more for burn alerts: an urgent one is in no group with a slower one", () => {
    const matchers = ['orgconfig_event="slo_burn_rate"'];
    expect(below(["service", "alertname"])).toEqual([
      { matchers, group_by: ["alertname", "service", "severity"] },
    ]);
    expect(below([])).toEqual([{ matchers, group_by: ["severity"] }]);
    expect(below(["severity", "service"])).toBeUndefined();
    expect(below(["..."])).toBeUndefined();
    expect(parse(routed({})("0.25").files[0]?.content ?? "").route.routes[0].routes).toBeUndefined();
  });

  it("and a faster burn alert keeps the slower ones of its SLO back", () => {
    const burn = 'orgconfig_event="slo_burn_rate"';
    const equal = ["orgconfig_connector_id", "orgconfig_slo_id"];
    expect(withBurns({}).inhibit_rules).toEqual([
      { source_matchers: [burn, 'severity="warning"'], target_matchers: [burn, 'severity=~"info"'], equal },
      {
        source_matchers: [burn, 'severity="error"'],
        target_matchers: [burn, 'severity=~"info|warning"'],
        equal,
      },
      {
        source_matchers: [burn, 'severity="critical"'],
        target_matchers: [burn, 'severity=~"info|warning|error"'],
        equal,
      },
    ]);
    // By the labels that the alerts have.
    const slo = rendererRows({ ...onePrometheus, ...oneSlo }).slos[0] as SloRow;
    const measure = { windowed: false, bad: () => "bad", total: () => "total", given: "given" } as Measure;
    const { alerts } = sloRules(
      { ...slo, connectorId: "conn_1" },
      { measure, unit: { unit: "each", counted: true }, team: undefined, interval: "1m", spans: [] },
    );
    expect(alerts.map(({ labels }) => Object.keys(labels))).toEqual([
      expect.arrayContaining([...equal, "severity"]),
      expect.arrayContaining([...equal, "severity"]),
    ]);
    for (const { labels } of alerts) expect(labels.orgconfig_event).toBe("slo_burn_rate");
  });
});

describe("native delivery", () => {
  const target = { outbound_config_id: "outc_1" };
  const toTarget = (body: JsonObject, metadata: Readonly<Record<string, string>> = natively) =>
    routed({ destinations: [email, target] }, metadata, {
      outboundConfigs: { outc_1: { name: "it", ...body } },
    })("0.25").refusals;

  it("calls a chat at its url where it has one, as this service does, whatever its secret", () => {
    const secret = "https://hooks.slack.com/services/T/B/1";
    const contentOf = (body: JsonObject) =>
      routed({ destinations: [target] }, natively, {
        outboundConfigs: { outc_1: { name: "it", kind: "slack", secret, ...body } },
      })("0.25").files[0]?.content;
    expect(contentOf({})).toContain('api_url_file: "__DIRECTORY__/secrets/outc_1"');
    const proxied = contentOf({ url: "https://proxy.example.com/chat" });
    expect(proxied).toContain('api_url: "https://proxy.example.com/chat"');
    expect(proxied).not.toContain("secrets/outc_1");
  });

  it.each(["teams", "servicenow", "webhook"])("refuses a target of the kind %s", (kind) => {
    expect(toTarget({ kind, url: "https://t.example.com/", secret: "s" })).toEqual([
      {
        resource: "alert_routes",
        id: "route_1",
        field: "destinations[1].outbound_config_id",
        message: `Alertmanager itself cannot send to "it", which is of the kind ${kind}: take it out of the route, or set metadata.deliver of the connector "The alertmanager" to orgconfig`,
      },
    ]);
  });

  it("needs the target's secret, and somebody who brings it", () => {
    const { secret_files: _, ...absent } = natively;
    const pager = { kind: "pagerduty", secret: "key" };
    expect(toTarget(pager)).toEqual([]);
    expect(toTarget({ kind: "pagerduty" })).toMatchObject([
      { message: 'the secret of the target "it" is missing' },
    ]);
    expect(toTarget(pager, absent)).toMatchObject([
      { message: expect.stringContaining("set metadata.secret_files to present") },
    ]);
    expect(toTarget(pager, { ...absent, run_in: "service" })).toEqual([]);
  });

  it("needs a mail server for mail", () => {
    const { smtp_from: _, ...absent } = natively;
    expect(routed({}, absent)("0.25").refusals).toMatchObject([
      { field: "destinations[0].email", message: expect.stringContaining("metadata.smtp_from") },
    ]);
  });

  it("has no effect on Mimir, which reads no files", () => {
    const rows = organization(everything, natively);
    expect(alertmanager.render(rows, mimirTarget).files[0]?.content).not.toContain("pagerduty");
  });
});

it("names the files of secrets, and nobody's text does", () => {
  const mark = "__DIRECTORY__/secrets/outc_other";
  const bodies = {
    ...everything,
    outboundConfigs: {
      ...everything.outboundConfigs,
      outc_chat: { ...everything.outboundConfigs.outc_chat, severity_map: { critical: `x_file: "${mark}"` } },
    },
    alertRoutes: {
      ...everything.alertRoutes,
      route_odd: {
        name: mark,
        matchers: [`a_file=~"${mark}|\\n  x_file: "`, `b="${mark}"`],
        destinations: [{ outbound_config_id: "outc_chat" }],
        group_by: ["a"],
      },
    },
  };
  const [file] = alertmanager.render(organization(bodies, natively), alertmanagerTarget).files;
  const { name = "", content = "" } = file ?? {};
  expect(new Set(credentialNamesIn(name, content))).toEqual(
    new Set(["smtp", "outc_chat", "outc_pager", "outc_genie"]),
  );
  const directory = `/o"k $&/__DIRECTORY__`;
  const replaced = (value: unknown, key = ""): unknown => {
    if (typeof value === "string")
      return /_file$/.test(key) ? value.replace("__DIRECTORY__", () => directory) : value;
    if (Array.isArray(value)) return value.map((item) => replaced(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([inner, one]) => [inner, replaced(one, inner)]));
  };
  expect(parse(withDirectory(name, content, directory))).toEqual(replaced(parse(content)));
});

describe("the engines that take routes", () => {
  const render = (
    connectors: Readonly<Record<string, JsonObject>>,
    alertRoutes?: RowBodies["alertRoutes"],
  ) => {
    const rows = rendererRows({
      ...everything,
      connectors,
      ...(alertRoutes === undefined ? {} : { alertRoutes }),
    });
    return Object.keys(connectors).map((connectorId) => {
      const { files, refusals } = alertmanager.render(rows, { ...alertmanagerTarget, connectorId });
      return [files.length, refusals.map(({ field }) => field)];
    });
  };
  const mimir = connectorOf("mimir");
  const am = connectorOf("alertmanager");
  const takesNone = [0, []];
  const takes = [1, []];

  it("are all Alertmanagers that are switched on", () => {
    const other = { ...am, name: "the other" };
    expect(render({ am, other, off: { ...am, name: "off", enabled: false } })).toEqual([
      takes,
      takes,
      takesNone,
    ]);
  });

  it("are not Mimirs next to one", () => {
    expect(render({ am, mimir })).toEqual([takes, takesNone]);
  });

  it("are Mimirs whose connectors say so", () => {
    const own = connectorOf("mimir", { alertmanager: "mimir" });
    const other = { ...connectorOf("mimir", { alertmanager: "other" }), name: "other" };
    expect(render({ am, own, other })).toEqual([takes, takes, takesNone]);
    expect(render({ other })).toEqual([takesNone]);
  });

  it("are reported at a Mimir's connector where nobody says it, as soon as there are routes", () => {
    expect(render({ mimir })).toEqual([[0, ["metadata.alertmanager"]]]);
    expect(render({ mimir, off: { ...am, enabled: false } })).toEqual([
      [0, ["metadata.alertmanager"]],
      takesNone,
    ]);
    expect(render({ mimir }, {})).toEqual([takesNone]);
  });

  it("have routes next to rules in a Mimir", () => {
    const rows = organization(everything);
    const { files } = rendererFor("mimir")?.render(rows, mimirTarget) ?? { files: [] };
    expect(files.map(({ name }) => name)).toEqual([
      "alertmanager.yml",
      "certificates.rules.yml",
      "checks.rules.yml",
      "slos.rules.yml",
    ]);
  });
});

it("is YAML that says what was meant", () => {
  const [file] = alertmanager.render(organization(everything), alertmanagerTarget).files;
  const { route, receivers } = parse(file?.content ?? "");
  expect(route.routes.map(({ receiver }: { receiver: string }) => receiver)).toEqual([
    "route_audit",
    "route_checkout",
    "route_box",
    "route_named",
  ]);
  expect(receivers).toHaveLength(5);
  expect(route.routes[1].matchers[2]).toBe(String.raw`path!~"/\\d+\"\n,}{"`);
});
