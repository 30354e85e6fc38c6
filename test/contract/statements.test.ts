/**
 * What a call asks of the database, for every kind: reading a row reads the credential and the row, a list that is kept
 * the credential and the list's version, and a write from which nothing follows is the statement that all writes share.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Connection, Database } from "../../src/database/database.ts";
import type { Kind } from "../../src/kernel/kind.ts";
import type { JsonObject } from "../../src/kernel/validate.ts";
import { definitions } from "../../src/resources/index.ts";
import { definitionsByKind } from "../../src/service.ts";
import { created, makeScene, minute } from "../alerts/support.ts";
import { openDoors } from "../mcp/doors.ts";
import { openTestDatabase } from "../support/database.ts";
import { makePerson } from "../support/people.ts";
import { createSamples } from "../support/samples.ts";
import { startService, type TestService } from "../support/service.ts";

/** Those of the call that is looked at, and of nothing that the service does by itself meanwhile. */
const ofCall = new AsyncLocalStorage<string[]>();
let test: TestService;

const ofTests = "whether there are tests";
const ofPolicies = "what change policies ask";
const isOfPolicies = (name: string, values: unknown) =>
  /gone-mute|mute-spans/.test(name) ||
  (/rows-matching/.test(name) && JSON.stringify(values).includes('"change_policies"'));

/** Notes the name of each statement. */
function noting<C extends Connection>(connection: C): C {
  const query: C["query"] = (statement, values) => {
    const isOfTests = /"kinds":\["behaviour_tests"\]/.test(JSON.stringify(values));
    ofCall
      .getStore()
      ?.push(isOfTests ? ofTests : isOfPolicies(statement.name, values) ? ofPolicies : statement.name);
    return connection.query(statement, values);
  };
  return { ...connection, query };
}

beforeAll(async () => {
  const database = await openTestDatabase();
  const noted: Database = {
    ...noting(database),
    transaction(work) {
      ofCall.getStore()?.push("BEGIN");
      return database.transaction((connection) => work(noting(connection)));
    },
  };
  test = await startService({}, [], noted);
});
afterAll(() => test.close());

async function statementsOf(call: () => Promise<{ readonly status: number }>, status: number) {
  const sent: string[] = [];
  expect((await ofCall.run(sent, call)).status).toBe(status);
  return sent.map((name) => name.replace(/^.*[/]/, ""));
}

/** Another text for a field, and nothing else; undefined where the kind has no text that can be changed alone. */
async function changeOfText(
  samples: ReturnType<typeof createSamples>,
  definition: Kind,
  row: JsonObject,
): Promise<JsonObject | undefined> {
  for (const [name, field] of Object.entries(definition.fields)) {
    if (field.type !== "text" || field.fixed || definition.naturalKey.includes(name)) continue;
    // Who gets an alert is replayed by the past, which is much more than a write.
    if (deciding[definition.kind]?.includes(name)) continue;
    const change = await samples.moved(definition, row, name);
    if (change !== undefined && Object.keys(change).length === 1) return change;
  }
  return undefined;
}

/** Texts that decide who gets an alert. */
const deciding: Readonly<Record<string, readonly string[]>> = {
  on_call_overrides: ["role", "email", "replaces"],
  outbound_rules: ["role"],
};

/** What of a sample is said, as what is read of it hangs on that. */
const said: Readonly<Record<string, JsonObject>> = {
  status_page_components: { status_source: "manual" },
  synthetic_checks: { kind: "http" },
};

/** Kinds of which such a write is a transaction of its own, and why. */
const transactions: Readonly<Record<string, string>> = {
  alert_inhibitions: "it wakes what is withheld",
  alert_mutes: "its end decides what is withheld",
  compliance_periods: "periods of one framework are read under a lock, so that none overlap",
  outbound_configs: "what proved the routes to it ends with another way of sending",
  git_sources: "when it is looked at follows from it",
  organization_settings: "the organization's own columns follow from it",
  service_bindings: "what was discovered ends with it",
  status_page_incidents: "subscribers are notified of it",
  status_page_settings: "names and domains are taken with it",
};

it("reads no labels to decide about an alert where nobody wrote what keeps alerts back", async () => {
  const scene = await makeScene(test);
  let count = 0;
  const startsAt = minute(0);
  const sent = () => statementsOf(() => scene.notify({}, [{ name: `Down ${++count}`, startsAt }]), 200);
  expect(await sent()).toContain("list-open-routings");
  expect(await sent()).not.toContain("list-alert-labels");
  const burns = { name: "Burns", startsAt, labels: { orgconfig_event: "slo_burn_rate" } };
  expect(await statementsOf(() => scene.notify({}, [burns]), 200)).toContain("list-alert-labels");
  await created(scene, "alert_inhibitions", {
    ...{ name: "Cluster down", source_matchers: ["alertname=Down"], target_matchers: ["alertname=Slow"] },
  });
  expect(await sent()).toContain("list-alert-labels");
});

it("asks the deploy gate no more of a service without a policy but for names that it decides by", async () => {
  const tenant = await test.makeTenant({ plan: "business" });
  await tenant.config("POST", "alert_heartbeats", {
    body: { service: "other", name: "lives", every_minutes: 60 },
  });
  expect((await tenant.config("POST", "deploy_policies", { body: { service: "checkout" } })).status).toBe(
    201,
  );
  const asked = (service: string) =>
    statementsOf(() => tenant.api("GET", `deploy_gate?service=${service}`), 200);
  const withPolicy = await asked("checkout");
  expect(await asked("other")).toEqual([...withPolicy, "is-service-known", "list-gate-names"]);
});

