/** A migration as a call: it shows everything, stores nothing, and holds nobody up. */
import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { migrationSources } from "../../src/features/changes/migrations/sources.ts";
import { most } from "../../src/features/changes/migrations/thread.ts";
import { compiledProgram } from "../support/compiled.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";

let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  test = await startService();
  tenant = await test.makeTenant();
});
afterAll(() => test.close());

const path = "/api/v1/migrations/preview";
const send = (body: object, key = tenant.key.value) =>
  test.send("POST", path, { body, headers: { authorization: `Bearer ${key}` } });
const content = `
route: {receiver: chat, routes: [{receiver: gone, match: {team: a}}]}
receivers:
  - {name: chat, slack_configs: [{api_url: https://hooks.slack.example/never-copied}]}
  - {name: gone, sns_configs: [{topic_arn: never-copied}]}
`;
const files = [{ name: "alertmanager.yml", content }];

it("answers the bundle, what is said of it, the proof, and who is notified of nothing any more", async () => {
  const { status, body, text } = await send({ source: "alertmanager", files, prove: true });
  expect(status, text).toBe(200);
  expect(Object.keys(body).sort()).toEqual(["bundle", "notes", "proof", "routes", "unreached"]);
  expect(body.bundle.outbound_configs[0]).toEqual({ name: "chat", kind: "slack" });
  expect(body.notes).toContainEqual(
    expect.objectContaining({ level: "error", message: expect.stringContaining('the recipient "gone"') }),
  );
  expect(body.proof.equal).toBeLessThan(body.proof.sets);
  expect(body.proof.differs[0]).toMatchObject({ before: ["gone"], after: [], labels: { team: "a" } });
  expect(body.unreached[0].labels).toMatchObject({ team: "a" });
  expect(text).not.toContain("never-copied");
  expect(test.logs.join("\n")).not.toContain("never-copied");
});

it("answers the routes of both sides, in every form that the file has", async () => {
  const configuration = `
route:
  receiver: all
  routes:
    - match: {team: payments}
      match_re: {severity: warning|critical}
      continue: true
      routes:
        - receiver: page
          matchers: [severity="critical"]
    - matchers: [team=~"a|b"]
      receiver: nobody
receivers:
  - {name: all, email_configs: [{to: all@example.com}]}
  - {name: page, email_configs: [{to: page@example.com}]}
  - {name: nobody}
`;
  const before = [
    { depth: 0, takes: [], sends: ["all"], continues: false },
    { depth: 1, takes: ['team="payments"', 'severity=~"warning|critical"'], sends: ["all"], continues: true },
    { depth: 2, takes: ['severity="critical"'], sends: ["page"], continues: false },
    { depth: 1, takes: ['team=~"a|b"'], sends: ["nobody"], continues: false },
  ];
  const ofMimir = JSON.stringify({ template_files: {}, alertmanager_config: configuration });
  for (const text of [configuration, ofMimir]) {
    const body = { source: "alertmanager", files: [{ name: "a.yml", content: text }] };
    const { routes } = (await send(body)).body;
    expect(routes.before).toEqual(before);
    expect(routes.after.map(({ sends }: { sends: unknown }) => sends)).toEqual([
      ["page"],
      ["all"],
      [],
      ["all"],
    ]);
  }
  const sloth = { name: "a.yml", content: "version: prometheus/v1\nservice: a\nslos: []" };
  const { body } = await send({ source: "sloth", files: [sloth] });
  expect(body.routes ?? null).toBeNull();
});

it("leaves the proof out where nobody asks for it, and asks about real alerts where they are given", async () => {
  expect((await send({ source: "alertmanager", files })).body.proof).toBeNull();
  const alerts = JSON.stringify([{ labels: { alertname: "Own", team: "a", host: "db1" } }]);
  const { body } = await send({ source: "alertmanager", files, prove: true, alerts });
  expect(body.unreached).toContainEqual(
    expect.objectContaining({ labels: { alertname: "Own", team: "a", host: "db1" } }),
  );
});

it("stores nothing; its bundle is planned and applied like any other", async () => {
  const { body } = await send({ source: "alertmanager", files });
  expect((await tenant.config("GET", "alert_routes")).body.data).toEqual([]);
  const authorization = `Bearer ${tenant.key.value}`;
  const plan = await test.send("POST", "/api/v1/plans", {
    headers: { authorization },
    body: { bundle: body.bundle },
  });
  expect(plan.body).toMatchObject({ summary: { create: 4 }, problems: [] });
});

it("is for every key that may read", async () => {
  const { value } = await test.makeKey(tenant.organization.id, ["api:config_read"]);
  expect((await send({ source: "alertmanager", files }, value)).status).toBe(200);
});

it.each([
  [
    { source: "alertmanager", files: [{ name: "a.yml", content: "route: {}\nroute: {}" }] },
    "route is here twice",
  ],
  [{ source: "alertmanager", files: [{ name: "a.yml", content: "[" }] }, "a.yml:1:2"],
  [
    { source: "terraform", files: [{ name: "a.json", content: "{}" }] },
    "is not what `terraform show -json` prints",
  ],
  [{ source: "other", files }, "source"],
  [{ source: "alertmanager", files: [] }, "files"],
  [{ source: "alertmanager", files, alerts: "x" }, "is not JSON"],
])("refuses %o", async (body, message) => {
  const answer = await send(body);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain(message);
});

it("is made in a thread of the compiled program too", async () => {
  const thread = pathToFileURL(join(dirname(compiledProgram()), "features/changes/migrations/thread.js"));
  const request = {
    source: "alertmanager",
    files: [{ name: "alertmanager.yml", text: content }],
    options: {},
    prove: true,
    now: 0,
  };
  const script = `const { previewInThread } = await import(${JSON.stringify(thread.href)});
    console.log(JSON.stringify(await previewInThread(${JSON.stringify(request)}, { of: "org_1" })));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(JSON.parse(stdout).bundle).toEqual((await send({ source: "alertmanager", files })).body.bundle);
});

it("answers what runs out of time, or has to wait too long, and names the way out", async () => {
  const usual = { ...most };
  Object.assign(most, { runningMs: 0 });
  const late = await send({ source: "alertmanager", files, prove: true });
  Object.assign(most, usual, { atOnce: 0, waitingMs: 0 });
  const waited = await send({ source: "alertmanager", files });
  Object.assign(most, usual);
  expect(late.status, late.text).toBe(422);
  expect(late.text).toContain("run `orgconfig migrate` on the command line");
  expect(waited.status, waited.text).toBe(503);
  expect(waited.text).toContain("or run `orgconfig migrate` on the command line");
  expect(usual.waitingMs + usual.runningMs).toBeLessThan(30_000);
  expect((await send({ source: "alertmanager", files })).status).toBe(200);
});

it("has every source of the list", () => {
  const { schemas } = JSON.parse(test.service.description).components;
  expect(schemas.PreviewMigrationInput.properties.source.enum).toEqual(
    migrationSources.map(({ name }) => name),
  );
});
