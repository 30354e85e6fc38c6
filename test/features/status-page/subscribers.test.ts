/** Subscribers by mail and webhook: double opt-in, choice of components, one click to leave, suspension, and an incident's whole life. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Fired, minute, webhook } from "../../alerts/support.ts";
import { type MailServer, startMailServer } from "../../events/support.ts";
import { startService, type Tenant, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let mail: MailServer;
let test: TestService;
let tenant: Tenant;
let component: string;
beforeEach(async () => {
  mail = await startMailServer();
  test = await startService({
    SMTP_URL: mail.url,
    MAIL_FROM: "Acme <status@acme.example>",
    ORGCONFIG_PUBLIC_URL: "https://config.example",
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
  });
  tenant = await test.makeTenant({ name: "Acme" });
  await tenant.config("PUT", "status_page_settings", { body: { enabled: true, slug: "acme" } });
  await until(async () => (await test.send("GET", "/status/acme")).status === 200);
  component = await makeComponent("Checkout");
});
afterEach(async () => {
  await test.close();
  await mail.close();
});

/** The page takes nobody for a component that it does not show yet. */
async function makeComponent(name: string): Promise<string> {
  const { id } = (await tenant.config("POST", "status_page_components", { body: { name } })).body;
  await until(async () => (await test.send("GET", "/status/acme")).text.includes(name));
  return id;
}

const form = (path: string, fields: Record<string, string> | [string, string][], address = "192.0.2.1") =>
  test.send("POST", path, {
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams(fields).toString(),
    address,
  });
const subscribe = (fields: Record<string, string> | [string, string][], address?: string) =>
  form("/status/acme/subscribe", fields, address);

/** The text of the n-th mail to an address. */
async function mailTo(address: string, nth = 0) {
  const of = () => mail.mails.filter(({ to }) => to.includes(address));
  await until(async () => of().length > nth);
  const found = of()[nth];
  if (found === undefined) throw new Error("no mail");
  // Quoted-printable, as far as links need it.
  return { ...found, text: found.raw.replace(/=\r?\n/g, "").replace(/=3D/g, "=") };
}