it("asks nothing of change policies and tests at any door where there are none, also once they are gone", async () => {
  const tenant = await test.makeTenant({ plan: "business" });
  const doors = await openDoors(test, tenant.organization.id);
  const mutes = definitionsByKind.alert_mutes as Kind;
  const body = { pattern: "*x*", reason: "Work", duration_minutes: 5 };
  const made = (await tenant.config("POST", "change_policies", { body: { name: "All", enabled: false } }))
    .body;
  expect((await tenant.config("DELETE", `change_policies/${made.id}`)).status).toBe(200);
  for (const door of doors.all) {
    const id = (await tenant.config("POST", "alert_mutes", { body })).body.id as string;
    const sure = door.name === "rest" ? {} : { confirm: true };
    const calls = [
      () => door.verb(definitionsByKind.teams as Kind, "create", { name: `Of ${door.name}`, ...sure }),
      () => door.verb(mutes, "create", { ...body, pattern: `*${door.name}*`, ...sure }),
      () => door.verb(mutes, "delete", { id, ...sure }),
    ];
    for (const call of calls) {
      const sent: string[] = [];
      const { refused, body: answer } = await ofCall.run(sent, call);
      expect(refused, JSON.stringify(answer)).toBe(false);
      expect(sent, door.name).not.toContain(ofPolicies);
      expect(sent, door.name).not.toContain(ofTests);
    }
  }
  const edits = [{ op: "create", resource: "teams", fields: { name: "Planned" } }];
  const plan = await tenant.api("POST", "plans", { body: { edits, replay_days: 0 } });
  const apply = () => tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} });
  const sent = await statementsOf(apply, 200);
  expect(sent).not.toContain(ofPolicies);
});

const plainly = ["authenticate-key", "find-row", "update-row-alone"];

/** Of a row that points at others, with these; all but the credential are shared with requests that come at once. */
const newRow = ["authenticate-key", "get-row-by-key", "list-keys-like", "insert-row"];

/** Kinds of which a new row is looked up and made, and nothing else. */
const newAlone = [
  "ai_providers",
  "change_notifications",
  "data_sources",
  "image_targets",
  "prompt_templates",
  "repo_settings",
  "ticket_import_rules",
  "ticket_integrations",
];

/** What is read besides, of kinds whose writes look at more than the row, and why. */
const examined: Readonly<Record<string, readonly string[]>> = {
  // The row once more, before its text is looked at for long.
  prompt_templates: ["find-row"],
  // What is said of its queries goes by the engine that they run on, and that engine's version.
  // Another query is looked at with the SLOs that it measures, too.
  slis: ["list-render-acknowledgements", ...Array<string>(4).fill("get-rows-matching")],
  // Other labels are compared with the routes, with the names of teams.
  alert_heartbeats: ["get-rows-matching", "get-rows-matching"],
  certificate_monitors: ["get-rows-matching", "get-rows-matching"],
  synthetic_checks: ["get-rows-matching", "get-rows-matching"],
};

describe.each(definitions.map(({ kind }) => kind))("%s", (kind) => {
  it("asks no more than it needs", async () => {
    const definition = definitionsByKind[kind] as Kind;
    const tenant = await test.makeTenant({ plan: "business" });
    const { id } = tenant.organization;
    const samples = createSamples({
      definitions: definitionsByKind,
      config: tenant.config,
      join: (email) => makePerson(test.database, id, email),
    });
    const row = definition.verbs.includes("update")
      ? await samples.row(definition, said[kind])
      : { path: kind, sent: {} };
    const get = () => tenant.config("GET", row.path);
    if (definition.verbs.includes("get") && row.path !== kind) {
      await get();
      expect(await statementsOf(get, 200)).toEqual(["authenticate-key", "find-row"]);
    }
    if (definition.verbs.includes("list")) {
      const list = () => tenant.config("GET", kind);
      await list();
      expect(await statementsOf(list, 200)).toEqual([
        "authenticate-key",
        expect.stringMatching(/^version-of-rows-/),
      ]);
    }
    if (definition.verbs.includes("create")) {
      const sent: string[] = [];
      await ofCall.run(sent, () => samples.row(definition, said[kind]));
      const names = sent.map((name) => name.replace(/^.*[/]/, ""));
      // What the sample needs is made before it.
      const post = names.slice(names.lastIndexOf("authenticate-key"));
      expect(post).not.toContain(ofTests);
      // It is decided once, in a transaction where others stand or fall with it.
      expect(post.filter((name) => name === "get-row-by-key").length).toBeLessThanOrEqual(1);
      if (newAlone.includes(kind))
        expect(post.filter((name) => name !== "get-existing-rows")).toEqual(newRow);
    }
    const change = definition.verbs.includes("update")
      ? await changeOfText(samples, definition, row.sent)
      : undefined;
    if (change === undefined) return;
    const put = await statementsOf(() => tenant.config("PUT", row.path, { body: change }), 200);
    // Whether there are tests, which this organization has none of, came with the key.
    expect(put).not.toContain(ofTests);
    if (kind in transactions) expect(put).toContain("BEGIN");
    else expect(put).toEqual(plainly.toSpliced(2, 0, ...(examined[kind] ?? [])));
  });
});
