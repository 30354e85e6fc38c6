/** Alerts reach their targets, each in its vendor's own format: once, in order, again after failures, and to their end. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { hurry, type MailServer, startMailServer, textOf } from "../events/support.ts";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { startService, type TestService } from "../support/service.ts";
import { recordsOf } from "../support/sign-in.ts";
import { until } from "../support/until.ts";
import { created, listed, makeScene, minute, queued, type Scene } from "./support.ts";

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
  receivers.faults.length = 0;
  receivers.script.length = 0;
  receivers.trouble = undefined;
  mail.mails.length = 0;
  for (const incidents of Object.values(receivers.incidents)) incidents.length = 0;
});

const rowOf = (kind: string): Record<string, unknown> => {
  const { url } = receivers;
  const secrets = credentials as Readonly<Record<string, string>>;
  const more: Readonly<Record<string, object>> = {
    pagerduty: { url: `${url}/v2/enqueue` },
    opsgenie: { url },
    servicenow: { url },
    slack: { secret: `${url}/services/${credentials.slack}` },
    teams: { secret: `${url}/${credentials.teams}` },
    webhook: { url: `${url}/hook` },
  };
  return kind === "email"
    ? { name: kind, kind, address: "oncall@example.com" }
    : { name: kind, kind, secret: secrets[kind], ...more[kind] };
};
const kinds = ["pagerduty", "opsgenie", "servicenow", "slack", "teams", "webhook", "email"] as const;

interface Targeted extends Scene {
  /** Ids of rows of outbound_configs, by kind. */
  readonly targets: Readonly<Record<string, string>>;
}

/** A scene whose route leads to targets of these kinds. */
async function withTargets(wanted: readonly string[], route: object = {}): Promise<Targeted> {
  const scene = await makeScene(app);
  const targets: Record<string, string> = {};
  for (const kind of wanted) targets[kind] = await created(scene, "outbound_configs", rowOf(kind));
  const destinations = Object.values(targets).map((outbound_config_id) => ({ outbound_config_id }));
  const body = { destinations, ...route };
  const { status, text } = await scene.tenant.config("PUT", `alert_routes/${scene.route}`, { body });
  if (status !== 200) throw new Error(text);
  return { ...scene, targets };
}

const labels = { service: "checkout", severity: "error" };
const fire = (scene: Scene, names: readonly string[] = ["A"], endsAt?: string) =>
  scene.notify(
    {},
    names.map((name) => ({ name, startsAt: minute(0), labels, ...(endsAt === undefined ? {} : { endsAt }) })),
  );

async function flush(): Promise<void> {
  await app.service.delivery.flush();
}

/** As though all pauses were over. */
async function again(): Promise<void> {
  await hurry(app);
  await flush();
}

const target = async ({ tenant }: Scene, id: string) =>
  (await tenant.config("GET", `outbound_configs/${id}`)).body;

async function test({ tenant }: Scene, id: string) {
  const { status, body, text } = await tenant.api("POST", `outbound_configs/${id}/test`);
  expect(status, text).toBe(200);
  return body;
}

const paths = () => receivers.received.map(({ method, path }) => `${method} ${path.split("?")[0]}`);

