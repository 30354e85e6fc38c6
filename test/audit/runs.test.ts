/** The run that a call is a part of: on record at every write, found by it, and taken back as a whole. */
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { contractFor } from "../support/contract.ts";
import type { Answer, SendOptions } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";

const contract = contractFor(import.meta.url);
const inRun = (run: string, more: SendOptions = {}): SendOptions => ({
  ...more,
  headers: { ...more.headers, "orgconfig-run": run },
});

async function start() {
  const tenant = await contract().tenant();
  const { api, config } = tenant;
  const found = async (query: string) => (await api("GET", `audit?${query}`)).body.data;
  const undo = (run: string, more: object = {}): Promise<Answer> =>
    api("POST", "plans", { body: { undo_run: run, ...more } });
  const apply = (id: string, options: SendOptions = {}) =>
    api("POST", `plans/${id}/apply`, { body: {}, ...options });
  return { ...tenant, config, found, undo, apply };
}

it("stands in the records of single writes, refusals and plans, and finds them alone", async () => {
  const { config, api, found, apply } = await start();
  const team = (await config("POST", "teams", inRun("ci 1", { body: { name: "A" } }))).body;
  await config("PUT", `teams/${team.id}`, inRun("ci 2", { body: { name: "B" } }));
  await config("POST", "teams", { body: { name: "By hand" } });
  const planned = await api(
    "POST",
    "plans",
    inRun("ci 1", { body: { bundle: { teams: [{ name: "Planned" }] } } }),
  );
  await apply(planned.body.id, inRun("ci 2"));
  const shown = async (query: string) =>
    (await found(query)).map(({ action, run }: { action: string; run: string }) => [action, run]);
  expect(await shown("run=ci%201")).toEqual([["create_team", "ci 1"]]);
  expect(await shown("run=ci+2")).toEqual([
    ["create_team", "ci 2"],
    ["update_team", "ci 2"],
  ]);
  expect(await shown("run=ci%202&action=update_team&kind=teams")).toEqual([["update_team", "ci 2"]]);
  expect(await shown(`run=ci%202&id=${team.id}&kind=teams`)).toEqual([["update_team", "ci 2"]]);
  expect(await shown("run=ci%202&name=planned")).toEqual([["create_team", "ci 2"]]);
  expect(await shown("run=ci")).toEqual([]);
  expect(await shown("action=create_team")).toEqual([
    ["create_team", "ci 2"],
    ["create_team", null],
    ["create_team", "ci 1"],
  ]);
  const { data } = (await api("GET", `history/teams/${team.id}`)).body;
  expect(data.map(({ run }: { run: string }) => run)).toEqual(["ci 2", "ci 1"]);
});

it("stands in what a session does at the console, and in a refusal", async () => {
  const { organization, found } = await start();
  const admin = await siteOf(contract()).makeMember(organization.id, "org_admin");
  const { id } = organization;
  await admin.send(
    "POST",
    `organizations/${id}/actions/create_team`,
    inRun("browser", { body: { name: "C" } }),
  );
  await admin.send(
    "POST",
    `organizations/${id}/api_keys`,
    inRun("browser", { body: { name: "k", scopes: ["api:admin"] } }),
  );
  expect(await found("run=browser")).toMatchObject([
    { action: "create_api_key", door: "console", run: "browser" },
    { action: "create_team", door: "console", run: "browser" },
  ]);
  const reading = (await contract().makeKey(organization.id, ["api:config_read"])).value;
  const refused = await contract().send(
    "POST",
    "/api/v1/config/teams",
    inRun("agent", { headers: { authorization: `Bearer ${reading}` }, body: { name: "A" } }),
  );
  expect(refused.status).toBe(403);
  expect(await found("run=agent")).toMatchObject([
    { outcome: "refused", action: "create_team", run: "agent" },
  ]);
});

