/** What Alertmanager is not given, and which engines are given routes. */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { alertmanager } from "../../../src/backends/alertmanager/index.ts";
import { backendFor } from "../../../src/backends/index.ts";
import type { JsonObject } from "../../../src/kernel/validate.ts";
import { backendRows, type RowBodies } from "../rows.ts";
import {
  alertmanagerTarget,
  connectorOf,
  everything,
  mimirTarget,
  natively,
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

describe("native delivery", () => {
  const target = { outbound_config_id: "outc_1" };
  const toTarget = (body: JsonObject, metadata: Readonly<Record<string, string>> = natively) =>
    routed({ destinations: [email, target] }, metadata, {
      outboundConfigs: { outc_1: { name: "it", ...body } },
    })("0.25").refusals;

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

describe("the engines that take routes", () => {
  const render = (
    connectors: Readonly<Record<string, JsonObject>>,
    alertRoutes?: RowBodies["alertRoutes"],
  ) => {
    const rows = backendRows({
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

  it("are not Mimirs beside one", () => {
    expect(render({ am, mimir })).toEqual([takes, takesNone]);
  });

  it("are Mimirs whose connectors say so", () => {
    const own = connectorOf("mimir", { alertmanager: "mimir" });
    const other = { ...connectorOf("mimir", { alertmanager: "other" }), name: "other" };
    expect(render({ am, own, other })).toEqual([takes, takes, takesNone]);
    expect(render({ other })).toEqual([takesNone]);
  });

  it("are told at a Mimir's connector where nobody says it, as soon as there are routes", () => {
    expect(render({ mimir })).toEqual([[0, ["metadata.alertmanager"]]]);
    expect(render({ mimir, off: { ...am, enabled: false } })).toEqual([
      [0, ["metadata.alertmanager"]],
      takesNone,
    ]);
    expect(render({ mimir }, {})).toEqual([takesNone]);
  });

  it("have routes beside rules in a Mimir", () => {
    const rows = organization(everything);
    const { files } = backendFor("mimir")?.render(rows, mimirTarget) ?? { files: [] };
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
