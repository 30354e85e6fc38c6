/** Incidents of the status page report themselves, at every door, over a real SMTP server; and what mails never hold. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { agentOf } from "../mcp/support.ts";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { siteOf } from "../support/sign-in.ts";
import { type MailServer, notify, startMailServer, textOf } from "./support.ts";

let server: MailServer;
let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  server = await startMailServer();
  test = await startService({ SMTP_URL: server.url });
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(async () => {
  tenant = await test.makeTenant({ name: "Acme" });
  await notify(tenant, { recipients: ["ops@example.com"] });
});

type Write = (action: "create" | "update", body: Record<string, unknown>) => Promise<string>;

/** What was mailed by the end of `work`. */
async function mailsOf(work: () => Promise<unknown>) {
  server.mails.length = 0;
  await work();
  await test.service.delivery.flush();
  return server.mails.map((mail) => ({ subject: mail.headers.subject, text: textOf(mail) }));
}

const doors: Record<string, () => Promise<Write>> = {
  rest: async () => async (action, body) => {
    const { id, ...fields } = body;
    const answer =
      action === "create"
        ? await tenant.config("POST", "status_page_incidents", { body })
        : await tenant.config("PUT", `status_page_incidents/${id}`, { body: fields });
    return done(answer.status, answer.text, answer.body.id);
  },
  mcp: async () => {
    const agent = agentOf(test, (await test.makeKey(tenant.organization.id, ["mcp:admin"])).value);
    return async (action, body) => {
      const { isError, content, structuredContent } = await agent.call(
        `${action}_status_page_incident`,
        body,
      );
      return done(isError ? 422 : 200, content[0]?.text ?? "", structuredContent?.id);
    };
  },
  console: async () => {
    const person = await siteOf(test).makeMember(tenant.organization.id, "member");
    return async (action, body) => {
      const path = `organizations/${tenant.organization.slug}/actions/${action}_status_page_incident`;
      const answer = await person.send("POST", path, { body });
      return done(answer.status, answer.text, answer.body.id);
    };
  },
};

function done(status: number, text: string, id: string): string {
  if (status !== 200 && status !== 201) throw new Error(text);
  return id;
}

describe.each(Object.keys(doors))("an incident written at %s", (door) => {
  it("is mailed once at each change of its status or body, and for nothing else", async () => {
    const write = await (doors[door] as () => Promise<Write>)();
    let id = "";
    const opened = await mailsOf(async () => {
      id = await write("create", { title: "Payments fail", body: "We look into it.", impact: "major" });
    });
    expect(opened.map(({ subject }) => subject)).toEqual(["[Acme] Status page incident: Payments fail"]);
    expect(opened[0]?.text).toContain("We look into it.");
    expect(opened[0]?.text).toMatch(/^status +investigating\r?$/m);
    const notified = [
      { status: "identified" },
      { body: "A bad deploy." },
      { status: "resolved", body: "It is over." },
    ];
    for (const change of notified)
      expect(await mailsOf(() => write("update", { id, ...change }))).toHaveLength(1);
    const silent = [
      { status: "resolved" },
      { body: "It is over.", title: "Cards fail" },
      { impact: "minor" },
    ];
    for (const change of silent)
      expect([change, await mailsOf(() => write("update", { id, ...change }))]).toEqual([change, []]);
  });
});

it("is mailed about only where it is to notify, and where the settings let it", async () => {
  const incident = { title: "Payments fail", body: "We look into it." };
  const create = (more = {}) =>
    tenant.config("POST", "status_page_incidents", { body: { ...incident, ...more } });
  const quiet = await create({ notify: false });
  const path = `status_page_incidents/${quiet.body.id}`;
  const put = (body: Record<string, unknown>) => tenant.config("PUT", path, { body });
  expect(await mailsOf(() => put({ status: "identified" }))).toEqual([]);
  expect(await mailsOf(() => put({ notify: true }))).toEqual([]);
  expect(await mailsOf(() => put({ status: "monitoring" }))).toHaveLength(1);
  expect(await mailsOf(() => tenant.config("DELETE", path))).toEqual([]);
  expect(await mailsOf(() => create({ status: "open" }))).toEqual([]);
  for (const settings of [
    { notify_incidents: false },
    { notify_incidents: true, muted_events: ["status_incident"] },
  ]) {
    await notify(tenant, settings);
    expect(await mailsOf(() => create())).toEqual([]);
  }
});

