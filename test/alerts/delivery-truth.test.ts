/** Whether what is sent arrives: said wherever somebody is named, at the alert, in the attention; and others are notified where nothing did. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hurry, type MailServer, notify, startMailServer, textOf } from "../events/support.ts";
import { makePerson } from "../support/people.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";
import { created, makeScene, minute, type Scene } from "./support.ts";

let app: TestService;
let receivers: Receivers;
let mail: MailServer;
beforeAll(async () => {
  [receivers, mail] = await Promise.all([startReceivers(), startMailServer()]);
  app = await startService({
    ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1",
    ORGCONFIG_PUBLIC_URL: "https://config.example",
    SMTP_URL: mail.url,
  });
});
afterAll(async () => {
  await app.close();
  await Promise.all([receivers.close(), mail.close()]);
});
beforeEach(() => {
  receivers.received.length = 0;
  receivers.trouble = undefined;
  mail.mails.length = 0;
});

const labels = { service: "checkout", severity: "critical" };

interface Hooked extends Scene {
  readonly hook: string;
}

/** A scene whose route leads to one webhook. */
async function withHook(more: object = {}): Promise<Hooked> {
  const scene = await makeScene(app);
  const row = {
    name: "hook",
    kind: "webhook",
    url: `${receivers.url}/hook`,
    secret: credentials.webhook,
    ...more,
  };
  const hook = await created(scene, "outbound_configs", row);
  const body = { destinations: [{ outbound_config_id: hook }] };
  const { status, text } = await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body });
  if (status !== 200) throw new Error(text);
  return { ...scene, hook };
}

const fire = (scene: Scene, names: readonly string[] = ["A"]) =>
  scene.notify(
    {},
    names.map((name) => ({ name, startsAt: minute(0), labels })),
  );
const flush = () => app.service.delivery.flush();
const refuse = (after?: Promise<void>) => {
  receivers.trouble = { status: 500, body: "out of order", ...(after && { after }) };
};
/** As though the alerts had come in a while ago. */
async function later({ tenant }: Scene): Promise<void> {
  await app.database.queryText(
    {
      name: "test-received-before",
      text: "UPDATE alerts SET received_at = received_at - interval '1 hour' WHERE organization_id = $1",
    },
    [tenant.organization.id],
  );
  await app.service.alerts.flush();
  await flush();
}

const resolved = async ({ tenant }: Scene) =>
  (await tenant.api("POST", "alert_routes/resolve", { body: { labels: { alertname: "A", ...labels } } }))
    .body;
const flow = async ({ tenant }: Scene) => (await tenant.api("GET", "alert_routes/flow")).body;
const ofService = async ({ tenant }: Scene) => (await tenant.api("GET", "services/checkout/notified")).body;
const alertsOf = async ({ tenant }: Scene) => (await tenant.api("GET", "alerts")).body.data;
interface Section {
  readonly section: string;
  readonly resource: string;
  readonly data: readonly {
    readonly id: string;
    readonly name: string;
    readonly why: string;
    readonly tone: string;
  }[];
}
const attention = async ({ tenant }: Scene): Promise<Section[]> =>
  (await tenant.api("GET", "attention")).body.sections;

/** What each place that names the target says of it. */
async function said(scene: Hooked) {
  const { recipients, routes } = await resolved(scene);
  const notified = await ofService(scene);
  const { receivers: leads } = await flow(scene);
  return {
    resolve: recipients.map((one: { delivery: object }) => one.delivery),
    destination: routes[0].destinations[0].delivery,
    notified: notified.recipients.map((one: { delivery: object }) => one.delivery),
    flow: leads.map((one: { delivery: object }) => one.delivery),
  };
}
const everywhere = (delivery: object) => ({
  resolve: [delivery],
  destination: delivery,
  notified: [delivery],
  flow: [delivery],
});

