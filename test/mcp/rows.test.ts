/** The tools for rows of every kind, and what they say of kinds: each call is that of the kind's own tool. */
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isConfiguration } from "../../src/kernel/field.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { makePerson } from "../support/people.ts";
import { createSamples, type Samples } from "../support/samples.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { lastSequence, recordsThrough } from "./records.ts";
import { type Agent, agentOf, type ToolResult } from "./support.ts";

let test: TestService;
let tenant: Tenant;
let admin: Agent;
let reader: Agent;
let samples: Samples;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  const { id } = tenant.organization;
  admin = agentOf(test, (await test.makeKey(id, ["mcp:admin"])).value);
  reader = agentOf(test, (await test.makeKey(id, ["mcp:read"])).value);
  const { config } = tenant;
  samples = createSamples({
    definitions: definitionsByKind,
    config,
    join: (email) => makePerson(test.database, tenant.organization.id, email),
  });
});
afterAll(() => test.close());

const problem = ({ _meta }: ToolResult) => _meta?.["orgconfig/problem"];
/** A refusal without what no two calls share. */
const said = ({ request_id: _, ...rest }: Record<string, unknown>) => rest;

describe.each(definitions.map((definition) => [definition.kind, definition] as const))(
  "%s",
  (kind, definition) => {
    const { verbs, actionNames, shape } = definition;
    it("is read, made, changed and deleted as by its own tools, refusals and records included", async () => {
      const own = (verb: keyof typeof actionNames, input: object) => admin.call(actionNames[verb], input);
      if (shape === "setting") {
        expect((await admin.call("get_row", { kind })).structuredContent).toEqual(
          (await own("get", {})).structuredContent,
        );
        expect((await admin.call("get_row", { kind, id: kind })).isError).toBeUndefined();
      }
      const wrong = { fields: { no_such_field: 1 } };
      for (const [verb, input] of [
        ["create", wrong],
        ["update", shape === "setting" ? wrong : { id: "x", ...wrong }],
      ] as const) {
        if (!verbs.includes(verb)) continue;
        const { fields, ...rest } = input as { fields: object };
        const [byRow, byOwn] = [
          await admin.call(`${verb}_row`, { kind, ...input }),
          await own(verb, { ...rest, ...fields }),
        ];
        expect(said(problem(byRow)), verb).toEqual(said(problem(byOwn)));
      }
      if (!verbs.includes("create") || definition.deletedByKey) return;
      const fields = await samples.body(definition);
      const before = await lastSequence(test);
      const made = await admin.call("create_row", { kind, fields });
      expect(made.isError, made.content[0]?.text).toBeUndefined();
      const { id, etag } = made.structuredContent;
      const read = await admin.call("get_row", { kind, id });
      expect(read.structuredContent).toEqual((await own("get", { id })).structuredContent);
      const gone = await admin.call("delete_row", { kind, id, if_match: etag, confirm: true });
      expect(gone.isError, gone.content[0]?.text).toBeUndefined();
      const actions = (await recordsThrough(test, tenant.organization.id, "mcp", before)).map(
        ({ action }) => action,
      );
      expect(actions).toEqual(expect.arrayContaining([actionNames.create, actionNames.delete]));
    });

    it("is described to readers, in at most 4,000 tokens", async () => {
      const { structuredContent, isError, content } = await reader.call("describe_kind", { kind });
      expect(isError).toBeUndefined();
      expect(encode(content.map(({ text }) => text).join("")).length).toBeLessThanOrEqual(4_000);
      const fields = new Map(structuredContent.fields.map((field: { name: string }) => [field.name, field]));
      for (const [name, field] of Object.entries(definition.fields)) {
        const shown = fields.get(name) as Record<string, unknown>;
        expect(shown, name).toMatchObject({
          description: expect.stringMatching(/\w/),
          type: expect.any(String),
        });
        if (field.type === "computed") expect(shown.read_only).toBe(true);
        if (field.type === "integer" || field.type === "number") {
          expect(shown).toMatchObject({ min: field.min, max: field.max });
          expect(shown.unit).toBe(field.unit);
        }
        if (field.type === "choice") expect(shown.choices).toEqual(field.choices);
        if (isConfiguration(field) && field.default !== undefined)
          expect(shown.default).toEqual(field.default);
      }
    });
  },
);

it("describes a kind by what points at it, and the kinds there are", async () => {
  const { structuredContent } = await reader.call("describe_kind", { kind: "teams" });
  expect(structuredContent.pointed_at_by).toEqual(
    expect.arrayContaining([
      { kind: "alert_routes", field: "destinations[].team_id" },
      { kind: "team_members", field: "team_id" },
    ]),
  );
  const all = (await reader.call("describe_kind")).structuredContent.kinds;
  expect(all.map(({ kind }: { kind: string }) => kind)).toEqual(definitions.map(({ kind }) => kind));
  expect(structuredContent.fields.find(({ name }: { name: string }) => name === "name").example).toBe(
    "Platform",
  );
});

it.each([
  ["describe_kind", { kind: "team" }, "kind", 'did you mean "teams"'],
  ["get_row", { kind: "alert_rotes", id: "x" }, "kind", 'did you mean "alert_routes"'],
  ["create_row", { fields: {} }, "kind", "name a kind"],
  ["create_row", { kind: "teams", fields: "x" }, "fields", "must be an object"],
  ["create_row", { kind: "teams", fields: { nmae: "x" } }, "nmae", 'did you mean "name"'],
  ["list_references", { kind: "slo", id: "x" }, undefined, 'did you mean "slos"'],
  ["search_rows", { kind: "taems" }, undefined, 'did you mean "teams"'],
  ["row_history", { kind: "alert_route", id: "x" }, undefined, 'did you mean "alert_routes"'],
  ["list_teams", { nam: "x" }, "nam", 'did you mean "name"'],
] as const)("%s %j names what is near", async (name, input, field, says) => {
  const found = problem(await admin.call(name, input));
  // A kind in a path is a path that there is not.
  expect([found?.status, found?.field]).toEqual([field === undefined ? 404 : 422, field]);
  expect(JSON.stringify(found)).toContain(JSON.stringify(says).slice(1, -1));
});

it("is about the row, the version and the word that stand next to the fields, and no others", async () => {
  const make = async (name: string) =>
    (await admin.call("create_row", { kind: "teams", fields: { name } })).structuredContent;
  const [named, hidden] = [await make("Named"), await make("Hidden")];
  const call = async (tool: string, around: object, fields: object) =>
    problem(await admin.call(tool, { kind: "teams", ...around, fields }))?.field;
  for (const [name, value] of Object.entries({
    id: hidden.id,
    if_match: "*",
    confirm: true,
    override_tests: "x",
  }))
    for (const tool of ["update_row", "delete_row"])
      expect(await call(tool, { id: named.id }, { [name]: value })).toBe(`fields.${name}`);
  expect(await call("update_row", { id: named.id, name: "One" }, { name: "Two" })).toBe("fields.name");
  expect(await call("update_row", { id: named.id }, { id: named.id, name: "Same" })).toBeUndefined();
  const { data } = (await admin.call("list_teams")).structuredContent;
  expect(data.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["Same", "Hidden"]));
});

it("names the tool that is near", async () => {
  const { body } = await admin.rpc("tools/call", { name: "list_team", arguments: {} });
  expect(body.error.message).toContain('did you mean "list_teams"');
});
