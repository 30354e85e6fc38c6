/** Alert routes to Mimir's Alertmanager: what is written, what is left alone, and what is said. */
import { afterEach, describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { openApiEngine } from "../../src/agent/engines/api-engines.ts";
import { createEngineHttp } from "../../src/agent/engines/http.ts";
import { createMimirAlertmanager } from "../../src/agent/engines/mimir-alertmanager.ts";
import { alertmanager } from "../../src/renderers/alertmanager/index.ts";
import { createHttpTransport } from "../../src/transports/http.ts";
import { everything, mimirTarget, organization } from "../renderers/alertmanager/organization.ts";
import { type Mimir, type MimirOptions, startMimir } from "../support/mimir.ts";
import { problemOf, renderOf } from "./renders.ts";

const transport = createHttpTransport({ allow: ["127.0.0.1"] }).of({
  organizationId: "org_1",
  use: "engine",
});
const opened: Mimir[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((mimir) => mimir.close()));
});

const rules = stringify({ groups: [{ name: "a", rules: [{ record: "r", expr: "up" }] }] });
const [file] = alertmanager.render(organization(everything), mimirTarget).files;
const routes = file?.content ?? "";
const withRoutes = renderOf({ "alertmanager.yml": routes, "slos.rules.yml": rules });
const withoutRoutes = renderOf({ "slos.rules.yml": rules });
const key = "an-api-key-of-the-engine";

async function start(options: MimirOptions = {}) {
  const mimir = await startMimir(options);
  opened.push(mimir);
  const open = (address: object = { intake_key: key }, connectorId = "conn_1") =>
    openApiEngine("mimir", {
      transport,
      connectorId,
      address: { url: mimir.url, tenant: "acme", ...address },
    });
  return { mimir, open, written: () => mimir.alertmanagers.get("acme") };
}

describe("routes", () => {
  it("are written with the key in its place, next to the rules, and once", async () => {
    const { mimir, open, written } = await start();
    const engine = open();
    await engine.apply(withRoutes);
    expect(written()).toBe(
      `# Written by orgconfig for the connector conn_1: change the alert routes there.\n${routes.replaceAll("__INTAKE_KEY__", key)}`,
    );
    expect(written()).toContain(`credentials: "${key}"`);
    expect(mimir.groups()["orgconfig-conn_1-slos"]).toHaveLength(1);
    mimir.requests.length = 0;
    await engine.verify(withRoutes);
    await open().apply(withRoutes);
    expect(mimir.requests.filter((line) => !line.startsWith("GET "))).toEqual([]);
  });

  it("are taken away with the last rendering that has them", async () => {
    const { open, written } = await start();
    await open().apply(withRoutes);
    await open().apply(withoutRoutes);
    expect(written()).toBeUndefined();
  });

  it("that somebody changed are put right", async () => {
    const { mimir, written } = await start();
    let passed_ms = 0;
    const engine = createMimirAlertmanager({
      http: createEngineHttp(transport, { url: mimir.url.replace("/prometheus", ""), tenant: "acme" }),
      connectorId: "conn_1",
      intakeKey: key,
      now: () => passed_ms,
    });
    await engine.apply(withRoutes);
    const good = written() ?? "";
    await engine.verify(withRoutes);
    mimir.alertmanagers.set("acme", `${good}# more\n`);
    await engine.verify(withRoutes);
    passed_ms += 60_000;
    expect(await problemOf(engine.verify(withRoutes))).toBe(
      "somebody changed the configuration of the tenant's Alertmanager",
    );
    await engine.apply(withRoutes);
    expect(written()).toBe(good);
  });
});

describe("the configuration of somebody else", () => {
  it.each([
    ["route:\n  receiver: theirs\n", "that this service did not write"],
    ["route: {receiver: theirs}", "that this service did not write"],
    [
      "# Written by orgconfig for the connector conn_2: …\nroute:\n",
      "that is written for the connector conn_2",
    ],
  ])("%j stays", async (theirs, said) => {
    const { mimir, open, written } = await start();
    mimir.alertmanagers.set("acme", theirs);
    expect(await problemOf(open().apply(withRoutes))).toContain(said);
    await open().apply(withoutRoutes);
    expect(written()).toBe(theirs);
  });

  it("of another tenant is not looked at", async () => {
    const { mimir, open } = await start();
    mimir.alertmanagers.set("other", "theirs");
    await open().apply(withRoutes);
    expect([...mimir.alertmanagers.keys()]).toEqual(["other", "acme"]);
  });
});

describe("a problem is said", () => {
  it("where there is no key, and only if there are routes; rules are written all the same", async () => {
    const { mimir, open } = await start();
    expect(await problemOf(open({}).apply(withRoutes))).toContain(
      "config.intake_key of the connector is missing",
    );
    expect(mimir.groups()["orgconfig-conn_1-slos"]).toHaveLength(1);
    await open({}).apply(withoutRoutes);
  });

  it("where there is no such Alertmanager, and only if there are routes", async () => {
    const { open } = await start({ withoutAlertmanager: true });
    expect(await problemOf(open().apply(withRoutes))).toContain("no Alertmanager's API at config.url");
    await open().apply(withoutRoutes);
    const grafana = open({ intake_key: key, datasource_uid: "uid" });
    expect(await problemOf(grafana.apply(withRoutes))).toContain(
      "set metadata.alertmanager of the connector to other",
    );
  });

  it("without the key, where the configuration is refused", async () => {
    const { open, written } = await start();
    const refused = renderOf({ "alertmanager.yml": `credentials_file: "x"\n${routes}` });
    expect(await problemOf(open().apply(refused))).toContain("error validating Alertmanager config");
    expect(written()).toBeUndefined();
  });
});

describe("silences", () => {
  const wanted = {
    matchers: [{ name: "service", value: "shop", is_regex: false, is_equal: true }],
    starts_at: "2026-11-22T09:00:00.000Z",
    ends_at: "2026-11-22T10:00:00.000Z",
    created_by: "orgconfig",
    comment: "work (orgconfig mute_1)",
  };

  it("are the tenant's, below the Alertmanager's own prefix", async () => {
    const { mimir, open } = await start();
    const side = open().alertSide?.(withRoutes);
    await side?.silence(wanted);
    expect(await side?.silences()).toEqual([{ ...wanted, id: "silence-0", state: "active" }]);
    expect(mimir.silences.get("acme")).toMatchObject([
      { matchers: [{ name: "service", value: "shop", isRegex: false, isEqual: true }] },
    ]);
    await side?.expire("silence-0");
    expect(await side?.silences()).toMatchObject([{ state: "expired" }]);
    expect(await problemOf(side?.expire("none") ?? Promise.resolve())).toContain("HTTP 404");
  });

  it("are left alone where the routes are", async () => {
    const { open } = await start();
    expect(open().alertSide?.(withoutRoutes)).toBeUndefined();
    expect(open({ intake_key: key, datasource_uid: "uid" }).alertSide?.(withRoutes)).toBeUndefined();
  });
});
