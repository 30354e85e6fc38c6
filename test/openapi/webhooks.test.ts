/** What the service posts to programs of people is what its description says: each body is sent to a real receiver, and compared with its schema. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { created, holdsOver, makeScene, minute, type Scene } from "../alerts/support.ts";
import { type Receiver, startReceiver } from "../events/support.ts";
import { readDescription } from "../support/openapi-check.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { until } from "../support/until.ts";

const publicUrl = "https://config.example";

let app: TestService;
let receiver: Receiver;
let scene: Scene;
beforeAll(async () => {
  receiver = await startReceiver();
  app = await startService({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", ORGCONFIG_PUBLIC_URL: publicUrl });
  scene = await makeScene(app);
});
afterAll(async () => {
  await app.close();
  await receiver.close();
});

/** Bodies and headers that were seen, by the webhooks' names. */
const seen = new Map<string, { readonly body: object; readonly headers: object }[]>();

/** What has come to these paths since the last time, under the names that it is described by. */
function take(...paths: string[]): number {
  const came = receiver.posts.filter(({ path }) => paths.includes(path));
  for (const { path, body: text, headers } of came) {
    const body = JSON.parse(text);
    const name = body.type ?? (path === "/alertmanager" ? "alertmanager" : ofSubscriber(body));
    seen.set(name, [...(seen.get(name) ?? []), { body, headers }]);
  }
  receiver.posts.splice(0, receiver.posts.length, ...receiver.posts.filter((one) => !came.includes(one)));
  return came.length;
}

function ofSubscriber(body: object): string {
  return "confirm_url" in body ? "status_page.confirm" : "status_page.incident_updated";
}

interface DescribedWebhook {
  readonly post: {
    readonly parameters?: readonly { readonly $ref: string }[];
    readonly requestBody: {
      readonly content: { readonly "application/json": { readonly schema: { $ref: string } } };
    };
  };
}

const described = (): Record<string, DescribedWebhook> => JSON.parse(app.service.description).webhooks;

/** What is wrong with a body by the schema that the description has for it, strictly read. */
function wrongWith(name: string, body: object): string[] {
  const { ajv } = readDescription(app.service.description);
  const schema = described()
    [name]?.post.requestBody.content["application/json"].schema.$ref.split("/")
    .at(-1);
  const validate = ajv.getSchema(`schema:${schema}`);
  if (validate === undefined) return [`${name} is not described`];
  return validate(body) ? [] : [ajv.errorsText(validate.errors)];
}

async function settle(): Promise<void> {
  await app.service.audit.sealer.flush();
  await app.service.delivery.flush();
}

it("changes of configuration, with and without their fields, and plans", async () => {
  const { tenant } = scene;
  const hook = {
    channel: "webhook",
    webhook_url: `${receiver.url}/changes`,
    webhook_secret: "a secret of ours",
  };
  const whole = await created(scene, "change_notifications", { name: "whole", ...hook });
  await created(scene, "change_notifications", { name: "short", ...hook, include_diff: false });
  await created(scene, "teams", { name: "Platform" });
  await tenant.config("PUT", "organization_settings", { body: { timezone: "Europe/Berlin" } });
  const bundle = { teams: [{ name: "Payments" }, { name: "Search" }] };
  const plan = await tenant.api("POST", "plans", { body: { bundle } });
  expect((await tenant.api("POST", `plans/${plan.body.id}/apply`, { body: {} })).status).toBe(200);
  await settle();
  await until(() => receiver.posts.length >= 7);
  // The second notification is notified to the first.
  expect(take("/changes")).toBe(7);
  expect((await tenant.api("POST", `change_notifications/${whole}/test`)).body).toMatchObject({ ok: true });
  expect(take("/changes")).toBe(1);
});