describe("a target is marked wherever somebody is named", () => {
  it("as unknown before anything was sent to it, and as ok after a message arrived", async () => {
    const scene = await withHook();
    const untried = { status: "unknown", since: null, reason: expect.stringContaining("ever sent") };
    expect(await said(scene)).toEqual(everywhere(untried));
    await fire(scene);
    await flush();
    expect(await said(scene)).toEqual(
      everywhere({ status: "ok", since: expect.stringMatching(/Z$/), reason: null }),
    );
  });

  it("as unknown since it got another address, until a message arrives there", async () => {
    const scene = await withHook();
    await fire(scene);
    await flush();
    const body = { url: `${receivers.url}/hook?place=2` };
    expect((await scene.tenant.config("PUT", `outbound_configs/${scene.hook}`, { body })).status).toBe(200);
    const moved = {
      status: "unknown",
      since: expect.stringMatching(/Z$/),
      reason: expect.stringContaining("since its address or secret changed"),
    };
    expect(await said(scene)).toEqual(everywhere(moved));
    await scene.tenant.config("PUT", `outbound_configs/${scene.hook}`, {
      body: { severity_map: { error: "x" } },
    });
    expect(await said(scene)).toEqual(everywhere(moved));
    await fire(scene, ["B"]);
    await flush();
    expect((await said(scene)).destination.status).toBe("ok");
  });

  it("as failing from the first message that it did not take, with what it answered", async () => {
    const scene = await withHook();
    refuse();
    await fire(scene);
    await flush();
    const failing = {
      status: "failing",
      since: expect.stringMatching(/Z$/),
      reason: expect.stringContaining("500"),
    };
    expect(await said(scene)).toEqual(everywhere(failing));
    // What is tried again later fails since the same moment.
    const { since } = (await resolved(scene)).recipients[0].delivery;
    await hurry(app);
    await flush();
    expect((await resolved(scene)).recipients[0].delivery.since).toBe(since);
    receivers.trouble = undefined;
    await hurry(app);
    await flush();
    expect(await said(scene)).toEqual(everywhere({ status: "ok", since: expect.anything(), reason: null }));
  });

  it("as unsent where its secret is for another address, and where messages were given up before one arrived", async () => {
    const scene = await withHook();
    const body = { url: `${receivers.url}/v2/enqueue` };
    await scene.tenant.config("PUT", `outbound_configs/${scene.pager}`, { body });
    const destinations = [{ outbound_config_id: scene.pager }];
    await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body: { destinations } });
    const moved = { status: "unsent", since: null, reason: expect.stringContaining("save it again for") };
    expect(await said(scene)).toEqual(everywhere(moved));

    const other = await withHook();
    receivers.trouble = { status: 400, body: "no" };
    await fire(other);
    for (let tries = 0; tries < 4; tries += 1) {
      await flush();
      await hurry(app);
    }
    expect((await resolved(other)).recipients[0].delivery).toMatchObject({ status: "failing" });
    receivers.trouble = undefined;
    await fire(other, ["B"]);
    await flush();
    expect((await resolved(other)).recipients[0].delivery).toEqual({
      status: "unsent",
      since: expect.stringMatching(/Z$/),
      reason: expect.stringMatching(/^1 message to it was given up: .*400/),
    });
  });

  it.each([
    ["pushover", { recipient: "user" }],
    ["telegram", { recipient: "-100123" }],
    ["webex", { recipient: "room" }],
    ["victorops", { recipient: "team" }],
    ["ntfy", { url: "https://ntfy.example/alerts" }],
    ["gotify", { url: "https://gotify.example" }],
    ["incident_io", { url: "https://api.incident.io/v2/alert_events/alertmanager/x" }],
  ])("as unsent where the secret of %s is for another address", async (kind, more) => {
    const scene = await makeScene(app);
    const made = await scene.tenant.config("POST", "outbound_configs", {
      body: { name: "moving", kind, secret: "123456:abcdefghijklmnopqrstuvwxyz0123", ...more },
    });
    expect(made.status, made.text).toBe(201);
    const target = made.body.id;
    const destinations = [{ outbound_config_id: target }];
    await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body: { destinations } });
    expect((await resolved(scene)).recipients[0].delivery.status).toBe("unknown");
    const moved = await scene.tenant.config("PUT", `outbound_configs/${target}`, {
      body: { url: "https://elsewhere.example/alerts" },
    });
    expect(moved.status, moved.text).toBe(200);
    expect((await resolved(scene)).recipients[0].delivery).toEqual({
      status: "unsent",
      since: null,
      reason: expect.stringContaining("save it again for https://elsewhere.example"),
    });
  });

  it("in what a plan would have sent, and in the tests that it decides", async () => {
    const scene = await withHook();
    refuse();
    await scene.notify({}, [{ name: "A", startsAt: new Date().toISOString(), labels }]);
    await flush();
    const failing = {
      status: "failing",
      since: expect.stringMatching(/Z$/),
      reason: expect.stringContaining("500"),
    };
    const edit = {
      op: "save",
      resource: "alert_routes",
      id: scene.route,
      fields: { group_wait_seconds: 60 },
    };
    const planned = await scene.tenant.api("POST", "plans", { body: { edits: [edit] } });
    expect(planned.status, planned.text).toBe(201);
    const { by_target, unknown } = planned.body.effects.replay;
    expect(by_target).toEqual([{ target: "hook", before: 1, after: 1, delivery: failing }]);
    const never = [
      'No agent of "alertmanager" has ever reported: silences that are set there are not known.',
    ];
    expect(unknown).toEqual(never);
    const other = await created(scene, "outbound_configs", {
      ...{ name: "other", kind: "webhook", url: `${receivers.url}/hook?other`, secret: credentials.webhook },
    });
    const destinations = [{ outbound_config_id: other }, { email: "sre@example.com" }];
    const led = await scene.tenant.api("POST", "plans", {
      body: { edits: [{ ...edit, fields: { destinations } }] },
    });
    const { replay, rerouted_alerts } = led.body.effects;
    const untried = { status: "unknown", since: null, reason: expect.stringContaining("ever sent") };
    const after = [
      { target: "other", delivery: untried },
      { target: "sre@example.com", delivery: untried },
    ];
    expect(replay.top[0].notified).toEqual([{ target: "hook", delivery: failing }, ...after]);
    expect(rerouted_alerts.data[0]).toMatchObject({
      before: [{ id: scene.route, name: "all", notified: [{ target: "hook", delivery: failing }] }],
      after: [{ id: scene.route, name: "all", notified: after }],
    });
    await created(scene, "behaviour_tests", {
      name: "Checkout reaches the hook",
      alert: { labels: { alertname: "A", ...labels } },
      expect: { notified: ["hook"] },
    });
    const { body: run } = await scene.tenant.api("POST", "behaviour_tests/run", { body: {} });
    const delivery = Object.fromEntries(
      run.data[0].decided_by.map((one: { resource: string; delivery: object }) => [
        one.resource,
        one.delivery,
      ]),
    );
    expect([run.unknown, delivery]).toEqual([never, { alert_routes: null, outbound_configs: failing }]);
  });

  it("as off, since it was switched off", async () => {
    const scene = await withHook();
    await scene.tenant.config("PUT", `outbound_configs/${scene.hook}`, { body: { enabled: false } });
    const records = (await scene.tenant.api("GET", "audit?kind=outbound_configs")).body.data;
    const off = { status: "off", since: records[0].at, reason: expect.stringContaining("switched off") };
    const marked = await said(scene);
    expect(marked).toMatchObject({ destination: off, flow: [off], resolve: [], notified: [] });
    // A later change of it moves nothing of that.
    await scene.tenant.config("PUT", `outbound_configs/${scene.hook}`, { body: { name: "hook 2" } });
    expect((await flow(scene)).receivers[0].delivery.since).toBe(records[0].at);
  });

  it("and says what no row knows: an Alertmanager that sends alerts, and of which no agent ever reported", async () => {
    const scene = await withHook();
    expect((await resolved(scene)).unknown).toEqual([]);
    await fire(scene);
    const never = [expect.stringMatching(/^No agent of "alertmanager" has ever reported: silences/)];
    for (const forecast of [resolved, flow, ofService])
      expect((await forecast(scene)).unknown).toEqual(never);
    await scene.tenant.config("PUT", `connectors/${scene.connector}`, { body: { enabled: false } });
    expect((await resolved(scene)).unknown).toEqual([]);
  });

  it("and says what no row knows: an agent that is late", async () => {
    const scene = await withHook();
    expect((await resolved(scene)).unknown).toEqual([]);
    const ack = { digest: "0".repeat(64), ok: true, instance: "one" };
    const path = `render/${scene.connector}/applied`;
    const answer = await scene.tenant.api("PUT", path, { body: ack });
    expect(answer.status, answer.text).toBe(200);
    expect((await resolved(scene)).unknown).toEqual([]);
    await app.database.queryText(
      {
        name: "test-late",
        text: "UPDATE render_acknowledgements SET heard_at = now() - interval '3 minutes'",
      },
      [],
    );
    const late = [
      expect.stringMatching(/^The agent one of "alertmanager" has reported nothing since .*silences/),
    ];
    expect((await resolved(scene)).unknown).toEqual(late);
    expect((await flow(scene)).unknown).toEqual(late);
    expect((await ofService(scene)).unknown).toEqual(expect.arrayContaining(late));
  });

  it("and says what no row knows: an Alertmanager that is away", async () => {
    const scene = await withHook();
    const ack = { digest: "0".repeat(64), ok: true, instance: "one", lost: "engine", message: "refused" };
    const answer = await scene.tenant.api("PUT", `render/${scene.connector}/applied`, { body: ack });
    expect(answer.status, answer.text).toBe(200);
    const away = [expect.stringMatching(/^"alertmanager" has been away since .*: no alert comes through it/)];
    for (const forecast of [resolved, flow, ofService])
      expect((await forecast(scene)).unknown).toEqual(expect.arrayContaining(away));
  });
});