describe("an alert", () => {
  it("reaches every kind of target in its own format, and so does its end", async () => {
    const scene = await withTargets(kinds, { severity_override: "warning" });
    await fire(scene, ["A", "B"]);
    await flush();
    expect(receivers.faults).toEqual([]);
    const table = "/api/now/table/incident";
    expect(paths().sort()).toEqual(
      [
        `GET ${table}`,
        "POST /hook",
        `POST /services/${credentials.slack}`,
        "POST /v2/alerts",
        "POST /v2/enqueue",
        `POST /${credentials.teams}`,
        `POST ${table}`,
      ].sort(),
    );
    const bodyAt = (path: string) =>
      receivers.received.filter((one) => one.path.startsWith(path) && one.method === "POST").at(-1)?.body;
    // The route's own severity, in each one's words.
    expect(bodyAt("/v2/enqueue").payload.severity).toBe("warning");
    expect(bodyAt("/v2/alerts").priority).toBe("P3");
    expect(bodyAt(table).urgency).toBe("3");
    expect(bodyAt("/hook")).toMatchObject({ type: "alert.firing", data: { severity: "warning", count: 2 } });
    expect(mail.mails.map(({ to }) => to)).toEqual([["oncall@example.com"]]);
    expect(textOf(mail.mails[0] as (typeof mail.mails)[number])).toMatch(/^Firing, warning, 2 alerts\./m);
    const keys = Object.values(receivers.incidents).map((all) => all.map(({ key, open }) => [key, open]));
    expect(keys).toEqual(Array(3).fill([[expect.stringMatching(/^[\w]{1,64}$/), true]]));

    // One of two has ended: pagers hold the incident open, people are notified.
    await fire(scene, ["A"], minute(5));
    await flush();
    expect(Object.values(receivers.incidents).map(([one]) => one?.open)).toEqual([true, true, true]);
    expect(bodyAt("/hook")).toMatchObject({ type: "alert.resolved", data: { count: 1 } });
    await fire(scene, ["B"], minute(6));
    await flush();
    expect(receivers.faults).toEqual([]);
    expect(Object.values(receivers.incidents).map((all) => all.map(({ open }) => open))).toEqual(
      Array(3).fill([false]),
    );
    expect(mail.mails.at(-1)?.headers.subject).toContain("Resolved: ");
    for (const id of Object.values(scene.targets)) {
      const row = await target(scene, id);
      expect(row).toMatchObject({ health_status: "healthy", consecutive_failures: 0 });
      expect(Date.parse(row.last_delivery_at)).toBeGreaterThan(0);
    }
    const [alert] = await listed(scene);
    expect(alert.deliveries.map(({ status }: { status: string }) => status)).not.toContain("queued");
  });

  it("that is notified again adds to the incident, also where the answer to the first try was lost", async () => {
    const scene = await withTargets(["servicenow"]);
    // The search is answered; what opens the incident is taken, and its answer cut off.
    receivers.script.push({ status: 200, body: '{"result":[]}' }, { status: 0 });
    await fire(scene);
    await untilStatuses(scene, ["sent"]);
    expect(receivers.incidents.servicenow).toEqual([
      { key: expect.any(String), open: true, notes: ["A", expect.stringContaining("Firing: A")] },
    ]);
    await fire(scene, ["A"], minute(5));
    await untilStatuses(scene, ["sent", "sent"]);
    expect(receivers.incidents.servicenow).toMatchObject([{ open: false }]);
    expect(receivers.faults).toEqual([]);
  });

  it("is notified in order, and the later ones wait while a target is in trouble", async () => {
    const scene = await withTargets(["webhook"]);
    receivers.trouble = { status: 500 };
    await fire(scene, ["A"]);
    await fire(scene, ["A", "B"]);
    await flush();
    receivers.trouble = undefined;
    await untilStatuses(scene, ["sent", "sent"]);
    const notified = receivers.received.map(({ status, body, headers }) => ({
      status,
      title: body.data.alerts[0].title,
      id: headers["webhook-id"],
    }));
    const [first] = notified;
    expect(first).toMatchObject({ status: 500, title: "A" });
    // A repetition has the id of the first try.
    expect(notified.slice(1, -2).every((one) => JSON.stringify(one) === JSON.stringify(first))).toBe(true);
    expect(notified.at(-2)).toEqual({ ...first, status: 204 });
    expect(notified.at(-1)).toMatchObject({ status: 204, title: "B" });
    expect(notified.at(-1)?.id).not.toBe(first?.id);
  });

  it("does not begin again after its end was notified", async () => {
    const scene = await withTargets(["pagerduty"]);
    // A gateway's word: what is behind it may have taken it.
    receivers.trouble = { status: 504, when: ({ event_action }) => event_action === "trigger" };
    await fire(scene);
    await fire(scene, ["A"], minute(5));
    // After three failures those behind it go on.
    await untilStatuses(scene, ["queued", "sent"]);
    receivers.trouble = undefined;
    await untilStatuses(scene, ["parked", "sent"]);
    expect(
      receivers.received.filter(({ status }) => status === 202).map(({ body }) => body.event_action),
    ).toEqual(["resolve"]);
    expect(await errors(scene)).toContain(
      "its target was notified of the end meanwhile; nothing more is sent to it",
    );
  });

  it("is not sent to a target that was deleted meanwhile", async () => {
    const scene = await withTargets(["slack"]);
    receivers.trouble = { status: 500 };
    await fire(scene);
    await scene.tenant.config("DELETE", `alert_routes/${scene.route}`);
    const { status, text } = await scene.tenant.config("DELETE", `outbound_configs/${scene.targets.slack}`);
    expect(status, text).toBe(200);
    await flush();
    receivers.trouble = undefined;
    await untilStatuses(scene, ["parked"]);
    expect(receivers.received.filter((one) => one.status !== 500)).toEqual([]);
  });

  it("waits for a target that was switched off meanwhile, and so does its end", async () => {
    const scene = await withTargets(["slack"]);
    const path = `outbound_configs/${scene.targets.slack}`;
    receivers.trouble = { status: 500 };
    await fire(scene);
    await flush();
    await scene.tenant.config("PUT", path, { body: { enabled: false } });
    receivers.trouble = undefined;
    await again();
    expect(await statuses(scene)).toEqual(["queued"]);
    expect(await errors(scene)).toEqual(["its outbound target is off, and it waits until that is on"]);
    await fire(scene, ["A"], minute(1));
    await again();
    expect(await statuses(scene)).toEqual(["queued", "queued"]);
    expect(receivers.received.filter((one) => one.status !== 500)).toEqual([]);
    // Nobody sets its next try back: being on again does.
    await scene.tenant.config("PUT", path, { body: { enabled: true } });
    await until(async () => {
      await flush();
      return (await statuses(scene)).join() === "sent,sent";
    });
    expect(receivers.received.filter((one) => one.status !== 500)).toHaveLength(2);
  });
});

