/** No change of a row goes around a change policy: kinds × verbs × doors, and every operation that there is, judged. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConfigurationOperation } from "../../src/engine/operation.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { cases, filled, rowsOfCases } from "../mcp/action-cases.ts";
import { openDoors } from "../mcp/doors.ts";
import { type Contract, type ContractTenant, startContract, walked } from "../support/contract.ts";
import { makePerson } from "../support/people.ts";

let test: Contract;
beforeAll(async () => {
  test = await startContract();
});
afterAll(() => test.close());

/** A policy that takes in everything. */
async function hold(tenant: ContractTenant): Promise<void> {
  const made = await tenant.config("POST", "change_policies", { body: { name: "All" } });
  if (made.status !== 201) throw new Error(made.text);
}

/** What moves one field of a row. */
async function changeOf({ samples }: ContractTenant, definition: Kind, now: JsonObject): Promise<JsonObject> {
  for (const [name, { type, fixed }] of Object.entries(definition.fields)) {
    if (type === "computed" || type === "secret" || fixed) continue;
    const change = await samples.moved(definition, now, name);
    if (change !== undefined) return change;
  }
  throw new Error(`nothing of ${definition.kind} can be changed`);
}

/** Values of samples that would keep the doors' own callers out. */
const keepsIn: Readonly<Record<string, JsonObject>> = {
  organization_settings: { require_second_factor: false, ip_allowlist: [] },
};

const written = definitions.filter(({ verbs }) => verbs.some((verb) => verb !== "list" && verb !== "get"));

describe.each(walked(written).map((definition) => [definition.kind, definition] as const))(
  "%s",
  (kind, definition) => {
    it("is held at REST, at MCP and in the console, by single calls and by plans", async () => {
      const tenant = await test.tenant();
      const { id: organizationId } = tenant.organization;
      const { verbs, shape } = definition;
      const isSetting = shape === "setting";
      const row =
        verbs.includes("create") || isSetting
          ? await tenant.samples.row(definition, keepsIn[kind])
          : undefined;
      const body = verbs.includes("create") ? await tenant.samples.body(definition) : undefined;
      const change =
        row !== undefined && verbs.includes("update")
          ? await changeOf(tenant, definition, row.answer.body)
          : undefined;
      const doors = await openDoors(test, organizationId);
      await hold(tenant);
      const before = await tenant.changes();
      const id = isSetting ? {} : { id: row?.id ?? "" };
      for (const door of doors.all) {
        const sure = door.name === "rest" ? {} : { confirm: true };
        const refused = async (verb: "create" | "update" | "delete", input: JsonObject) => {
          const { status, body } = await door.verb(definition, verb, { ...input, ...sure });
          expect([status, body.reason], `${verb} at ${door.name}: ${body.message}`).toEqual([
            409,
            "needs_approval",
          ]);
        };
        if (body !== undefined) await refused("create", body);
        if (change !== undefined) await refused("update", { ...id, ...change });
        if (verbs.includes("delete") && row !== undefined) await refused("delete", id);
      }
      const edits = [
        ...(body === undefined ? [] : [{ op: "create", resource: kind, fields: body }]),
        ...(change === undefined ? [] : [{ op: "save", resource: kind, id: row?.id, fields: change }]),
        ...(verbs.includes("delete") && change === undefined
          ? [{ op: "delete", resource: kind, id: row?.id }]
          : []),
      ];
      for (const edit of edits) {
        const plan = await tenant.api("POST", "plans", { body: { edits: [edit], replay_days: 0 } });
        expect(plan.body.problems, plan.text).toEqual([]);
        const warned = plan.body.warnings.map(({ reason }: { reason: string }) => reason);
        expect(warned).toContain("needs_approval");
        const applied = await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
        expect([applied.status, applied.body.reason]).toEqual([409, "needs_approval"]);
      }
      expect(await tenant.changes()).toBe(before);
    });
  },
);

/** What changes something and is no verb of a kind. */
const acts = () =>
  [...test.service.operations.values()].filter(
    ({ effect, input }) => effect !== "read" && !("definition" in input),
  );
const isHeld = ({ tested, writes }: ConfigurationOperation) => tested === true || writes === true;

describe("every act that is no verb", () => {
  it("is held, or says why nothing holds it", () => {
    const unsaid = acts().filter((one) => isHeld(one) === (one.unheld !== undefined));
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });

  it("of an account is about no row but to review one", () => {
    const kinds = new Set(definitions.map(({ kind }) => kind));
    const about = test.service.accounts.filter(
      ({ method, path }) => method !== "GET" && path.split("/").some((part) => kinds.has(part)),
    );
    expect(about.map(({ name }) => name)).toEqual(["review_prompt_template"]);
  });

  it("changes no setting, secret or address of any row where it says that nothing holds it", async () => {
    const tenant = await test.tenant();
    const rows = await rowsOfCases(test, tenant);
    const names = new Set(acts().flatMap(({ name, unheld }) => (unheld === undefined ? [] : [name])));
    const own = cases.filter(({ action, status }) => names.has(action) && status < 300);
    // Those that bring along what is there elsewhere are tested by themselves.
    expect(own.length).toBeGreaterThan(10);
    const before = await storedRows(tenant);
    for (const one of own) {
      const { method, path, body, action, first } = filled(one, rows);
      if (first !== undefined) await tenant.api(first.method, first.path, { body: first.body ?? {} });
      const answer = await tenant.api(method, path, method === "GET" ? {} : { body: body ?? {} });
      expect(answer.status, `${action}: ${answer.text}`).toBeLessThan(300);
      expect(await storedRows(tenant), action).toEqual(before);
    }
  });
});