it("is mailed where it ended less than an hour ago, and where planned work gets other times", async () => {
  const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
  const create = (more: object) =>
    tenant.config("POST", "status_page_incidents", { body: { title: "Work", body: "Read-only.", ...more } });
  const over = { status: "resolved", started_at: minutes(-300) };
  expect(await mailsOf(() => create({ ...over, resolved_at: minutes(-28) }))).toHaveLength(1);
  expect(await mailsOf(() => create({ ...over, resolved_at: minutes(-62) }))).toEqual([]);
  const work = { status: "scheduled", impact: "maintenance", scheduled_for: minutes(2_000) };
  let path = "";
  const [planned] = await mailsOf(async () => {
    path = `status_page_incidents/${(await create({ ...work, scheduled_until: minutes(2_120) })).body.id}`;
  });
  // Whoever reads of planned work reads when it is.
  expect(planned?.text).toMatch(
    /Planned for \d+ \w+ \d{4}, \d\d:\d\d.* to \d+ \w+ \d{4}, \d\d:\d\d.*\.\s+Read-only\./,
  );
  const [moved] = await mailsOf(() =>
    tenant.config("PUT", path, { body: { scheduled_for: minutes(3_000), scheduled_until: minutes(3_120) } }),
  );
  expect(moved?.text).toMatch(/Now planned for .*\.\s+Read-only\./);
});

it("is notified in one conversation, once by writers that race", async () => {
  const made = await tenant.config("POST", "status_page_incidents", { body: { title: "a", body: "b" } });
  const put = () =>
    tenant.config("PUT", `status_page_incidents/${made.body.id}`, { body: { status: "resolved" } });
  await test.service.delivery.flush();
  expect(await mailsOf(() => Promise.all([put(), put(), put(), put()]))).toHaveLength(1);
  const [thread] = server.mails.map(({ headers }) => headers.references);
  await mailsOf(() => tenant.config("PUT", `status_page_incidents/${made.body.id}`, { body: { body: "c" } }));
  expect(server.mails.map(({ headers }) => headers.references)).toEqual([thread]);
});

it("names with line breaks, from before they were refused, stay on their line in mails", async () => {
  await test.database.queryText(
    { name: "test-rename", text: "UPDATE organizations SET name = $2 WHERE id = $1" },
    [tenant.organization.id, "Acme\r\nBcc: eve@example.com\n\nPay here: \u001b[31mhttps://evil.example"],
  );
  const mails = await mailsOf(() =>
    tenant.api("POST", "events", { body: { event: "alert_created", title: "Disk\nis full" } }),
  );
  expect(mails).toHaveLength(1);
  const [raw = ""] = server.mails.map((mail) => mail.raw);
  expect(raw).not.toMatch(/^Bcc:/im);
  // The footer, wherever it is wrapped: no empty line in it, and nothing that looks like a text of its own.
  const footer = (mails[0]?.text ?? "").replace(/\r/g, "").split("\n-- \n")[1] ?? "";
  expect(footer.trim()).not.toMatch(/\n\s*\n/);
  expect(footer.replace(/\s+/g, " ")).toContain(
    "of Acme Bcc: eve@example.com Pay here: [31mhttps://evil.example's",
  );
  expect(mails[0]?.text).not.toContain("\u001b");
});

it("an error that a checker reports is kept as one sentence without secrets", async () => {
  const made = await tenant.config("POST", "connectors", {
    body: { name: "aws", type: "cloud", connector_type: "aws" },
  });
  const path = `state/connectors/${made.body.id}`;
  const report = (last_error_message: string) =>
    tenant.api("PUT", path, { body: { last_error_kind: "auth_invalid", last_error_message } });
  const answer = await report("login failed:\n\u001b[31mpassword=hunter2\u001b[0m at postgres://u:p4ss@db/x");
  expect([answer.status, answer.body.last_error_message]).toEqual([
    200,
    "login failed: password=[redacted] at postgres://[redacted]@db/x",
  ]);
  expect(Array.from((await report("é".repeat(900))).body.last_error_message as string)).toHaveLength(300);
  const [kept] = await test.database.queryText<{ text: string }>(
    { name: "test-state", text: "SELECT state::text AS text FROM rows WHERE id = $1" },
    [made.body.id],
  );
  expect(kept?.text).not.toMatch(/hunter2|p4ss|u001b/);
  await test.database.queryText(
    {
      name: "test-old-state",
      text: `UPDATE rows SET state = jsonb_set(state, '{last_error_message}', '"token=abc123 from before"'), revision = revision
        WHERE id = $1`,
    },
    [made.body.id],
  );
  const read = await tenant.config("GET", `connectors/${made.body.id}`);
  expect(read.body.last_error_message).toBe("token=[redacted] from before");
});
