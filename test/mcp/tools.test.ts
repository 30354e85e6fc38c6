/** The list of tools: what is on it, for whom, in what words, and what it costs a model. */

import { Ajv2020 } from "ajv/dist/2020.js";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mayAsk } from "../../src/engine/kind-operations.ts";
import type { ConfigurationOperation } from "../../src/engine/operation.ts";
import { definitions } from "../../src/resources/index.ts";
import { first } from "../../src/surfaces/mcp/order.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Agent, agentOf, type ListedTool } from "./support.ts";

/** Most tokens (o200k) that the list may cost whoever asks for no more: what agents pay before they do anything. */
const listBounds = { "mcp:read": 9_000, "mcp:write": 12_000, "mcp:admin": 20_000 } as const;
/** With ?detail=full, most that one tool may cost, and all tools of one kind. */
const toolBound = 1_700;
const kindBound = 2_900;
/** What a kind, and an action of none, may cost on average: the whole list grows with their number alone. */
const meanOfKinds = 1_490;
const meanOfOthers = 530;
const teamsBound = 4_000;

const full = "?detail=full";
const rowTools = ["get_row", "create_row", "update_row", "delete_row"];

let test: TestService;
let organizationId: string;
let admin: Agent;
let reader: Agent;
/** With all that is to say of each, and as they are listed by default. */
let tools: ListedTool[];
let brief: ListedTool[];
beforeAll(async () => {
  test = await startService();
  organizationId = (await test.makeOrganization()).id;
  admin = agentOf(test, (await test.makeKey(organizationId, ["mcp:admin", "mcp:program"])).value);
  reader = agentOf(test, (await test.makeKey(organizationId, ["mcp:read"])).value);
  [tools, brief] = [await admin.tools(full), await admin.tools()];
});
afterAll(() => test.close());

const newAjv = () =>
  new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    validateSchema: true,
    formats: { email: true, uri: true, date: true, "date-time": true },
  });
const named = (list: readonly ListedTool[]) => list.map(({ name }) => name);
const tokens = (list: readonly ListedTool[]) => encode(JSON.stringify(list)).length;
const tool = (name: string) => tools.find((one) => one.name === name) as ListedTool;

it("offers every action under its name, once", () => {
  expect(named(tools).sort()).toEqual([...test.service.operations.keys()].sort());
  for (const name of named(tools)) expect(name).toMatch(/^[a-z][a-z0-9_]{0,63}$/);
  for (const definition of definitions) {
    for (const verb of definition.verbs) expect(named(tools)).toContain(definition.actionNames[verb]);
  }
  for (const name of ["add_team_member", "remove_team_member", "rotate_aws_external_id", "whoami"]) {
    expect(named(tools)).toContain(name);
  }
});

it("costs a model no more than it may", async () => {
  const [teams, slos] = [await admin.tools("?toolsets=teams"), await admin.tools("?toolsets=teams,slos")];
  const figures = {
    "detail=full, admin": tokens(tools),
    "detail=full, read": tokens(await reader.tools(full)),
    "readonly=1, admin": tokens(await admin.tools("?readonly=1")),
    "toolsets=teams": tokens(teams),
    "toolsets=teams,slos": tokens(slos),
  };
  console.log(`tokens (o200k) of ${tools.length} tools: ${JSON.stringify(figures)}`);
  const others = new Set(named(tools));
  for (const { kind, verbs, actionNames } of definitions) {
    const own = new Set(verbs.map((verb) => actionNames[verb]));
    const cost = tokens(tools.filter(({ name }) => own.has(name)));
    expect(cost, `the tools of ${kind}: say it in fewer words`).toBeLessThan(kindBound);
    for (const name of own) others.delete(name);
  }
  for (const one of tools)
    expect(tokens([one]), `${one.name}: say it in fewer words`).toBeLessThan(toolBound);
  for (const [scope, bound] of Object.entries(listBounds)) {
    const { value } = await test.makeKey(organizationId, [scope as keyof typeof listBounds]);
    const cost = tokens(await agentOf(test, value).tools());
    console.log(`tokens (o200k) of the list for ${scope}: ${cost}`);
    expect(cost, `${scope}: say it in fewer words`).toBeLessThanOrEqual(bound);
  }
  expect(figures["detail=full, admin"]).toBeLessThan(
    meanOfKinds * definitions.length + meanOfOthers * others.size,
  );
  expect(figures["toolsets=teams"]).toBeLessThan(teamsBound);
});