/** Tries again, without the pauses, until the deliveries stand so, in order. */
async function untilStatuses(scene: Scene, wanted: readonly string[]): Promise<void> {
  await until(async () => {
    await again();
    return (await statuses(scene)).join() === wanted.join();
  });
}

const statuses = async (scene: Scene) => (await kept(scene)).map(({ status }) => status);
const errors = async (scene: Scene) => (await kept(scene)).map(({ error }) => error);

async function kept({ tenant }: Scene) {
  return app.database.queryText<{ status: string; error: string | null; wait: number }>(
    {
      name: "test-kept",
      text: "SELECT status, last_error AS error, extract(epoch FROM next_attempt_at - now())::integer AS wait FROM deliveries WHERE organization_id = $1 ORDER BY ordinal",
    },
    [tenant.organization.id],
  );
}

describe("a target", () => {
  it("that asks to be left alone is left alone for as long", async () => {
    const scene = await withTargets(["slack"]);
    receivers.script.push({ status: 429, headers: { "retry-after": "600" }, body: "rate_limited" });
    await fire(scene);
    // The first pause is five seconds by itself.
    await until(async () => ((await kept(scene))[0]?.wait ?? 0) > 400);
    expect(await target(scene, scene.targets.slack as string)).toMatchObject({
      health_status: "failing",
      last_error_kind: "throttled",
      last_error_message: "it takes no requests for now (HTTP 429): rate_limited",
      last_delivery_at: null,
    });
  });

  it.each(["pagerduty", "opsgenie", "servicenow", "slack", "teams"])(
    "of the kind %s with a wrong secret is failing, is an event after three times, and its secret stays hidden",
    async (kind) => {
      const wrong = "wr0ng-secret-that-nobody-may-see";
      const secret = {
        slack: `${receivers.url}/services/T/B/${wrong}`,
        teams: `${receivers.url}/workflows/${wrong}`,
        servicenow: `orgconfig:${wrong}`,
      }[kind];
      const scene = await withTargets([kind]);
      const id = scene.targets[kind] as string;
      await scene.tenant.config("PUT", "notification_settings", {
        body: { recipients: ["ops@example.com"] },
      });
      await scene.tenant.config("PUT", `outbound_configs/${id}`, { body: { secret: secret ?? wrong } });
      const before = app.logs.length;
      await fire(scene);
      await until(async () => {
        await again();
        return (await statuses(scene)).includes("parked");
      });
      const row = await target(scene, id);
      expect(row).toMatchObject({
        health_status: "failing",
        consecutive_failures: 4,
        last_error_kind: "auth_invalid",
      });
      const failing = () =>
        mail.mails.filter(({ headers }) => /Integration failing/.test(headers.subject ?? "")).length;
      await until(() => failing() > 0);
      await flush();
      expect(failing()).toBe(1);
      const shown = [
        row,
        await errors(scene),
        await queued(app, scene),
        await test(scene, id),
        app.logs.slice(before),
      ];
      expect(JSON.stringify(shown)).not.toContain(wrong);
      expect(JSON.stringify(shown)).not.toContain(Buffer.from(`orgconfig:${wrong}`).toString("base64"));
    },
  );

  it("gets its secret only at the address that it was saved for", async () => {
    const scene = await withTargets(["opsgenie", "webhook"]);
    const { opsgenie = "", webhook = "" } = scene.targets;
    const elsewhere = receivers.url.replace("127.0.0.1", "localhost");
    await scene.tenant.config("PUT", `outbound_configs/${opsgenie}`, { body: { url: elsewhere } });
    expect(await test(scene, opsgenie)).toMatchObject({
      ok: false,
      asked: null,
      error: `secret was saved for ${receivers.url}; save it again for ${elsewhere}`,
      error_kind: "auth_invalid",
    });
    expect(receivers.received).toEqual([]);
    // What only signs is not sent.
    await scene.tenant.config("PUT", `outbound_configs/${webhook}`, {
      body: { url: `${receivers.url}/hook?b` },
    });
    expect(await test(scene, webhook)).toMatchObject({ ok: true });
  });
});