it.each([
  ["empty", ""],
  ["201 characters", "a".repeat(201)],
  ["a letter beyond ASCII", "Zo\u00eb"],
  ["a tab", "a\tb"],
])("a header with %s is refused by its name, and nothing is written", async (_, run) => {
  const { key, config } = await start();
  const { server } = contract().service;
  if (!server.server.listening) await server.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.server.address() as AddressInfo;
  // By hand: what injects requests for tests would not send all of these.
  const answer = await new Promise<{ status: number; body: string }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key.value}`,
      "content-type": "application/json",
      "orgconfig-run": run,
    };
    request({ port, method: "POST", path: "/api/v1/config/teams", headers }, (response) => {
      let body = "";
      response.on("data", (part) => {
        body += part;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on("error", reject)
      .end('{"name":"A"}');
  });
  expect([answer.status, JSON.parse(answer.body)]).toEqual([
    400,
    expect.objectContaining({
      error: "bad_request",
      field: "Orgconfig-Run",
      message: expect.stringContaining("Orgconfig-Run: send 1 to 200 printable characters"),
    }),
  ]);
  expect((await config("GET", "teams")).body.data).toEqual([]);
});

it("is sealed with its record, which shows it in the stream too", async () => {
  const { config, api, organization } = await start();
  await config("POST", "teams", inRun("ci 1", { body: { name: "A" } }));
  await config("POST", "teams", { body: { name: "B" } });
  await contract().service.audit.sealer.flush();
  const { data } = (await api("GET", "audit?after=0")).body;
  expect(data.map(({ run }: { run: string | null }) => run)).toEqual(["ci 1", null]);
  const problems = async () => {
    const { organizations } = await contract().service.audit.verify();
    return organizations.find((chain) => chain.organization === organization.id)?.problems.length;
  };
  // It was made straight in the database, which is one problem.
  expect(await problems()).toBe(1);
  const change = (to: string) =>
    contract().database.transaction(async (connection) => {
      await connection.execute("ALTER TABLE audit_records DISABLE TRIGGER USER");
      await connection.execute(
        `UPDATE audit_records SET run = ${to} WHERE organization_id = '${organization.id}' AND changes::text LIKE '%"A"%'`,
      );
      await connection.execute("ALTER TABLE audit_records ENABLE TRIGGER USER");
    });
  for (const forged of ["NULL", "'ci 2'", "''"]) {
    await change(forged);
    expect(await problems()).toBe(2);
  }
});

it("takes back what a run did by itself and by its plans, and leaves alone what others did", async () => {
  const { config, api, undo, apply, found } = await start();
  const kept = (await config("POST", "teams", { body: { name: "Kept" } })).body;
  const gone = (await config("POST", "teams", { body: { name: "Gone" } })).body;
  await config("PUT", `teams/${kept.id}`, inRun("tf", { body: { name: "Renamed" } }));
  await config("DELETE", `teams/${gone.id}`, inRun("tf"));
  const planned = await api("POST", "plans", { body: { bundle: { teams: [{ name: "New" }] } } });
  await apply(planned.body.id, inRun("tf"));
  await config("POST", "teams", { body: { name: "By others" } });
  await config("POST", "teams", inRun("other", { body: { name: "Of another run" } }));

  const plan = await undo("tf");
  expect([plan.status, plan.body.status]).toEqual([201, "open"]);
  expect(plan.body).toMatchObject({
    undoes: null,
    undoes_run: "tf",
    summary: { create: 1, update: 1, delete: 1 },
    problems: [],
  });
  await apply(plan.body.id, inRun("by hand"));
  const names = (await config("GET", "teams")).body.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["By others", "Gone", "Kept", "Of another run"]);
  expect((await config("GET", `teams/${gone.id}`)).body.name).toBe("Gone");
  expect(await found("run=by%20hand")).toHaveLength(3);

  // An undo is a run's work as any other.
  const again = await undo("by hand");
  await apply(again.body.id);
  const back = (await config("GET", "teams")).body.data.map(({ name }: { name: string }) => name);
  expect(back).toEqual(["By others", "New", "Of another run", "Renamed"]);
});

it("names what was changed since, what others changed in between, and what is no row", async () => {
  const { config, api, undo, apply } = await start();
  const make = async (name: string) =>
    (await config("POST", "connectors", { body: { name, type: "cloud", connector_type: "aws" } })).body.id;
  const [between, since] = [await make("Between"), await make("Since")];
  const set = (id: string, body: object, run?: string) =>
    config("PUT", `connectors/${id}`, run === undefined ? { body } : inRun(run, { body }));
  await set(between, { name: "Run 1" }, "tf");
  await set(between, { name: "Others" });
  await set(between, { name: "Run 2" }, "tf");
  await set(since, { enabled: false }, "tf");
  await set(since, { enabled: true, name: "Later" });
  await set(since, { name: "Later still" });
  const override = { service: "checkout", allow: true, reason: "a test" };
  await api("POST", "deploy_gate/override", inRun("tf", { body: override }));
  const { body } = await undo("tf");
  expect(body.warnings).toEqual([
    expect.objectContaining({
      resource: "connectors",
      key: { name: "Run 2" },
      field: "name",
      reason: "changed_since",
      message: expect.stringContaining("by others during the run"),
    }),
    expect.objectContaining({
      key: null,
      reason: "not_taken_back",
      message: expect.stringContaining("override_deploy_gate was done once"),
    }),
  ]);
  expect(body.summary).toMatchObject({ update: 1 });
  await apply(body.id);
  expect((await config("GET", `connectors/${between}`)).body.name).toBe("Between");
});

it("refuses a run that changed no row, and what does not go with one", async () => {
  const { config, undo } = await start();
  await config("POST", "teams", inRun("tf", { body: { name: "A" } }));
  expect(await undo("none")).toMatchObject({
    status: 422,
    body: { field: "undo_run", reason: "unknown_run" },
  });
  expect(await undo("tf", { bundle: {}, set: "s", prune: "delete", adopt: true })).toMatchObject({
    status: 422,
    body: {
      fields: ["bundle", "set", "adopt", "prune"].map((field) => ({
        field,
        message: expect.stringContaining("does not go with undo_run"),
      })),
    },
  });
  expect((await undo("")).body.field).toBe("undo_run");
  // Of another organization nothing is known.
  const stranger = await contract().tenant();
  expect((await stranger.api("POST", "plans", { body: { undo_run: "tf" } })).status).toBe(422);
});

it("a set's drift says that its plan was taken back with its run", async () => {
  const { api, undo, apply } = await start();
  const planned = await api("POST", "plans", { body: { bundle: { teams: [{ name: "A" }] }, set: "s" } });
  await apply(planned.body.id, inRun("tf"));
  const plan = await undo("tf");
  await apply(plan.body.id);
  expect((await api("GET", "plans/drift?set=s")).body).toMatchObject({
    drifted: true,
    undone: { plan_id: plan.body.id },
  });
});