describe("a tool", () => {
  it("has a title, a description that names its level, and schemas that are schemas", () => {
    const ajv = newAjv();
    for (const { name, title, description, inputSchema, outputSchema } of tools) {
      const { level, input } = test.service.operations.get(name) as ConfigurationOperation;
      // What another program sends may grow.
      const additionalProperties = "fields" in input && input.open === true;
      expect(title, name).toMatch(/^[A-Z]/);
      expect(description, name).toMatch(new RegExp(`\\. Level: ${level}\\.( Texts are data\\.)?$`));
      expect(inputSchema, name).toMatchObject({ type: "object", additionalProperties });
      expect(outputSchema.type, name).toBe("object");
      ajv.compile(inputSchema);
      ajv.compile(outputSchema);
    }
  });

  // That calls do what the declarations say, hints.test.ts and hints-of-updates.test.ts show.
  it("says what its operation declares", () => {
    for (const { name, annotations } of tools) {
      const operation = test.service.operations.get(name) as ConfigurationOperation;
      const { effect, takesAway = false, cumulative = false, asksOthers = false } = operation;
      const hints = {
        read: { readOnlyHint: true },
        create: { destructiveHint: takesAway },
        update: { destructiveHint: takesAway, idempotentHint: !cumulative },
        delete: { destructiveHint: true, idempotentHint: true },
      };
      expect(annotations, name).toEqual({ ...hints[effect], openWorldHint: asksOthers });
    }
  });

  it("takes id, if_match and confirm where it needs them", () => {
    for (const definition of definitions) {
      for (const verb of definition.verbs) {
        const { properties, required = [] } = tool(definition.actionNames[verb]).inputSchema;
        const collection =
          definition.shape === "collection" && !(verb === "delete" && definition.deletedByKey);
        const byId = collection && verb !== "list" && verb !== "create";
        const what = definition.actionNames[verb];
        expect(Object.hasOwn(properties, "id"), `${what} id`).toBe(byId);
        expect(required.includes("id"), `${what} requires id`).toBe(byId);
        expect(Object.hasOwn(properties, "if_match"), `${what} if_match`).toBe(
          verb === "update" || verb === "delete",
        );
        expect(Object.hasOwn(properties, "confirm"), `${what} confirm`).toBe(
          verb === "delete" || ((verb === "create" || verb === "update") && mayAsk(definition)),
        );
        expect(required).not.toContain("confirm");
      }
    }
    expect(Object.keys(tool("rotate_aws_external_id").inputSchema.properties)).toEqual([
      "if_match",
      "confirm",
    ]);
    expect(Object.keys(tool("remove_team_member").inputSchema.properties)).toEqual([
      "team_id",
      "email",
      "if_match",
      "confirm",
      "override_tests",
      "propose",
    ]);
    expect(tool("remove_team_member").inputSchema.required).toEqual(["team_id", "email"]);
  });

  it("takes the kind's own fields, secrets as values that only go in", () => {
    for (const definition of definitions) {
      for (const verb of ["create", "update"] as const) {
        if (!definition.verbs.includes(verb)) continue;
        const { properties } = tool(definition.actionNames[verb]).inputSchema;
        for (const [name, field] of Object.entries(definition.fields)) {
          const takes = field.type !== "computed" && !(verb === "update" && field.fixed);
          expect(Object.hasOwn(properties, name), `${definition.kind}.${name} in ${verb}`).toBe(takes);
          if (takes) expect(properties[name].description, `${definition.kind}.${name}`).toMatch(/\w/);
          if (field.type === "secret") expect(properties[name].writeOnly).toBe(true);
        }
      }
    }
  });

  it("answers every field of a row where one is read, its etag and its set", () => {
    for (const definition of definitions) {
      const { properties } = tool(definition.actionNames.get).outputSchema;
      for (const member of ["etag", "managed_by", "warnings"])
        expect(Object.keys(definition.fields), `a field would hide ${member}`).not.toContain(member);
      const fields = Object.entries(definition.fields).map(([name, { type }]) =>
        type === "secret" ? `${name}_set` : name,
      );
      const implicit =
        definition.shape === "collection" ? ["id", "created_at", "updated_at"] : ["updated_at"];
      expect(Object.keys(properties).sort()).toEqual([...fields, ...implicit, "etag", "managed_by"].sort());
    }
  });
});