describe("a test of a target", () => {
  it.each([
    ["pagerduty", "POST", "PagerDuty took the incident; then PagerDuty took the end of the incident"],
    ["opsgenie", "POST", "Opsgenie took the alert; then Opsgenie took the end of the alert"],
    [
      "servicenow",
      "PATCH",
      "ServiceNow opened the incident INC0000; then ServiceNow resolved the incident INC0000",
    ],
    ["slack", "POST", "Slack took the message"],
    ["teams", "POST", "Teams took the message"],
    ["webhook", "POST", "it took the message"],
    ["email", null, "the mail server took a mail to oncall@example.com"],
  ])("of the kind %s says what came back", async (kind, method, summary) => {
    const scene = await withTargets([kind]);
    const id = scene.targets[kind] as string;
    await scene.tenant.config("PUT", `outbound_configs/${id}`, { body: { enabled: false } });
    const body = await test(scene, id);
    expect(body).toMatchObject({ ok: true, summary, error: null, error_kind: null });
    expect(body.asked?.method ?? null).toBe(method);
    expect(receivers.faults).toEqual([]);
    const said = JSON.stringify([receivers.received, mail.mails]);
    expect(said).toContain("sent by test: nothing is wrong");
    for (const incidents of Object.values(receivers.incidents))
      expect(incidents.filter(({ open }) => open)).toEqual([]);
    // It is no alert.
    expect(await target(scene, id)).toMatchObject({ health_status: "healthy", last_delivery_at: null });
    const records = await recordsOf(app, scene.tenant.organization.id);
    expect(records.filter(({ action }) => action === "test_outbound_config")).toHaveLength(1);
  });

  it("never shows an address that lets in whoever knows it", async () => {
    const scene = await withTargets(["slack"]);
    const body = await test(scene, scene.targets.slack as string);
    expect(body.asked).toEqual({ method: "POST", url: receivers.url });
  });

  it("of a private address is refused as alerts are", async () => {
    const scene = await withTargets(["webhook"]);
    const id = scene.targets.webhook as string;
    await scene.tenant.config("PUT", `outbound_configs/${id}`, { body: { url: "http://10.0.0.1/hook" } });
    expect(await test(scene, id)).toMatchObject({
      ok: false,
      status: null,
      error_kind: "network",
      error: expect.stringContaining("private network"),
    });
  });
});