it("alerts, in both formats: that they are open, over, and were kept back by a mute", async () => {
  const { tenant } = scene;
  const hook = { kind: "webhook", severity_map: { error: "P2" }, secret: "a secret of ours" };
  const own = await created(scene, "outbound_configs", {
    name: "own",
    ...hook,
    url: `${receiver.url}/alerts`,
  });
  const other = await created(scene, "outbound_configs", {
    ...{ name: "other", ...hook, format: "alertmanager" },
    url: `${receiver.url}/alertmanager`,
  });
  const destinations = [own, other].map((outbound_config_id) => ({ outbound_config_id }));
  await tenant.config("PUT", `alert_routes/${scene.route}`, { body: { destinations } });
  await settle();
  const labels = { service: "checkout", severity: "error" };
  const fired = {
    name: "A",
    startsAt: minute(0),
    labels,
    annotations: { runbook_url: "https://run.example" },
  };
  await scene.notify({}, [fired, { name: "B", startsAt: minute(0) }]);
  await settle();
  expect(take("/alerts", "/alertmanager")).toBe(2);
  await scene.notify(
    {},
    [fired, { name: "B", startsAt: minute(0) }].map((one) => ({ ...one, endsAt: minute(5) })),
  );
  await settle();
  expect(take("/alerts", "/alertmanager")).toBe(2);

  const mute = { pattern: "*", reason: "work", duration_minutes: 60, summary: true };
  const id = await created(scene, "alert_mutes", mute);
  await scene.notify({ group: "muted" }, [{ name: "C", startsAt: minute(10), labels }]);
  await scene.notify({ group: "muted" }, [{ name: "C", startsAt: minute(10), labels, endsAt: minute(11) }]);
  await tenant.config("DELETE", `alert_mutes/${id}`);
  await holdsOver(app, scene);
  await app.service.alerts.flush();
  await settle();
  expect(take("/alerts", "/alertmanager")).toBe(2);
  for (const target of [own, other])
    expect((await tenant.api("POST", `outbound_configs/${target}/test`)).body).toMatchObject({ ok: true });
  expect(take("/alerts", "/alertmanager")).toBe(2);
});

it("hand-overs of a rota", async () => {
  const { tenant } = scene;
  const { id } = tenant.organization;
  const people = ["ada", "ben"].map((name) => `${name}.${id}@example.com`);
  for (const email of people) await makePerson(app.database, id, email);
  const hook = { kind: "webhook", url: `${receiver.url}/alerts`, secret: "a secret of ours" };
  const handover_target_id = await created(scene, "outbound_configs", { name: "hand-overs", ...hook });
  const rotation = {
    ...{ name: "Days", turns: people.map((one) => ({ people: [one] })), starts_on: "2026-01-05" },
    handover: { every: 1, unit: "days" },
  };
  const rota = { name: "Payments", timezone: "Europe/Berlin", rotations: [rotation], handover_target_id };
  await created(scene, "on_call_rotas", rota);
  await app.service.handOvers.look();
  const { body } = await tenant.api("GET", "on_call");
  const next = Date.parse(body.rotas[0].roles[0].next.at);
  await app.service.handOvers.look(new Date(next + 1_000));
  await settle();
  expect(take("/alerts")).toBe(1);
});

it("subscribers of a status page: the question, an outage and planned work", async () => {
  const { tenant } = scene;
  await tenant.config("PUT", "status_page_settings", { body: { enabled: true, slug: "acme" } });
  const component = await created(scene, "status_page_components", { name: "Checkout", group: "Shop" });
  await until(async () => (await app.send("GET", "/status/acme")).text.includes("Checkout"));
  const form = (path: string, fields: Record<string, string>) =>
    app.send("POST", path, {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
  expect((await form("/status/acme/subscribe", { webhook: `${receiver.url}/subscriber` })).status).toBe(202);
  const came = () => receiver.posts.filter(({ path }) => path === "/subscriber");
  await until(() => came().length === 1);
  const { confirm_url } = JSON.parse(came()[0]?.body ?? "{}");
  await form(confirm_url.replace(publicUrl, ""), { action: "confirm" });
  const incident = { title: "Slow", body: "It is slow.", impact: "minor", component_ids: [component] };
  const slow = await created(scene, "status_page_incidents", incident);
  await tenant.config("PUT", `status_page_incidents/${slow}`, {
    body: { status: "monitoring", body: "Better." },
  });
  await created(scene, "status_page_incidents", {
    ...{ ...incident, title: "Work", status: "scheduled", impact: "maintenance" },
    scheduled_for: new Date(Date.now() + 3_600_000).toISOString(),
  });
  await until(() => came().length === 4);
  expect(take("/subscriber")).toBe(4);
});

it("each body is as it is described, with the headers, and none is described that was not seen", () => {
  expect([...seen.keys()].sort()).toEqual(Object.keys(described()).sort());
  for (const [name, messages] of seen)
    for (const { body, headers } of messages) {
      expect([name, ...wrongWith(name, body)]).toEqual([name]);
      const signed = described()[name]?.post.parameters !== undefined;
      expect([name, Object.keys(headers).filter((header) => header.startsWith("webhook-"))]).toEqual([
        name,
        signed ? ["webhook-id", "webhook-timestamp", "webhook-signature"] : [],
      ]);
    }
});

it("a body that is otherwise would be found", () => {
  for (const [name, [first]] of seen) {
    const { body } = first as { readonly body: object };
    const [member = ""] = Object.keys(body);
    const { [member as never]: _, ...less } = body;
    expect([name, wrongWith(name, less).length]).toEqual([name, 1]);
    expect([name, wrongWith(name, { ...body, more: 1 }).length]).toEqual([name, 1]);
  }
});