describe("the list", () => {
  it("is brief by default: what tools share is said once, and what they answer on request", async () => {
    const ajv = newAjv();
    const { instructions } = (await admin.rpc("server/discover")).body.result;
    const kinds = definitions.map(({ kind }) => kind).join(",");
    const ofKinds = await admin.tools(`?toolsets=${kinds}`);
    for (const one of [...brief.filter(({ name }) => !rowTools.includes(name)), ...ofKinds]) {
      const { inputSchema, annotations } = tool(one.name);
      expect(Object.keys(one).sort()).toEqual(["annotations", "description", "inputSchema", "name"]);
      // The same arguments, and the same ones needed; what every list takes is said in the instructions, and so is that
      // what takes a cursor takes a limit.
      expect(Object.keys(one.inputSchema.properties ?? {})).toEqual(
        Object.keys(inputSchema.properties ?? {}).filter(
          (name) =>
            (!one.name.startsWith("list_") || !["etags", "managed_by"].includes(name)) &&
            (name !== "limit" || one.inputSchema.properties?.limit !== undefined),
        ),
      );
      expect(one.inputSchema.required).toEqual(inputSchema.required);
      expect(one.annotations).toEqual(annotations);
      expect(one.description, one.name).toMatch(/\.$/);
      ajv.compile(one.inputSchema);
    }
    const short = (name: string) => ofKinds.find((one) => one.name === name)?.inputSchema.properties;
    for (const definition of definitions) {
      if (!definition.verbs.includes("create")) continue;
      for (const [name, { description, enum: choices }] of Object.entries<{
        description?: string;
        enum?: readonly string[];
      }>(short(definition.actionNames.create))) {
        // What means the same everywhere is said in the instructions.
        if (name === "override_tests" || name === "confirm" || name === "propose") continue;
        expect(description ?? choices?.join(" "), `${definition.kind}.${name}`).toMatch(/\w/);
      }
      if (definition.verbs.includes("update"))
        expect(ofKinds.find(({ name }) => name === definition.actionNames.update)?.description).toContain(
          definition.actionNames.create,
        );
    }
    for (const name of [
      "if_match",
      "confirm",
      "override_tests",
      "managed_by",
      "etags",
      "update_",
      "detail=full",
      "describe_kind",
      ...rowTools,
      "limit",
      "cursor",
    ])
      expect(instructions).toContain(name);
  });

  it("is the same at every time and on every node", async () => {
    const other = await startService();
    const { id } = await other.makeOrganization();
    const agent = agentOf(other, (await other.makeKey(id, ["mcp:admin", "mcp:program"])).value);
    expect(await agent.tools()).toEqual(brief);
    expect(await agent.tools(full)).toEqual(tools);
    expect(await admin.tools()).toEqual(brief);
    await other.close();
  });

  it("begins with whoami and what most conversations need, and goes on task by task", async () => {
    const page = (await admin.rpc("tools/list")).body.result.tools as ListedTool[];
    expect(named(page).slice(0, first.length)).toEqual(first);
    expect(first.length).toBe(13);
    expect(named(await reader.tools()).slice(0, 3)).toEqual(first.slice(0, 3));
    const places = named(brief).flatMap((name, place) => {
      const input = test.service.operations.get(name)?.input;
      return input !== undefined && "definition" in input && !first.includes(name)
        ? [{ group: input.definition.group, place }]
        : [];
    });
    // Kinds of one task stand together: no other task's kind is between them.
    for (const group of new Set(places.map(({ group }) => group))) {
      const own = places.filter((one) => one.group === group).map(({ place }) => place);
      const between = places.filter(({ place }) => place > Math.min(...own) && place < Math.max(...own));
      expect(new Set(between.map((one) => one.group)), group).toEqual(
        new Set(between.length > 0 ? [group] : []),
      );
    }
  });

  it("has four tools for rows in the place of each kind's own, which can be called all the same", async () => {
    const folded = ["get_team", "create_team", "update_team", "delete_team", "update_ai_settings"];
    expect(named(brief)).toEqual(expect.arrayContaining([...rowTools, "list_teams", "add_team_member"]));
    for (const name of folded) expect(named(brief), name).not.toContain(name);
    for (const name of folded) expect(named(tools), name).toContain(name);
    for (const name of rowTools) expect(named(tools), name).not.toContain(name);
    expect((await admin.call("create_team", { name: "Own tool" })).isError).toBeUndefined();
    // A reader is shown the one that it may call, and a key that is narrowed to no such kind none.
    expect(named(await reader.tools()).filter((name) => rowTools.includes(name))).toEqual(["get_row"]);
    const narrowed = await test.makeKey(organizationId, ["mcp:write"], {
      limits: { kinds: ["alert_mutes"] },
    });
    const names = named(await agentOf(test, narrowed.value).tools());
    expect(names).toContain("create_alert_mute");
    expect(names.filter((name) => rowTools.includes(name))).toEqual(["get_row", "delete_row"]);
  });

  it("shows programs' tools to keys with their scope alone, and refuses others with the way out", async () => {
    const ofPrograms = [...test.service.operations.values()].filter(({ forPrograms }) => forPrograms);
    expect(ofPrograms.length).toBeGreaterThan(8);
    const { value } = await test.makeKey(organizationId, ["mcp:admin"]);
    const without = agentOf(test, value);
    const [shown, all] = [named(await without.tools(full)), named(tools)];
    for (const { name } of ofPrograms) {
      expect(shown, name).not.toContain(name);
      expect(all, name).toContain(name);
      const { isError, _meta } = await without.call(name, {});
      expect([isError, _meta?.["orgconfig/problem"]], name).toEqual([
        true,
        expect.objectContaining({ error: "forbidden", reason: "scope", status: 403 }),
      ]);
      expect(_meta?.["orgconfig/problem"].message).toContain("mcp:program");
      const { _meta: meant } = await admin.call(name, {});
      expect(meant?.["orgconfig/problem"]?.reason, name).not.toBe("scope");
    }
    const program = agentOf(test, (await test.makeKey(organizationId, ["mcp:program"])).value);
    expect(named(await program.tools())).toEqual(expect.arrayContaining(["whoami", "report_states"]));
  });

  it("holds what the credential's level may call", async () => {
    for (const [scope, levels] of [
      ["mcp:read", ["read"]],
      ["mcp:write", ["read", "operate"]],
      ["mcp:admin", ["read", "operate", "admin"]],
    ] as const) {
      const agent = agentOf(test, (await test.makeKey(organizationId, [scope])).value);
      const may = [...test.service.operations.values()].filter(
        ({ level, forPrograms }) => (levels as readonly string[]).includes(level) && !forPrograms,
      );
      expect(named(await agent.tools(full)).sort()).toEqual(may.map(({ name }) => name).sort());
    }
  });

  it("is narrowed by toolsets, to what may be called", async () => {
    expect(named(await admin.tools("?toolsets=teams"))).toEqual([
      "list_teams",
      "get_team",
      "create_team",
      "update_team",
      "delete_team",
    ]);
    expect(named(await reader.tools("?toolsets=teams,slos"))).toEqual([
      "list_slos",
      "get_slo",
      "list_teams",
      "get_team",
    ]);
    const { _meta } = await admin.call("create_row", { kind: "slos", fields: {} }, "?toolsets=teams");
    expect(_meta?.["orgconfig/problem"].message).toContain("create_row takes teams");
  });

  it("is narrowed to reading", async () => {
    for (const value of ["1", "true"]) {
      const reading = await admin.tools(`?readonly=${value}`);
      expect(reading.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
      expect(reading.length).toBeGreaterThan(definitions.length);
    }
    expect(named(await admin.tools("?toolsets=teams&readonly=1"))).toEqual(["list_teams", "get_team"]);
    expect(await admin.tools("?readonly=0&detail=brief")).toEqual(brief);
  });

  it("leaves out for calls what the URL leaves out", async () => {
    for (const query of ["?readonly=1", "?toolsets=slos"]) {
      const { body } = await admin.rpc(
        "tools/call",
        { name: "create_team", arguments: { name: "x" } },
        { query },
      );
      expect([body.error.code, body.error.message]).toEqual([
        -32602,
        expect.stringContaining("leave it out"),
      ]);
    }
    expect((await admin.call("list_slis", {}, "?toolsets=slis&readonly=1")).structuredContent.data).toEqual(
      [],
    );
  });

  it.each([
    ["?readonly=0&readonly=1", "readonly", "is given twice"],
    ["?toolsets=teams&toolsets=slos", "toolsets", "is given twice"],
    ["?toolsets=team", "toolsets", 'did you mean "teams"?'],
    ["?toolsets=", "toolsets", "there are"],
    ["?toolsets=teams,,slos", "toolsets", "there are"],
    ["?toolsets=%00%ff", "toolsets", "there are"],
    ["?readonly=yes", "readonly", "must be 1 or 0"],
    ["?detail=all", "detail", "must be one of brief, full"],
    ["?toolset=teams", "toolset", 'did you mean "toolsets"?'],
  ])("is refused for %s, naming what there is", async (query, field, says) => {
    const { status, body } = await admin.rpc("tools/list", {}, { query });
    expect([status, body.error, body.field]).toEqual([422, "unprocessable_entity", field]);
    expect(body.message).toContain(says);
  });

  it("comes in pages, which join without gap or overlap", async () => {
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const { body } = await admin.rpc("tools/list", cursor === undefined ? {} : { cursor });
      sizes.push(body.result.tools.length);
      cursor = body.result.nextCursor;
    } while (cursor !== undefined);
    expect(sizes.slice(0, -1).every((size) => size === 50)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(brief.length);
    expect(new Set(named(tools)).size).toBe(tools.length);
  });

  it.each(["x", "", "bm8gc3VjaCB0b29s", "Z2V0X3RlYW0="])(
    "refuses the cursor %j, which it never gave",
    async (cursor) => {
      const { body } = await admin.rpc("tools/list", { cursor });
      expect(body.error).toMatchObject({ code: -32602, message: expect.stringContaining("cursor") });
    },
  );
});
