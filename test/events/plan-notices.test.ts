/** What change_notifications say of an applied plan: one message for all of it, however its records are sealed. */
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Connection } from "../../src/database/database.ts";
import { connectionOf } from "../../src/database/executor.ts";
import type { AuditEntry } from "../../src/engine/ports/rows.ts";
import { ask, newEntry, record, reportOf, tamper, vaultOf } from "../audit/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";
import { type MailServer, type Receiver, startMailServer, startReceiver, textOf } from "./support.ts";

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

let server: MailServer;
let receiver: Receiver;
let test: TestService;
let tenant: Tenant;
let plans = 0;
beforeAll(async () => {
  [server, receiver] = await Promise.all([startMailServer(), startReceiver()]);
  test = await startService({ SMTP_URL: server.url, ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
});
afterAll(async () => {
  await test.close();
  await Promise.all([server.close(), receiver.close()]);
});
beforeEach(async () => {
  tenant = await test.makeTenant({ name: "Acme" });
  plans += 1;
});

const planId = () => `plan_${plans}`;

/** Makes a notification, and waits until it was notified of itself, which is not what these tests are about. */
async function addNotification(body: Record<string, unknown>): Promise<void> {
  const made = await tenant.config("POST", "change_notifications", { body: { name: "n", ...body } });
  expect(made.status).toBe(201);
  await settle();
  server.mails.length = 0;
  receiver.posts.length = 0;
}

async function settle(): Promise<void> {
  await test.service.audit.sealer.flush();
  await until(async () => {
    await test.service.delivery.flush();
    return (await statuses()).every((status) => status === "sent");
  });
}

async function statuses(
  source = "%",
  connection: Pick<Connection, "queryText"> = test.database,
): Promise<string[]> {
  const found = await ask<{ status: string }>(
    connection,
    "SELECT status FROM deliveries WHERE organization_id = $1 AND source LIKE $2",
    [tenant.organization.id, source],
  );
  return found.map(({ status }) => status);
}

/** Writes these records in one transaction, as a plan does. */
async function applied(entries: readonly Partial<AuditEntry>[], records = entries.length): Promise<void> {
  const plan = { id: planId(), records };
  const actor = { kind: "key", id: "key_ci", name: "ci" } as const;
  await test.database.transaction(async (connection) => {
    for (const entry of entries)
      await record(connection, vaultOf(test), tenant.organization.id, newEntry({ actor, plan, ...entry }));
  });
}

const created = (name: string): Partial<AuditEntry> => ({
  action: "create_team",
  rowId: `team_${name}`,
  changes: [{ field: "name", before: null, after: name }],
});
const deleted = (name: string): Partial<AuditEntry> => ({
  action: "delete_team",
  rowId: `team_${name}`,
  changes: [{ field: "name", before: name, after: null }],
});
const renamed = (rowId: string): Partial<AuditEntry> => ({
  rowId,
  changes: [{ field: "name", before: "Old", after: "<New>" }],
});
const withSecret: Partial<AuditEntry> = {
  action: "update_ai_provider",
  kind: "ai_providers",
  rowId: "aip_1",
  changes: [{ field: "api_key", secret: "changed" }],
};
const adopted = (rowId: string): Partial<AuditEntry> => ({
  action: "apply_plan",
  rowId,
  changes: [{ field: "managed_by", before: null, after: "platform-repo" }],
});

describe("a plan", () => {
  it("is one signed call of a webhook, with what became of each row", async () => {
    await addNotification({ channel: "webhook", webhook_url: receiver.url, webhook_secret: secret });
    await applied([
      created("A"),
      created("B"),
      renamed("team_C"),
      adopted("team_C"),
      withSecret,
      deleted("D"),
    ]);
    await settle();
    expect(receiver.posts).toHaveLength(1);
    const [post] = receiver.posts;
    const notified = new Webhook(secret).verify(post?.body ?? "", post?.headers as Record<string, string>);
    const one = (verb: string, resource: string, id: string) => ({ verb, resource, row_id: id });
    const actor = { kind: "key", id: "key_ci", name: "ci" };
    expect(notified).toMatchObject({
      type: "configuration.plan_applied",
      data: {
        organization: { name: "Acme", slug: tenant.organization.slug },
        plan_id: planId(),
        actor,
        door: "rest",
        counts: { create: 2, update: 2, delete: 1 },
        changes: [
          { ...one("create", "teams", "team_A"), row_name: "A", actor },
          one("create", "teams", "team_B"),
          { ...one("update", "teams", "team_C"), action: "update_team" },
          { ...one("update", "teams", "team_C"), action: "apply_plan" },
          { ...one("update", "ai_providers", "aip_1"), changes: [{ field: "api_key", secret: "changed" }] },
          { ...one("delete", "teams", "team_D"), row_name: "D" },
        ],
        more_changes: 0,
      },
    });
  });

  it("is one mail to each recipient, and a change next to it another", async () => {
    await addNotification({ channel: "email", recipients: ["a@example.com", "b@example.com"] });
    await applied([created("A"), renamed("team_C"), withSecret, deleted("D")]);
    await tenant.config("POST", "teams", { body: { name: "Extra" } });
    await settle();
    const subjects = server.mails.map(({ to, headers }) => `${to} ${headers.subject}`).sort();
    expect(subjects).toEqual([
      "a@example.com [Acme] ci applied a plan: 1 created, 2 updated, 1 deleted",
      'a@example.com [Acme] test created the team "Extra"',
      "b@example.com [Acme] ci applied a plan: 1 created, 2 updated, 1 deleted",
      'b@example.com [Acme] test created the team "Extra"',
    ]);
    const mail = server.mails.find(({ headers }) => headers.subject?.includes("applied a plan"));
    const lines = textOf(mail as never).split(/\r?\n/);
    const first = lines.indexOf('Created the team "A"');
    expect(lines.slice(first, first + 11)).toEqual([
      'Created the team "A"',
      "- Name: A",
      "",
      'Changed the team "<New>"',
      "- Name: Old → <New>",
      "",
      "Changed the AI provider aip_1",
      "- API key: changed",
      "",
      'Deleted the team "D"',
      "- Name: D",
    ]);
    expect(lines.join("\n")).toMatch(new RegExp(`See the plan:\n\\S+/plans/${planId()}$`, "m"));
  });

  it("notifies each notification of its own rows, and Slack in its mark-up", async () => {
    const slack = { channel: "slack", slack_webhook_url: `${receiver.url}/slack` };
    await addNotification({ ...slack, name: "teams", resources: ["teams"], verbs: ["create", "update"] });
    await addNotification({ ...slack, name: "keys", resources: ["ai_providers"], include_diff: false });
    await addNotification({ ...slack, name: "slos", resources: ["slos"] });
    await addNotification({ ...slack, name: "people", excluded_actors: ["ci"] });
    await applied([created("A"), renamed("team_C"), withSecret, deleted("D")]);
    await settle();
    expect(receiver.posts.map(({ body }) => JSON.parse(body).text).sort()).toEqual([
      [
        "*ci applied a plan: 1 created, 1 updated*",
        'created teams "A" (team_A)',
        "    name: none → A",
        'updated teams "&lt;New&gt;" (team_C)',
        "    name: Old → &lt;New&gt;",
      ].join("\n"),
      ["*ci applied a plan: 1 updated*", "updated ai_providers aip_1"].join("\n"),
    ]);
  });

  it("that lost a record before it was sealed is notified with what is left", async () => {
    await addNotification({ channel: "webhook", webhook_url: receiver.url });
    await applied([created("A"), created("B")], 3);
    await settle();
    expect(receiver.posts.map(({ body }) => JSON.parse(body).data.counts.create)).toEqual([2]);
    await tamper(test.database, "DELETE FROM audit_records WHERE plan_id = $1", [planId()]);
  });
});

it("is notified as the audit log has it when it is applied, and when another takes it back", async () => {
  await tenant.config("PUT", "organization_settings", { body: { name: "Acme", timezone: "UTC" } });
  await addNotification({ channel: "webhook", webhook_url: receiver.url });
  /** Applies a plan; answers its id, and its records' rows and actions, oldest first. */
  const apply = async (path: string, body?: unknown) => {
    const plan = await tenant.api("POST", path, { body });
    expect([plan.status, plan.body.problems]).toEqual([201, []]);
    const { id } = plan.body;
    expect((await tenant.api("POST", `plans/${id}/apply`, { body: {} })).status).toBe(200);
    const { data } = (await tenant.api("GET", `audit?plan_id=${id}`)).body;
    return {
      id,
      changes: data
        .map((one: { action: string; row_id: string }) => ({ action: one.action, row_id: one.row_id }))
        .reverse(),
    };
  };
  const first = await apply("plans", {
    bundle: { teams: [{ name: "New" }], organization_settings: { name: "Acme", timezone: "Europe/Berlin" } },
  });
  const second = await apply(`plans/${first.id}/undo`);
  await settle();
  const said = receiver.posts.map(({ body }) => JSON.parse(body));
  expect(said.map(({ type, data }) => [type, data.plan_id, data.counts])).toEqual([
    ["configuration.plan_applied", first.id, { create: 1, update: 1, delete: 0 }],
    ["configuration.plan_applied", second.id, { create: 0, update: 1, delete: 1 }],
  ]);
  const notified = said.map(({ data }) => data.changes);
  for (const [index, { changes }] of [first, second].entries())
    expect(notified[index]).toMatchObject(changes);
  // Nothing but what every organization lacks that a test makes past the service.
  const { problems } = await reportOf(test.service.audit, tenant.organization.id);
  expect(problems.map(({ kind }) => kind)).toEqual(["no_beginning"]);
});

describe("a plan of several batches", () => {
  const count = 1_200;

  it("is notified once, whole and bounded, by whichever of two nodes seals its last record", async () => {
    const other = await startService(
      { SMTP_URL: server.url, ORGCONFIG_SECRET_KEYS: keysOf(test), ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" },
      [],
      test.database,
    );
    try {
      await addNotification({ name: "hook", channel: "webhook", webhook_url: `${receiver.url}/hook` });
      await addNotification({ name: "slack", channel: "slack", slack_webhook_url: `${receiver.url}/slack` });
      await addNotification({ name: "mail", channel: "email", recipients: ["a@example.com"] });
      const notified: number[] = [];
      for (const { service } of [test, other]) {
        // After what delivery writes, in the transaction of each batch.
        service.audit.sealer.onSealed(async () => async (transaction) => {
          notified.push((await statuses("plan/%", connectionOf(transaction))).length);
        });
      }
      const long = "x".repeat(300);
      await applied(Array.from({ length: count }, (_, index) => created(`${index} ${long}`)));
      // A record that the service did not write, and that no node will seal.
      await tamper(
        test.database,
        `INSERT INTO audit_records (organization_id, at, actor_kind, actor_id, actor_name, door, action, resource, row_id, outcome, changes, request_id, plan_id, plan_records)
         VALUES ($1, now(), 'key', 'k', 'eve', 'rest', 'create_team', 'teams', 'forged', 'success', '[]', 'q', $2, ${count})`,
        [tenant.organization.id, planId()],
      );
      // A flush ends where the other node has the rest in hand, which may have ended before that.
      const flushed = async () => {
        await Promise.all([test, other].map(({ service }) => service.audit.sealer.flush()));
        return (await statuses("plan/%")).length;
      };
      await expect.poll(flushed, { timeout: 60_000 }).toBe(3);
      await settle();
      // Several batches, and all notices with the last.
      expect(notified.length).toBeGreaterThan(2);
      expect(notified).toEqual([...Array(notified.length - 1).fill(0), 3]);
      expect(await statuses("plan/%")).toEqual(["sent", "sent", "sent"]);
      const bodies = receiver.posts.map(({ path, body }) => [path, JSON.parse(body)] as const);
      expect(bodies.map(([path]) => path).sort()).toEqual(["/hook", "/slack"]);
      const { data } = bodies.find(([path]) => path === "/hook")?.[1] ?? {};
      expect([data.counts.create, data.changes.length, data.more_changes]).toEqual([count, 100, count - 100]);
      expect(data.changes.map(({ row_id }: { row_id: string }) => row_id.split(" ")[0])).toEqual(
        Array.from({ length: 100 }, (_, index) => `team_${index}`),
      );
      const { text } = bodies.find(([path]) => path === "/slack")?.[1] ?? {};
      expect(text.length).toBeLessThan(3_500);
      expect(text).toMatch(/\nand 1,\d\d\d more: the audit log lists all of them under plan_id plan_\d+$/);
      expect(server.mails.map(({ headers }) => headers.subject)).toEqual([
        "[Acme] ci applied a plan: 1,200 created",
      ]);
      expect(textOf(server.mails[0] as never)).toContain("And 1,100 more, which the plan lists.");
    } finally {
      await other.close();
    }
  });
});

/** The secret keys of a service as its environment says them. */
function keysOf({ settings }: TestService): string {
  return settings.secretKeys.map(({ bytes }) => bytes.toString("base64")).join(",");
}
