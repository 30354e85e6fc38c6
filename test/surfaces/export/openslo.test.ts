import { afterAll, beforeAll, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { plannerOf } from "../../plans/support.ts";
import { shop } from "../../renderers/openslo/organization.ts";
import { openSloProblems } from "../../renderers/openslo/schema.ts";
import { startService, type TestService } from "../../support/service.ts";

let test: TestService;
beforeAll(async () => {
  test = await startService();
});
afterAll(() => test.close());

it("is a file of OpenSLO objects, which says what it leaves out and holds no secret", async () => {
  const { config, api, organization } = await test.makeTenant();
  await config("POST", "teams", { body: { name: "Payments" } });
  await config("POST", "connectors", {
    body: { name: "Mimir EU", type: "observability", connector_type: "mimir" },
  });
  const data_sources = shop.data_sources.map((source) => ({ ...source, password: "s3cret-value" }));
  await plannerOf(api).bring({ ...shop, data_sources } as never);
  const answer = await config("GET", "export?format=openslo");
  expect(answer.headers["content-type"]).toBe("application/yaml; charset=utf-8");
  expect(answer.headers["content-disposition"]).toBe(
    `attachment; filename="${organization.slug}.openslo.yaml"`,
  );
  expect(answer.text.split("\n").slice(0, 3)).toEqual([
    expect.stringMatching(/^# The SLOs of .* as OpenSLO v1, exported 20/),
    expect.stringContaining("# What OpenSLO has no field for stands in annotations"),
    expect.stringMatching(/^# OpenSLO has no objects for: absences, ai_providers, .*, teams/),
  ]);
  expect(answer.text).not.toContain("s3cret-value");
  expect(answer.text).toContain("Stored, and never written down: password.");
  const objects = parseAllDocuments(answer.text).map((document) => document.toJS());
  expect(openSloProblems(objects)).toEqual([]);
  expect(objects.find(({ metadata }) => metadata.displayName === "latency p99").kind).toBe("SLI");
});

it("narrows to some kinds, and has no objects where there are no rows of them", async () => {
  const { config, api } = await test.makeTenant();
  const empty = await config("GET", "export?format=openslo");
  expect([empty.status, empty.text.replace(/^#.*\n/gm, "")]).toEqual([200, ""]);
  const { data_sources, slis } = shop;
  await plannerOf(api).bring({
    data_sources: data_sources.map((source) => ({ ...source, connector_id: null })),
    slis,
  } as never);
  const kindsOf = async (resource: string) => {
    const { text } = await config("GET", `export?format=openslo&resource=${resource}`);
    return parseAllDocuments(text).map((document) => document.get("kind"));
  };
  expect(await kindsOf("data_sources,teams")).toEqual(["DataSource", "DataSource"]);
  expect(await kindsOf("slis")).toEqual(["Service", "Service", "SLI", "SLI", "SLI", "SLI"]);
  expect(await kindsOf("teams")).toEqual([]);
});