/** All rows as they are stored, without what programs report of them. */
async function storedRows({ organization }: ContractTenant): Promise<object[]> {
  const rows = await test.database.queryText<{ kind: string; state: JsonObject }>(
    {
      name: "test-stored-rows",
      text: "SELECT kind, id, configuration, secrets, managed_by, revision::text, state FROM rows WHERE organization_id = $1 ORDER BY kind, id",
    },
    [organization.id],
  );
  return rows.map(({ state, ...row }) => {
    const { fields = {} } = definitionsByKind[row.kind] ?? {};
    const unshown = Object.entries(state).filter(([name]) => fields[name] === undefined);
    return { ...row, state: Object.fromEntries(unshown) };
  });
}

describe("actions that write rows", () => {
  it("are held: a mute that is extended, a shift that is taken over, what is turned, an overridden gate", async () => {
    const tenant = await test.tenant();
    const make = async (kind: string, body: object) =>
      (await tenant.config("POST", kind, { body })).body.id as string;
    const mute = await make("alert_mutes", { pattern: "*x*", reason: "Work", duration_minutes: 5 });
    const people = ["ada@example.com", "ben@example.com"];
    for (const email of people) await makePerson(test.database, tenant.organization.id, email);
    const rota = await make("on_call_rotas", {
      name: "Payments",
      timezone: "UTC",
      rotations: [
        {
          ...{
            role: "primary",
            turns: people.map((email) => ({ people: [email] })),
            starts_on: "2099-01-05",
          },
          handover: { every: 1, unit: "weeks", at: "00:00" },
        },
      ],
    });
    const beat = await make("alert_heartbeats", { name: "Backup", every_minutes: 60 });
    const urlOf = async () => (await tenant.config("GET", `alert_heartbeats/${beat}`)).body.url;
    const url = await urlOf();
    await hold(tenant);
    const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const [from, to] = ["2099-01-06T00:00:00Z", "2099-01-07T00:00:00Z"];
    const calls = [
      ["POST", `alert_mutes/${mute}/extend`, { until: soon(1) }],
      ["POST", `on_call_rotas/${rota}/swap`, { from, to, email: people[0], with: people[1] }],
      ["POST", "config/aws_external_id/rotate", {}],
      ["POST", `config/alert_heartbeats/${beat}/rotate`, {}],
      ["POST", "deploy_gate/override", { service: "checkout", allow: true, reason: "A fix" }],
    ] as const;
    for (const [method, path, body] of calls) {
      const answer = await tenant.api(method, path, { body });
      expect([answer.status, answer.body.reason], `${path}: ${answer.text}`).toEqual([409, "needs_approval"]);
      // Each way on that is named is one.
      const proposed = await tenant.api(method, `${path}?propose=true`, { body });
      expect(proposed.status === 202, path).toBe(answer.body.message.includes("propose=true"));
    }
    expect(await urlOf()).toBe(url);
    for (const [method, path, body] of calls.slice(3)) {
      const broken = await tenant.api(method, `${path}?break_glass=Leaked`, { body });
      expect(broken.status, broken.text).toBe(200);
    }
    expect(await urlOf()).not.toBe(url);
    const marks = (await tenant.api("GET", "proposals?status=applied")).body.data;
    expect(marks.map(({ reason }: { reason: string }) => reason)).toEqual(["Leaked", "Leaked"]);
    expect((await tenant.api("GET", "deploy_gate?service=checkout")).body.allowed).toBe(true);
  });

  it("are held where the way back is one: an undo, a restored version", async () => {
    const tenant = await test.tenant();
    const team = (await tenant.config("POST", "teams", { body: { name: "Payments" } })).body.id as string;
    const plan = await tenant.api("POST", "plans", {
      body: { edits: [{ op: "save", resource: "teams", id: team, fields: { name: "Pay" } }] },
    });
    expect((await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} })).status).toBe(200);
    const { data } = (await tenant.api("GET", `history/teams/${team}`)).body;
    await hold(tenant);
    const undo = await tenant.api("POST", `plans/${plan.body.id}/undo`, { body: {} });
    const restored = await tenant.api("POST", `history/teams/${team}/restore`, {
      body: { sequence: data.at(-1).sequence },
    });
    for (const { body } of [undo, restored]) {
      const applied = await tenant.api("POST", `plans/${body.id}/apply`, { body: {} });
      expect([applied.status, applied.body.reason], applied.text).toEqual([409, "needs_approval"]);
    }
  });

  it("are held where a row writes another: a maintenance that mutes", async () => {
    const tenant = await test.tenant();
    const component = await tenant.config("POST", "status_page_components", {
      body: { name: "Checkout", service: "checkout" },
    });
    const policy = { name: "Mutes", kinds: ["alert_mutes"] };
    expect((await tenant.config("POST", "change_policies", { body: policy })).status).toBe(201);
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const answer = await tenant.config("POST", "status_page_incidents", {
      body: {
        ...{ title: "Move", body: "We move.", impact: "maintenance", status: "scheduled", mute_alerts: true },
        ...{ draft: false, scheduled_for: at(1), scheduled_until: at(2), component_ids: [component.body.id] },
      },
    });
    expect([answer.status, answer.body.reason], answer.text).toEqual([409, "needs_approval"]);
  });
});
