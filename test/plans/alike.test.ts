/** Names that people take for one another: a new one loses blanks at its ends, and whoever writes one is warned. */

import { expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { agentOf } from "../mcp/support.ts";
import { contractFor } from "../support/contract.ts";
import { saidBy } from "../support/said.ts";
import { type Plan, plannerOf, problemsOf } from "./support.ts";

const contract = contractFor(import.meta.url);

async function start() {
  const tenant = await contract().tenant();
  const agent = agentOf(contract(), (await contract().makeKey(tenant.organization.id, ["mcp:admin"])).value);
  /** A row from before names were trimmed. */
  const old = async (kind: string, name: string, more: JsonObject = {}) => {
    const made = { ...more, name: `old-${Math.random()}` };
    const { body } = await tenant.config("POST", kind, { body: made });
    await contract().database.queryText(
      {
        name: "test-old-name",
        text: "UPDATE rows SET natural_key = $1, configuration = configuration || jsonb_build_object('name', $1::text) WHERE id = $2",
      },
      [name, body.id],
    );
    return body.id as string;
  };
  return { ...tenant, agent, old, planner: plannerOf(tenant.api) };
}

const said = ({ warnings }: Plan) =>
  warnings
    .filter(({ reason }) => reason === "alike")
    .map(({ key, field, message }) => [key?.name, field, message]);

const differs = (other: string, by: string) =>
  `differs from that of the row {"name":${JSON.stringify(other)}} by ${by}, so that people take one for the other; rename one of them, unless both are meant`;

it("loses blanks at its ends wherever a row is made, and a row from before keeps them", async () => {
  const { config, agent, planner, old } = await start();
  const made = await config("POST", "teams", { body: { name: " \u3000Core\u00a0" } });
  expect([made.status, made.body.name]).toEqual([201, "Core"]);
  expect((await config("POST", "teams", { body: { name: "Core " } })).status).toBe(409);
  expect((await agent.call("create_team", { name: " Edge " })).structuredContent.name).toBe("Edge");
  const bundle = { teams: [{ name: "Plan " }], alert_routes: [route({ name: "  Plan" })] };
  await planner.bring(bundle);
  const [{ destinations }] = (await config("GET", "alert_routes")).body.data;
  const planned = (await config("GET", "teams?name=Plan")).body.data[0];
  expect(destinations).toMatchObject([{ team_id: planned.id }]);
  expect((await planner.open(bundle)).changes).toEqual([]);
  const blanks = await config("POST", "teams", { body: { name: "  " } });
  expect([blanks.status, blanks.body.message]).toEqual([422, expect.stringContaining("more than blanks")]);

  const team = await old("teams", "Old ");
  expect((await planner.open({ teams: [{ name: "Old " }] })).changes).toEqual([]);
  const named = await planner.bring({ alert_routes: [{ ...route({ name: "Old " }), name: "Second" }] });
  expect(named.changes).toHaveLength(1);
  const provider = await old("ai_providers", " Old", { provider: "anthropic", model: "opus" });
  const edited = await config("PUT", `ai_providers/${provider}`, { body: { name: " Old", model: "sonnet" } });
  expect([edited.status, edited.body.name, edited.body.model]).toEqual([200, " Old", "sonnet"]);
  const renamed = await config("PUT", `teams/${team}`, { body: { name: " New " } });
  expect(renamed.body.name).toBe("New");
});

it("is warned of by a write, at REST and at MCP, and by no other write of the row", async () => {
  const { config, agent, old } = await start();
  await config("POST", "teams", { body: { name: "Core" } });
  const made = await config("POST", "teams", { body: { name: "CORE" } });
  expect(saidBy(made)).toContain("by case only");
  const edited = await config("PUT", `teams/${made.body.id}`, { body: { name: "CORE" } });
  expect(saidBy(edited)).toBeUndefined();
  await old("teams", " Édge");
  const { warnings } = (await agent.call("create_team", { name: "Édge" })).structuredContent;
  expect(saidBy({ body: { warnings } })).toBe(`name ${differs(" Édge", "blanks at an end only")}`);
  const both = await config("POST", "teams", { body: { name: "éDGE" } });
  expect(saidBy(both)).toContain("only");
});

it("is warned of by a plan, of rows that are there and of its own, and not of one that makes way", async () => {
  const { config, planner } = await start();
  await config("POST", "teams", { body: { name: "Core" } });
  const plan = await planner.open({ teams: [{ name: "core" }, { name: "Edge" }, { name: "EDGE" }] });
  expect(said(plan)).toEqual([
    ["core", "name", differs("Core", "case only")],
    ["Edge", "name", differs("EDGE", "case only")],
    ["EDGE", "name", differs("Edge", "case only")],
  ]);
  const renamed = await planner.bring({ teams: [{ name: "core", renamed_from: { name: "Core" } }] });
  expect(said(renamed)).toEqual([]);
  const twice = await planner.plan({ teams: [{ name: "Twice" }, { name: " Twice" }] });
  expect(problemsOf(twice)).toEqual([["teams", 1, "name", "conflict"]]);
});

it("of each kind that has names is trimmed, and its patterns are not", async () => {
  const { samples, config } = await start();
  for (const definition of definitions) {
    const { kind, naturalKey, fields } = definition;
    const name = naturalKey.findLast((one) => fields[one]?.type === "text");
    const field = name === undefined ? undefined : fields[name];
    if (name === undefined || field?.type !== "text" || !field.trimmed) continue;
    const create = await samples.body(definition);
    const made = await config("POST", kind, { body: { ...create, [name]: `  ${String(create[name])} ` } });
    expect([kind, made.status, made.body[name]]).toEqual([kind, 201, create[name]]);
  }
  const mute = { pattern: "disk: ", reason: "Known.", duration_minutes: 5 };
  expect((await config("POST", "alert_mutes", { body: mute })).body.pattern).toBe("disk: ");
});

function route(team: { readonly name: string }) {
  return { name: "All", matchers: ["a=b"], destinations: [{ team_id: team }] };
}