describe("an alert says whether somebody was reached", () => {
  it("by what became of its messages", async () => {
    const scene = await withHook();
    let answer = () => {};
    refuse(new Promise((resolve) => (answer = resolve)));
    await fire(scene);
    expect((await alertsOf(scene))[0].reached).toMatchObject({ status: "pending" });
    answer();
    await flush();
    expect((await alertsOf(scene))[0].reached).toEqual({
      status: "nobody",
      since: null,
      reason: expect.stringMatching(/^"hook": .*500/),
    });
    receivers.trouble = undefined;
    await hurry(app);
    await flush();
    expect((await alertsOf(scene))[0].reached).toEqual({
      status: "reached",
      since: expect.stringMatching(/Z$/),
      reason: null,
    });
  });

  it("where nothing is sent: no route, a route by decision, targets that are off, a mute", async () => {
    const scene = await withHook();
    const change = (body: object) => scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body });
    await scene.tenant.config("PUT", `outbound_configs/${scene.hook}`, { body: { enabled: false } });
    await fire(scene, ["off"]);
    expect((await alertsOf(scene))[0].reached).toMatchObject({
      status: "nobody",
      reason: expect.stringContaining("targets are off"),
    });
    await change({ drop: true, destinations: [] });
    await fire(scene, ["dropped"]);
    await scene.notify({ receiver: "somebody else's" }, [{ name: "unrouted", startsAt: minute(0), labels }]);
    await created(scene, "alert_mutes", {
      matchers: ['alertname="muted"'],
      duration_minutes: 60,
      reason: "work",
    });
    await fire(scene, ["muted"]);
    const byName = Object.fromEntries(
      (await alertsOf(scene)).map((one: { title: string; reached: object }) => [one.title, one.reached]),
    );
    expect(byName).toMatchObject({
      unrouted: { status: "nobody", reason: "No route took it." },
      muted: { status: "withheld", reason: expect.stringContaining("muted") },
      dropped: { status: "withheld", reason: expect.stringContaining("by decision") },
    });
  });

  it("a mail about the event stands among what was sent, and counts only where no route names anybody", async () => {
    const scene = await withHook();
    await notify(scene.tenant, { recipients: ["sre@example.com"] });
    refuse();
    await fire(scene);
    await flush();
    const [alert] = await alertsOf(scene);
    expect(alert.reached).toMatchObject({ status: "nobody", reason: expect.stringContaining("500") });
    expect(alert.deliveries).toContainEqual(
      expect.objectContaining({ target: "sre@example.com", kind: "email", status: "sent" }),
    );
    const states = async () =>
      JSON.stringify((await attention(scene)).filter((one) => one.section === "alerts"));
    expect(await states()).toContain('"unreached"');
    const unnamed = await makeScene(app);
    await notify(unnamed.tenant, { recipients: ["sre@example.com"] });
    const { status, text } = await unnamed.tenant.config("PUT", `alert_routes/${unnamed.route}`, {
      body: { destinations: [], drop: true },
    });
    if (status !== 200) throw new Error(text);
    await fire(unnamed);
    await flush();
    expect((await alertsOf(unnamed))[0].reached.status).toBe("reached");
    expect(JSON.stringify(await attention(unnamed))).not.toContain('"unreached"');
  });
});

