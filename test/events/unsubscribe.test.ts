/** Receivers of change mails get no more of them by one POST (RFC 8058), and by no link that is merely opened. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startService, type Tenant, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { type MailServer, startMailServer } from "./support.ts";

let server: MailServer;
let test: TestService;
let tenant: Tenant;
beforeAll(async () => {
  server = await startMailServer();
  test = await startService({ SMTP_URL: server.url, ORGCONFIG_PUBLIC_URL: "https://config.example" });
});
afterAll(async () => {
  await test.close();
  await server.close();
});
beforeEach(async () => {
  tenant = await test.makeTenant({ name: "Acme" });
  server.mails.length = 0;
});

async function notification(recipients: readonly string[]): Promise<string> {
  const body = { name: "Teams", channel: "email", recipients, resources: ["teams"] };
  const made = await tenant.config("POST", "change_notifications", { body });
  expect(made.status, made.text).toBe(201);
  return made.body.id;
}

/** A team is made, and its mails are sent. @returns to whom */
async function change(name: string): Promise<readonly string[]> {
  server.mails.length = 0;
  expect((await tenant.config("POST", "teams", { body: { name } })).status).toBe(201);
  await test.service.audit.sealer.flush();
  await test.service.delivery.flush();
  return server.mails.flatMap(({ to }) => to).sort();
}

/** What the mail to this receiver names, as a program of theirs reads it. */
async function addressFor(email: string): Promise<string> {
  await until(() => server.mails.some(({ to }) => to.includes(email)));
  const mail = server.mails.find(({ to }) => to.includes(email));
  expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const header = String(mail?.headers["list-unsubscribe"]).replace(/\s/g, "");
  const [, address = ""] = /^<(https:\/\/config\.example\/unsubscribe\?token=[\w-]+)>$/.exec(header) ?? [];
  return address.replace("https://config.example", "");
}

const headers = { "content-type": "application/x-www-form-urlencoded" };
const post = (path: string) => test.send("POST", path, { headers, body: "List-Unsubscribe=One-Click" });
const row = async (id: string) => (await tenant.config("GET", `change_notifications/${id}`)).body;

it("a POST is enough, and a GET asks and changes nothing", async () => {
  const id = await notification(["ada@example.com", "Ben@example.com"]);
  expect(await change("One")).toEqual(["Ben@example.com", "ada@example.com"]);
  const path = await addressFor("ada@example.com");
  for (let scans = 0; scans < 3; scans += 1) {
    const page = await test.send("GET", path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining("<button")]);
  }
  expect((await row(id)).recipients).toEqual(["ada@example.com", "Ben@example.com"]);
  for (let times = 0; times < 2; times += 1) {
    const left = await post(path);
    expect([left.status, left.text]).toEqual([200, expect.stringContaining("gets no more")]);
  }
  expect((await row(id)).recipients).toEqual(["Ben@example.com"]);
  expect(await change("Two")).toEqual(["Ben@example.com"]);
  const records = await recordsOf(test, tenant.organization.id);
  expect(records.filter(({ action }) => action === "unsubscribe_recipient")).toMatchObject([
    {
      ...{ row_id: id, actor_kind: "service", actor_name: "ada@example.com (by a link in a mail)" },
      changes: [{ field: "recipients", after: ["Ben@example.com"] }],
    },
  ]);
});

it("the last receiver leaves a notification that is off and says why", async () => {
  const id = await notification(["ada@example.com"]);
  await change("One");
  expect((await post(await addressFor("ada@example.com"))).status).toBe(200);
  expect(await row(id)).toMatchObject({
    ...{ enabled: false, last_error_message: expect.stringContaining("ada@example.com wants no more") },
  });
  expect(await change("Two")).toEqual([]);
});

it("an address that was changed, or is of nothing any more, changes nothing", async () => {
  const id = await notification(["ada@example.com", "ben@example.com"]);
  await change("One");
  const path = await addressFor("ada@example.com");
  for (const wrong of [path.slice(0, -4), path.replace("token=", "token=AA"), "/unsubscribe"]) {
    expect((await post(wrong)).status, wrong).toBe(404);
    expect((await test.send("GET", wrong)).status).toBe(404);
  }
  expect((await row(id)).recipients).toHaveLength(2);
  expect((await tenant.config("DELETE", `change_notifications/${id}`)).status).toBeLessThan(300);
  expect((await post(path)).status).toBe(200);
});
