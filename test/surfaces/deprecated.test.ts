/** What has been replaced says so: in the description, to models, and in the answers of the calls that use it. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { isConfiguration, type Operation } from "../../src/engine/operation.ts";
import type { Deprecation } from "../../src/kernel/deprecation.ts";
import type { Fields } from "../../src/kernel/field.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { offeredTools } from "../../src/surfaces/mcp/tools.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

const call: Deprecation = { since: "2026-11-29", sunset: "2027-11-29", instead: "call `whoami`" };
const field: Deprecation = { since: "2026-12-01", sunset: "2027-06-01", instead: "send `name`" };
const note = "Deprecated since 2026-11-29 and there until 2027-11-29 at least: call `whoami`.";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  // Two ways of the running service become old ones, before it is asked for anything.
  Object.assign(operation("get_attention"), { deprecated: call });
  const { input } = operation("list_audit_log");
  const fields = (input as { readonly fields: Fields }).fields;
  Object.assign(input as object, {
    fields: { ...fields, actor: { ...fields.actor, deprecated: field } },
  });
});
afterAll(() => test.close());

function operation(name: string): Operation {
  const found = test.service.operations.get(name);
  if (found === undefined || !isConfiguration(found)) throw new Error(`there is no ${name}`);
  return found;
}
const shown = ({ headers }: { readonly headers: Record<string, unknown> }) => [
  headers.deprecation,
  headers.sunset,
  headers.link,
];
const link = '</docs/api-changelog.md>; rel="deprecation"; type="text/markdown"';

it("is in the head of each answer of such a call", async () => {
  expect(shown(await tenant.api("GET", "attention"))).toEqual([
    "@1795910400",
    "Mon, 29 Nov 2027 00:00:00 GMT",
    link,
  ]);
  expect(shown(await tenant.api("GET", "whoami"))).toEqual([undefined, undefined, undefined]);
});

it("leads to what changed of the API", async () => {
  const { status, headers, text } = await test.send("GET", "/docs/api-changelog.md");
  expect([status, headers["content-type"]]).toEqual([200, "text/markdown; charset=utf-8"]);
  const { info } = JSON.parse(test.service.description) as { readonly info: { readonly version: string } };
  expect(text).toContain(`\n## ${info.version}`);
});

it("is in the answer of a call that sends such a field, and of no other", async () => {
  expect(shown(await tenant.api("GET", "audit"))).toEqual([undefined, undefined, undefined]);
  const used = await tenant.api("GET", "audit?actor=key_1");
  expect([used.status, ...shown(used)]).toEqual([200, "@1796083200", "Tue, 01 Jun 2027 00:00:00 GMT", link]);
});

it("is in the description, with the day and the way to go", () => {
  const { paths } = JSON.parse(test.service.description) as {
    readonly paths: Record<string, { readonly get: JsonObject }>;
  };
  const attention = paths["/api/v1/attention"]?.get as JsonObject & {
    readonly responses: Record<string, { readonly headers: JsonObject }>;
  };
  expect(attention).toMatchObject({ deprecated: true, description: expect.stringContaining(note) });
  expect(Object.keys(attention.responses["200"]?.headers ?? {})).toEqual(
    expect.arrayContaining(["Deprecation", "Sunset", "Link"]),
  );
  const audit = paths["/api/v1/audit"]?.get as JsonObject;
  expect(audit.deprecated).toBeUndefined();
  const old = (audit.parameters as JsonObject[]).filter(
    ({ deprecated, name }) => deprecated === true && name === "actor",
  );
  expect(old[0]?.description).toContain("there until 2027-06-01 at least: send `name`.");
});

it("is said to models where they pick a tool", () => {
  const tool = offeredTools(test.service.operations).find(({ name }) => name === "get_attention");
  expect(tool?.listed("full").description).toContain(note);
  expect(tool?.listed("brief").description).toContain(note);
});