describe("an open alert that reached nobody", () => {
  it("is the first line of what needs attention, and its target names it", async () => {
    const scene = await withHook();
    await fire(scene, ["Fine"]);
    await flush();
    refuse();
    await scene.notify({}, [
      { name: "Lost", startsAt: minute(0), labels: { ...labels, severity: "warning" } },
    ]);
    await flush();
    const sections = await attention(scene);
    expect(sections[0]?.data[0]).toMatchObject({
      name: "Lost",
      tone: "bad",
      why: expect.stringMatching(/^On checkout\. It reached nobody: "hook": .*500/),
    });
    expect(sections[0]?.data[1]).toMatchObject({ name: "Fine" });
    const target = sections.find(({ resource }) => resource === "outbound_configs")?.data[0];
    expect(target).toMatchObject({
      name: "hook",
      why: expect.stringMatching(/500.* The open alert "Lost" reached nobody\.$/),
      since: expect.stringMatching(/Z$/),
    });
  });

  it("is sent once to the org_admins by mail, and to a target that works", async () => {
    const scene = await withHook();
    await makePerson(app.database, scene.tenant.organization.id, "ada@example.com", "org_admin");
    const room = await created(scene, "outbound_configs", {
      name: "spare",
      kind: "webhook",
      url: `${receivers.url}/hook?spare`,
      secret: credentials.webhook,
    });
    await scene.tenant.api("POST", `outbound_configs/${room}/test`);
    receivers.received.length = 0;
    receivers.trouble = { status: 500, when: ({ data }) => data.by.name === "all" };
    await fire(scene, ["A", "B"]);
    await flush();
    await later(scene);
    const spare = () =>
      receivers.received
        .filter(({ path }) => path === "/hook?spare")
        .map(({ body }) => `${body.type} ${body.data.title}`);
    expect(spare().sort()).toEqual(["alert.firing A", "alert.firing B"]);
    expect(mail.mails.map(({ to }) => to)).toEqual([["ada@example.com"]]);
    const [sent] = mail.mails;
    expect(sent && textOf(sent)).toMatch(/2 alerts reached nobody/);
    // It stays one of which whom it is for has not learnt.
    expect((await alertsOf(scene))[0].reached.status).toBe("nobody");
    expect((await attention(scene))[0]?.data[0]?.why).toMatch(/reached nobody/);
    await later(scene);
    expect(mail.mails).toHaveLength(1);
    receivers.received.length = 0;
    await scene.notify({}, [{ name: "A", startsAt: minute(0), endsAt: minute(1), labels }]);
    await flush();
    expect(spare()).toEqual(["alert.resolved A"]);
    expect(mail.mails).toHaveLength(1);
  });

  it("notifies nobody of one that was reached, is muted, or has ended", async () => {
    const scene = await withHook();
    await makePerson(app.database, scene.tenant.organization.id, "ben@example.com", "org_admin");
    await fire(scene, ["Reached"]);
    await flush();
    refuse();
    await fire(scene, ["Over"]);
    await scene.notify({}, [{ name: "Over", startsAt: minute(0), endsAt: minute(1), labels }]);
    await created(scene, "alert_mutes", {
      matchers: ['alertname="Muted"'],
      duration_minutes: 60,
      reason: "work",
    });
    await fire(scene, ["Muted"]);
    await later(scene);
    expect(mail.mails).toEqual([]);
  });
});