const linkIn = (text: string) =>
  /https:\/\/config\.example(\/status\/acme\/subscription\/\S+?)(?=[\s"<])/.exec(text)?.[1] ?? "";

async function confirmed(address: string, fields: [string, string][] = []): Promise<string> {
  expect((await subscribe([["email", address], ...fields])).status).toBe(202);
  const link = linkIn((await mailTo(address)).text);
  expect((await form(link, { action: "confirm" })).status).toBe(200);
  return link;
}

const waitingMessages = () =>
  test.database.queryText({ name: "", text: "SELECT 1 FROM status_page_messages" }, []);

const counts = async () => (await tenant.api("GET", "status_page/subscribers")).body;
const open = (body: object) =>
  tenant.config("POST", "status_page_incidents", {
    body: {
      title: "Slow checkout",
      body: "It is slow.",
      impact: "minor",
      component_ids: [component],
      ...body,
    },
  });

describe("subscribing", () => {
  it("ends at the organization's quota, also for who asked before, and says the same to everybody", async () => {
    const waits = "eve@example.com";
    expect((await subscribe({ email: waits })).status).toBe(202);
    const link = linkIn((await mailTo(waits)).text);
    const operator = { authorization: `Bearer ${test.settings.operatorToken}` };
    const quotas = { page_subscribers: 1 };
    const set = await test.send("PATCH", `/api/v1/operator/organizations/${tenant.organization.id}`, {
      headers: operator,
      body: { quotas },
    });
    expect(set.status, set.text).toBe(200);
    const first = await confirmed("ada@example.com");
    const full =
      "This page has 1 subscriber, as many as it may have (its organization&#39;s quota page_subscribers)";
    for (const email of ["bob@example.com", "ada@example.com"]) {
      const refused = await subscribe({ email });
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining(full)]);
    }
    expect((await form(link, { action: "confirm" })).text).toContain(full);
    expect(await counts()).toEqual({ confirmed: 1, pending: 1, suspended: 0 });
    expect((await form(first, { action: "confirm" })).text).toContain("You are subscribed");
    await form(first, { action: "unsubscribe" });
    expect((await form(link, { action: "confirm" })).text).toContain("You are subscribed");
  });

  it("needs a second yes, which no program gives by following a link", async () => {
    expect((await test.send("GET", "/status/acme/subscribe")).text).toContain('name="email"');
    expect((await subscribe({ email: "ada@example.com" })).status).toBe(202);
    const link = linkIn((await mailTo("ada@example.com")).text);
    expect(link).not.toBe("");
    expect((await test.send("GET", link)).text).toContain("Confirm the subscription");
    expect(await counts()).toEqual({ confirmed: 0, pending: 1, suspended: 0 });
    await form(link, { action: "confirm" });
    expect(await counts()).toEqual({ confirmed: 1, pending: 0, suspended: 0 });
    expect((await test.send("GET", link)).text).toContain("Unsubscribe");
  });

  it("answers the same for an address that is known and one that is not", async () => {
    await confirmed("ada@example.com");
    const [known, unknown] = [
      await subscribe({ email: "ADA@example.com" }),
      await subscribe({ email: "eve@example.com" }),
    ];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    expect(await counts()).toMatchObject({ confirmed: 1, pending: 1 });
  });

  it("is refused where what was given is no address, and says why", async () => {
    const refused: Record<string, string>[] = [
      { email: "no address" },
      { email: "ada@example.com\r\nBcc: eve@example.com" },
      { email: "ada@example.com", webhook: "https://example.com/" },
      { webhook: "ftp://example.com/" },
      {},
    ];
    for (const fields of refused) {
      const answer = await subscribe(fields);
      expect([fields, answer.status]).toEqual([fields, 422]);
      expect(answer.text).toContain('role="alert"');
      expect(await counts()).toEqual({ confirmed: 0, pending: 0, suspended: 0 });
    }
  });

  it("is slowed down, by who asks and by whom it is about", async () => {
    for (let time = 0; time < 5; time += 1)
      expect((await subscribe({ email: `a${time}@example.com` })).status).toBe(202);
    expect((await subscribe({ email: "a6@example.com" })).status).toBe(429);
    for (let time = 0; time < 5; time += 1)
      expect((await subscribe({ email: "bob@example.com" }, `198.51.100.${time}`)).status).toBe(202);
    expect((await subscribe({ email: "bob@example.com" }, "198.51.100.99")).status).toBe(429);
  });

  it("changes the components of who has confirmed, once that is confirmed too", async () => {
    const choice = async () => {
      const rows = await test.database.queryText<{ component_ids: string[] }>(
        { name: "", text: "SELECT component_ids FROM status_page_subscribers" },
        [],
      );
      return rows.map(({ component_ids }) => component_ids);
    };
    await confirmed("ada@example.com");
    await subscribe({ email: "ada@example.com", component });
    const link = linkIn((await mailTo("ada@example.com", 1)).text);
    const question = await test.send("GET", link);
    expect(question.text).toContain("Confirm the subscription");
    // The same link came with messages before, to leave by.
    expect(question.text).toContain("Unsubscribe");
    expect(await choice()).toEqual([[]]);
    expect((await form(link, { action: "confirm" })).status).toBe(200);
    expect(await choice()).toEqual([[component]]);
    expect((await test.send("GET", link)).text).not.toContain("Confirm the subscription");
  });

  it("takes a form with every box of a long page ticked", async () => {
    const boxes = Array.from({ length: 500 }, (): [string, string] => ["component", component]);
    expect((await subscribe([["email", "ada@example.com"], ...boxes])).status).toBe(202);
  });

  it("to nothing but components that are not there is not to all of them", async () => {
    const answer = await subscribe({ email: "ada@example.com", component: "spc_gone" });
    expect([answer.status, answer.text.includes("not on this page any more")]).toEqual([422, true]);
    expect(await counts()).toEqual({ confirmed: 0, pending: 0, suspended: 0 });
  });

  it("ends by one click, whatever form that comes in (RFC 8058)", async () => {
    const forms = [
      [
        "multipart/form-data; boundary=X",
        '--X\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--X--\r\n',
      ],
      // Its parts cannot be read.
      ["multipart/form-data; boundary=Y", "--X"],
      ["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
      // No form has this type.
      ["text/plain", "List-Unsubscribe=One-Click"],
    ] as const;
    for (const [at, [type, body]] of forms.entries()) {
      const link = await confirmed(`ada-${at}@example.com`);
      const left = await test.send("POST", link, { headers: { "content-type": type }, body });
      expect([type, left.status, await counts()]).toEqual([
        type,
        200,
        { confirmed: 0, pending: 0, suspended: 0 },
      ]);
    }
  });

  it("is confirmed by a form in parts, too", async () => {
    await subscribe({ email: "ada@example.com" });
    const link = linkIn((await mailTo("ada@example.com")).text);
    await test.send("POST", link, {
      headers: { "content-type": "multipart/form-data; boundary=X" },
      body: '--X\r\nContent-Disposition: form-data; name="action"\r\n\r\nconfirm\r\n--X--\r\n',
    });
    expect(await counts()).toEqual({ confirmed: 1, pending: 0, suspended: 0 });
  });

  it("ends by its link also while the page is off, and when another has its name", async () => {
    const [ada, bob, eve] = [
      await confirmed("ada@example.com"),
      await confirmed("bob@example.com"),
      await confirmed("eve@example.com"),
    ];
    await tenant.config("PUT", "status_page_settings", { body: { enabled: false } });
    await until(async () => (await test.send("GET", "/status/acme")).status === 404);
    expect((await test.send("GET", ada)).text).toContain("Unsubscribe");
    expect((await form(ada, {})).text).toContain("You get no more messages");
    await tenant.config("PUT", "status_page_settings", { body: { enabled: true, slug: "acme-2" } });
    const other = await test.makeTenant({ name: "Other" });
    await other.config("PUT", "status_page_settings", { body: { enabled: true, slug: "acme" } });
    await until(async () => (await test.send("GET", "/status/acme")).text.includes("<title>Other</title>"));
    const left = await form(bob, {});
    expect([left.status, left.text.includes("<title>Acme</title>")]).toEqual([200, true]);
    // At a host name that the page no longer has, the link has no name.
    expect((await form(eve.replace("/status/acme", ""), {})).status).toBe(200);
    expect(await counts()).toEqual({ confirmed: 0, pending: 0, suspended: 0 });
  });

  it("keeps no address that can be read, and shows none", async () => {
    await confirmed("ada@example.com");
    const kept = await test.database.queryText<Record<string, unknown>>(
      { name: "", text: "SELECT * FROM status_page_subscribers" },
      [],
    );
    expect(JSON.stringify(kept)).not.toContain("ada@");
    const log = await tenant.api("GET", "audit");
    expect(log.text).not.toContain("ada@");
    expect(test.logs.join("")).not.toContain("ada@");
  });

  it("takes no link that was made up", async () => {
    const link = await confirmed("ada@example.com");
    const forged = link.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    expect((await form(forged, { action: "unsubscribe" })).status).toBe(404);
    expect((await test.send("GET", forged)).status).toBe(404);
    expect(await counts()).toMatchObject({ confirmed: 1 });
  });
});

describe("an incident's life", () => {
  it("is followed from the first update to the last, and then one click leaves", async () => {
    await confirmed("ada@example.com");
    const incident = await open({});
    await tenant.config("PUT", `status_page_incidents/${incident.body.id}`, {
      body: { status: "identified", body: "A <b>database</b> is slow." },
    });
    await tenant.config("PUT", `status_page_incidents/${incident.body.id}`, {
      body: { status: "resolved", body: "Done." },
    });
    await until(async () => mail.mails.filter(({ to }) => to.includes("ada@example.com")).length === 4);
    const mails = [
      await mailTo("ada@example.com", 1),
      await mailTo("ada@example.com", 2),
      await mailTo("ada@example.com", 3),
    ];
    const subjects = mails.map(({ headers }) => headers.subject).sort();
    expect(subjects).toEqual([
      "[Acme] Slow checkout: Identified",
      "[Acme] Slow checkout: Investigating",
      "[Acme] Slow checkout: Resolved",
    ]);
    const identified = mails.find(({ headers }) => headers.subject?.includes("Identified"));
    expect(identified?.text).toContain("A &lt;b&gt;database&lt;/b&gt; is slow.");
    expect(identified?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    const leave = String(identified?.headers["list-unsubscribe"]).replace(
      /^<https:\/\/config\.example|>$/g,
      "",
    );
    expect((await test.send("GET", leave)).status).toBe(200);
    expect(await counts()).toMatchObject({ confirmed: 1 });
    expect((await form(leave, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
    expect(await counts()).toEqual({ confirmed: 0, pending: 0, suspended: 0 });
  });

  it("begins with an alert, goes on by a person's hand, and ends with what the alert's end proposes", async () => {
    await confirmed("ada@example.com");
    await tenant.config("PUT", `status_page_components/${component}`, {
      body: { service: "checkout", publish: "automatic" },
    });
    const connector = await tenant.config("POST", "connectors", {
      body: { name: "alertmanager", type: "observability", connector_type: "alertmanager" },
    });
    const alert = {
      name: "Down",
      startsAt: minute(0),
      labels: { service: "checkout", severity: "critical" },
    };
    const report = (fired: Fired) =>
      tenant.api("POST", `intake/alertmanager/${connector.body.id}`, {
        body: webhook({ receiver: "none" }, [fired]),
      });
    const incidents = async () => (await tenant.config("GET", "status_page_incidents")).body.data;
    let at = Date.now();
    const settled = async (is: (incident: Record<string, unknown> | undefined) => boolean) => {
      await until(async () => {
        at += 6_000;
        await test.service.statusPages.settle(new Date(at));
        return is((await incidents())[0]);
      });
      return (await incidents())[0];
    };
    expect((await report(alert)).status).toBe(200);
    const { id } = await settled((incident) => incident !== undefined);
    expect((await mailTo("ada@example.com", 1)).headers.subject).toBe(
      "[Acme] Checkout is affected: Investigating",
    );
    const put = (body: object) => tenant.config("PUT", `status_page_incidents/${id}`, { body });
    await put({ status: "identified", body: "A bad deploy is taken back." });
    expect((await mailTo("ada@example.com", 2)).text).toContain("A bad deploy is taken back.");
    await report({ ...alert, endsAt: minute(9) });
    const { proposed_update } = await settled((incident) => incident?.proposed_update !== null);
    await put({ status: proposed_update.status, body: proposed_update.body });
    const last = await mailTo("ada@example.com", 3);
    expect(last.headers.subject).toBe("[Acme] Checkout is affected: Resolved");
    const leave = String(last.headers["list-unsubscribe"]).replace(/^<https:\/\/config\.example|>$/g, "");
    expect((await form(leave, { "List-Unsubscribe": "One-Click" })).status).toBe(200);
    await put({ body: "What went wrong is written up." });
    expect(await counts()).toEqual({ confirmed: 0, pending: 0, suspended: 0 });
    expect(await waitingMessages()).toEqual([]);
    expect(mail.mails.filter(({ to }) => to.includes("ada@example.com"))).toHaveLength(4);
  });

  it("reaches nobody while it is a draft, and everybody when it is published", async () => {
    await confirmed("ada@example.com");
    await tenant.config("PUT", "notification_settings", { body: { recipients: ["sre@example.com"] } });
    const draft = await open({ draft: true });
    const put = (body: object) => tenant.config("PUT", `status_page_incidents/${draft.body.id}`, { body });
    await put({ status: "identified", body: "Not to be read." });
    expect(await waitingMessages()).toEqual([]);
    await test.service.delivery.flush();
    expect(mail.mails.filter(({ to }) => to.includes("sre@example.com"))).toEqual([]);
    await put({ body: "It is slow, and we know why.", draft: false });
    expect((await mailTo("ada@example.com", 1)).text).toContain("we know why");
    await test.service.delivery.flush();
    expect((await mailTo("sre@example.com")).text).toContain("we know why");
    expect(mail.mails.some(({ raw }) => raw.includes("Not to be read"))).toBe(false);
  });

  it("reaches those who chose its components, and nobody who did not confirm", async () => {
    const other = await makeComponent("Mail");
    await confirmed("checkout@example.com", [["component", component]]);
    await confirmed("mail@example.com", [["component", other]]);
    await subscribe({ email: "pending@example.com" });
    await mailTo("pending@example.com");
    await open({});
    await mailTo("checkout@example.com", 1);
    await until(async () => (await waitingMessages()).length === 0);
    const to = mail.mails.flatMap((one) => one.to);
    expect(to.filter((address) => address === "mail@example.com")).toHaveLength(1);
    expect(to.filter((address) => address === "pending@example.com")).toHaveLength(1);
  });

  it("says nothing of what was over an hour ago, which stands in the history at its time", async () => {
    await confirmed("ada@example.com");
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
    const past = await open({ status: "resolved", started_at: hours(30), resolved_at: hours(29) });
    expect(past.status).toBe(201);
    expect(await waitingMessages()).toEqual([]);
    const incidents = async () =>
      (await test.send("GET", "/status/acme/api/v2/incidents.json")).body.incidents;
    await until(async () => (await incidents()).length === 1);
    expect(Date.parse((await incidents())[0].started_at)).toBeLessThan(Date.now() - 29 * 3_600_000);
    expect(Date.parse((await incidents())[0].resolved_at)).toBeLessThan(Date.now() - 28 * 3_600_000);
  });

  it("says what ended less than an hour ago, and other times of planned work", async () => {
    await confirmed("ada@example.com");
    const minutes = (count: number) => new Date(Date.now() + count * 60_000).toISOString();
    await open({ status: "resolved", started_at: minutes(-50), resolved_at: minutes(-30) });
    expect((await mailTo("ada@example.com", 1)).headers.subject).toBe("[Acme] Slow checkout: Resolved");
    const times = { scheduled_for: minutes(2_000), scheduled_until: minutes(2_060) };
    const work = await open({ title: "Upgrade", status: "scheduled", impact: "maintenance", ...times });
    await mailTo("ada@example.com", 2);
    await tenant.config("PUT", `status_page_incidents/${work.body.id}`, {
      body: { scheduled_for: minutes(3_000), scheduled_until: minutes(3_060) },
    });
    const moved = await mailTo("ada@example.com", 3);
    expect(moved.headers.subject).toBe("[Acme] Upgrade: Scheduled");
    expect(moved.text).toMatch(/Now planned for .* to .*\.\s+It is slow\./);
  });

  it("says nothing where the incident notifies nobody", async () => {
    await confirmed("ada@example.com");
    await open({ notify: false });
    expect(await waitingMessages()).toEqual([]);
  });
});

it("five messages in a row that are turned down suspend, and a new yes begins again", async () => {
  const link = await confirmed("gone@example.com");
  mail.answer = (to) => (to === "gone@example.com" ? 550 : undefined);
  const incident = await open({});
  for (let update = 0; update < 4; update += 1)
    await tenant.config("PUT", `status_page_incidents/${incident.body.id}`, {
      body: { body: `Update ${update}.` },
    });
  await until(async () => (await counts()).suspended === 1);
  mail.answer = () => undefined;
  await form(link, { action: "confirm" });
  expect(await counts()).toEqual({ confirmed: 1, pending: 0, suspended: 0 });
});

describe("a webhook", () => {
  let server: Server;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  const bodies: any[] = [];
  beforeEach(async () => {
    bodies.length = 0;
    server = createServer((request, response) => {
      let text = "";
      request.on("data", (part) => {
        text += part;
      });
      request.on("end", () => {
        bodies.push(JSON.parse(text));
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterEach(() => void server.close());

  it("is asked first, and then gets each update as Statuspage sends it", async () => {
    const { port } = server.address() as AddressInfo;
    expect((await subscribe({ webhook: `http://127.0.0.1:${port}/hook` })).status).toBe(202);
    await until(async () => bodies.length === 1);
    const confirm = String(bodies[0].confirm_url).replace("https://config.example", "");
    await form(confirm, { action: "confirm" });
    await open({});
    await until(async () => bodies.length === 2);
    const { body: incident } = await tenant.config("GET", "status_page_incidents");
    await tenant.config("PUT", `status_page_incidents/${incident.data[0].id}`, {
      body: { status: "identified", body: "Found." },
    });
    await tenant.config("PUT", `status_page_incidents/${incident.data[0].id}`, {
      body: { status: "resolved", body: "Over." },
    });
    await until(async () => bodies.length === 4);
    expect(bodies.slice(1).map(({ incident: { status } }) => status)).toEqual(
      expect.arrayContaining(["investigating", "identified", "resolved"]),
    );
    expect(bodies.find(({ incident }) => incident?.status === "investigating")).toMatchObject({
      page: { status_indicator: "minor" },
      incident: { name: "Slow checkout", incident_updates: [{ body: "It is slow." }] },
      meta: { unsubscribe: expect.stringContaining("/subscription/") },
    });
  });
});
