/** What a model sees of calls: results, refusals it can act on, and the way round by etags. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { makePerson } from "../support/people.ts";
import { saidBy } from "../support/said.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { giveToSet } from "../support/sets.ts";
import { siteOf } from "../support/sign-in.ts";
import { type Agent, agentOf, jsonIn, type ToolResult } from "./support.ts";

let test: TestService;
let tenant: Tenant;
let agent: Agent;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
  agent = agentOf(test, (await test.makeKey(tenant.organization.id, ["mcp:admin", "mcp:program"])).value);
});
afterAll(() => test.close());

const problem = (result: ToolResult) => result._meta?.["orgconfig/problem"];

it("reads, edits by etag, and is refused when somebody was faster", async () => {
  const made = (await agent.call("create_team", { name: "Platform" })).structuredContent;
  const read = (await agent.call("get_team", { id: made.id })).structuredContent;
  expect(read).toEqual(made);
  const { headers } = await tenant.config("GET", `teams/${made.id}`);
  expect(read.etag).toBe(headers.etag);
  const listed = (await agent.call("list_teams", { name: "Platform", etags: true })).structuredContent;
  expect(listed.etags).toEqual({ [made.id]: read.etag });
  const edited = (await agent.call("update_team", { id: made.id, if_match: read.etag, name: "Core" }))
    .structuredContent;
  expect([edited.name, edited.etag === read.etag]).toEqual(["Core", false]);
  const late = await agent.call("update_team", { id: made.id, if_match: read.etag, name: "Late" });
  const { etag: _, ...row } = edited;
  expect(problem(late)).toMatchObject({ error: "precondition_failed", current: row });
  const whole = await agent.call("update_team", { ...edited, name: "Whole" });
  expect(problem(whole)).toMatchObject({ field: "etag", message: expect.stringContaining("if_match") });
  const gone = await agent.call("delete_team", { id: made.id, if_match: edited.etag, confirm: true });
  expect(gone.structuredContent).toEqual({ id: made.id, deleted: true });
});

it("says next to the fields whose the row is, in the text too", async () => {
  const { id } = (await agent.call("create_team", { name: "Owned" })).structuredContent;
  await giveToSet(test.database, tenant.organization.id, "teams", id, "platform-repo");
  const extras = async (tool: string, input: JsonObject) => {
    const { content, structuredContent } = await agent.call(tool, { id, ...input });
    expect(JSON.parse(jsonIn(content[0]?.text ?? ""))).toEqual(structuredContent);
    return [structuredContent.managed_by, structuredContent.warnings?.length];
  };
  expect(await extras("get_team", {})).toEqual(["platform-repo", undefined]);
  expect(await extras("update_team", { name: "Renamed" })).toEqual(["platform-repo", 1]);
  expect(await extras("delete_team", { confirm: true })).toEqual(["platform-repo", 1]);
});

it("says to whoever writes a route that it repeats at another time, in every place alike", async () => {
  const route = { name: "Repeats", matchers: ['a="1"'], destinations: [{ email: "ada@example.com" }] };
  const made = (await agent.call("create_alert_route", { ...route, repeat_interval_seconds: 432_001 }))
    .structuredContent;
  const message = "repeats after 432000 s already: after these 120 hours Alertmanager forgets";
  expect(saidBy({ body: made })).toContain(`repeat_interval_seconds ${message}`);
  const { warnings } = (await agent.call("list_renders", {})).structuredContent;
  const warning = {
    resource: "alert_routes",
    id: made.id,
    field: "repeat_interval_seconds",
    reason: "repeat_beyond_retention",
    message: expect.stringContaining(message),
  };
  expect(warnings).toEqual([warning]);
  const edits = [
    { op: "save", resource: "alert_routes", id: made.id, fields: { repeat_interval_seconds: 299 } },
  ];
  const planned = (await tenant.api("POST", "plans", { body: { edits } })).body.warnings;
  expect(planned).toMatchObject([{ resource: "alert_routes", reason: "repeat_below_group_interval" }]);
  const { body } = await tenant.config("PUT", `alert_routes/${made.id}`, {
    body: { repeat_interval_seconds: 299 },
  });
  expect(body.warnings).toEqual(planned);
  const fixed = { id: made.id, repeat_interval_seconds: 300 };
  expect((await agent.call("update_alert_route", fixed)).structuredContent.warnings).toBeUndefined();
});

it("says to whoever writes an SLI or an SLO what it does that its settings do not show", async () => {
  const source = { name: "Prometheus", type: "prometheus", url: "https://prometheus.example.com" };
  const { id: data_source_id } = (await agent.call("create_data_source", source)).structuredContent;
  const total_query = "sum(rate(all_total[5m]))";
  const measured = { name: "a", service: "s", kind: "ratio", data_source_id, total_query };
  const sli = (await agent.call("create_sli", { ...measured, good_query: "sum(\n  rate(ok_total[30d])\n)" }))
    .structuredContent;
  expect(saidBy({ body: sli })).toBe(
    "good_query looks 30d back with rate at each evaluation, and the SLO's own window comes on top: what happens now hardly shows; write [5m], or [{{.window}}]",
  );
  const fine = { sli_id: sli.id, name: "a", service: "s", target_percent: 99.9 };
  const slo = (await agent.call("create_slo", fine)).structuredContent;
  expect(slo.warnings).toBeUndefined();
  const never = (index: number) =>
    `burn_alerts[${index}].threshold never fires: at a target of 80 % the burn rate is 5 at most, when everything is bad; write 5 or less`;
  const edited = await agent.call("update_slo", { id: slo.id, target_percent: 80 });
  expect(saidBy({ body: edited.structuredContent })).toBe(`${never(0)}\n${never(1)}`);
  const { body } = await tenant.config("PUT", `slos/${slo.id}`, { body: { target_percent: 80.5 } });
  expect(saidBy({ body })).toContain("burn_alerts[0].threshold never fires: at a target of 80.5 %");
  const unreadable = { good_query: "sum(rate(x_total{{window}}" };
  const unread =
    'is no PromQL: line 1, column 18: "{" is not expected here; the only variables are {{.window}} and $__window, and the query has {{window}}';
  const named = (await agent.call("update_sli", { id: sli.id, ...unreadable })).structuredContent;
  expect(saidBy({ body: named })).toBe(`good_query ${unread}`);
  const cut = await tenant.config("PUT", `slis/${sli.id}`, { body: { total_query: "((((" } });
  expect([cut.status, saidBy(cut)]).toEqual([
    200,
    expect.stringContaining(
      "total_query is no PromQL: line 1, column 5: the query ends where more is expected",
    ),
  ]);
  const odd = { total_query, good_query: 'sum(a_total{\n zone="ö"})' };
  const answered = await tenant.config("PUT", `slis/${sli.id}`, { body: odd });
  expect(answered.status, answered.text).toBe(200);
  expect(saidBy(answered)).toContain('write rate(a_total{\n zone="ö"}[5m])');
});

it("refuses in the very words of REST, as text and in _meta", async () => {
  const result = await agent.call("create_alert_route", {
    name: "x",
    destinations: [{ email: "nobody" }],
    zzz: 1,
  });
  const rest = await tenant.config("POST", "alert_routes", {
    body: { name: "x", destinations: [{ email: "nobody" }], zzz: 1 },
  });
  expect(result.isError).toBe(true);
  expect(result.structuredContent).toBeUndefined();
  expect(result.content).toHaveLength(1);
  const said = JSON.parse(result.content[0]?.text ?? "");
  expect(said).toEqual({ ...rest.body, request_id: said.request_id });
  expect(result._meta).toMatchObject({ "orgconfig/problem": said, "orgconfig/status": 422 });
});

it("refuses an argument that no tool of its name takes, whatever the tool, and does nothing", async () => {
  const admin = await siteOf(test).makeMember(tenant.organization.id, "org_admin", "zzz@example.com");
  for (const { name, input, confirms } of test.service.operations.values()) {
    if ("fields" in input && input.open) continue; // what another program sends may grow
    const confirm = confirms === "id" ? { id: "x", confirm: "x" } : confirms ? { confirm: true } : {};
    const changes =
      "definition" in input && input.verb === "update" && input.definition.shape === "collection";
    // Which fields there are, its kind says.
    const ofKind = name === "report_state" ? { kind: "slos", id: "x" } : {};
    const given = { ...confirm, ...(changes ? { id: "x" } : ofKind), zzz: 1 };
    const refused = problem(await agent.call(name, given));
    expect(refused, name).toMatchObject({ error: "unprocessable_entity", status: 422 });
    expect(JSON.stringify([refused.field, refused.fields]), name).toContain('"zzz"');
    const path = `organizations/${tenant.organization.slug}/actions/${name}`;
    const atConsole = await admin.send("POST", path, { body: given });
    expect([atConsole.status, JSON.stringify(atConsole.body)], name).toEqual([
      422,
      expect.stringContaining('"zzz"'),
    ]);
  }
});

it("coerces nothing", async () => {
  for (const name of [5, null, true, ["x"], { x: 1 }]) {
    expect(problem(await agent.call("create_team", { name })).field).toBe("name");
  }
  expect(problem(await agent.call("get_team", { id: 5 })).field).toBe("id");
});

describe("secrets", () => {
  it("go in and never come out", async () => {
    const body = { name: "Model", provider: "openai", model: "gpt", api_key: "sk-very-secret" };
    const made = await agent.call("create_ai_provider", body);
    expect(made.structuredContent.api_key_set).toBe(true);
    const id = made.structuredContent.id;
    const results = [
      made,
      await agent.call("get_ai_provider", { id }),
      await agent.call("list_ai_providers"),
      await agent.call("create_ai_provider", body),
      await agent.call("delete_ai_provider", { id }),
      await agent.call("list_audit_log", { id }),
      await agent.call("export_configuration"),
    ];
    expect(JSON.stringify(results)).not.toContain("sk-very-secret");
    expect(
      (await agent.call("update_ai_provider", { id, api_key: null })).structuredContent.api_key_set,
    ).toBe(false);
  });
});

describe("memberships", () => {
  it("are made and ended by team and address, without their id", async () => {
    const { id: team_id } = (await agent.call("create_team", { name: "On call" })).structuredContent;
    const email = "ada@example.com";
    await makePerson(test.database, tenant.organization.id, email);
    const added = (await agent.call("add_team_member", { team_id, email })).structuredContent;
    expect(added).toMatchObject({ team_id, email });
    for (const wrong of [{ team_id }, { email }, {}, { team_id, email: 5 }]) {
      expect(problem(await agent.call("remove_team_member", { ...wrong, confirm: true }))).toMatchObject({
        error: "unprocessable_entity",
      });
    }
    const nobody = await agent.call("remove_team_member", {
      team_id,
      email: "bob@example.com",
      confirm: true,
    });
    expect(problem(nobody).error).toBe("not_found");
    const stale = await agent.call("remove_team_member", { team_id, email, if_match: '"0"', confirm: true });
    expect(problem(stale).error).toBe("precondition_failed");
    const removed = await agent.call("remove_team_member", {
      team_id,
      email: "ADA@example.com",
      confirm: true,
    });
    expect(removed.structuredContent).toEqual({ id: added.id, deleted: true });
    const records = await test.database.queryText(
      {
        name: "test-membership-records",
        text: "SELECT action, row_id, door FROM audit_records WHERE resource = 'team_members' ORDER BY sequence",
      },
      [],
    );
    expect(records).toEqual([
      { action: "add_team_member", row_id: added.id, door: "mcp" },
      { action: "remove_team_member", row_id: added.id, door: "mcp" },
    ]);
  });
});

describe("a binding", () => {
  it("is made by updating the id that stands for its key", async () => {
    const made = await agent.call("update_service_binding", {
      id: "checkout@prod",
      log_groups: ["/checkout"],
    });
    expect(made.structuredContent).toMatchObject({
      id: "checkout@prod",
      service: "checkout",
      environment: "prod",
    });
  });
});

describe("a setting", () => {
  it("is read before it was ever saved, and saved by the etag of that read", async () => {
    const read = (await agent.call("get_slack_settings")).structuredContent;
    expect(read.updated_at).toBeNull();
    const saved = await agent.call("update_slack_settings", { if_match: read.etag });
    expect(saved.isError).toBeUndefined();
    expect(problem(await agent.call("get_slack_settings", { id: "x" }))).toMatchObject({ field: "id" });
  });
});

it("puts one record of a change and none of a read, with the door", async () => {
  const count = async () => {
    const [found] = await test.database.queryText<{ count: string }>(
      { name: "test-count", text: "SELECT count(*) AS count FROM audit_records WHERE organization_id = $1" },
      [tenant.organization.id],
    );
    return Number(found?.count);
  };
  const before = await count();
  const { id } = (await agent.call("create_team", { name: "Counted" })).structuredContent;
  expect(await count()).toBe(before + 1);
  await agent.call("get_team", { id });
  await agent.call("list_teams");
  await agent.call("create_team", { name: "Counted" });
  await agent.call("update_team", { id, name: "" });
  expect(await count()).toBe(before + 1);
  const { data } = (await agent.call("list_audit_log", { id })).structuredContent;
  expect(data).toMatchObject([{ action: "create_team", door: "mcp", actor: { kind: "key" } }]);
});

it("an action on a row that is not confirmed shows that row", async () => {
  const beat = (await agent.call("create_alert_heartbeat", { name: "Backup", every_minutes: 5 }))
    .structuredContent;
  const asked = problem(await agent.call("rotate_alert_heartbeat", { id: beat.id }));
  expect(asked).toMatchObject({ reason: "confirm", current: { id: beat.id, name: "Backup" } });
});

it("asks before a delete what would hold it back, and what would go with it", async () => {
  const { id: team_id } = (await agent.call("create_team", { name: "Pointed at" })).structuredContent;
  const destinations = [{ team_id }];
  const route = { name: "p", position: 1, matchers: ['a="b"'], destinations, owning_team_id: team_id };
  // It leads to nobody yet, which is asked about.
  await agent.call("create_alert_route", { ...route, confirm: true });
  await makePerson(test.database, tenant.organization.id, "lin@example.com");
  await agent.call("add_team_member", { team_id, email: "lin@example.com" });
  const asked = problem(await agent.call("delete_team", { id: team_id }));
  expect(asked?.message).toContain("; 1 row points at it. 1 more goes with it.");
  expect(asked?.references).toHaveLength(3);
  const held = problem(await agent.call("delete_team", { id: team_id, confirm: true }));
  expect(held?.message).toContain(": 1 row points at it");
});
