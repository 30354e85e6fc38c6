/** Incidents that alerts open and end, through the service: on the page, as drafts, and after a person's hand. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createService } from "../../../src/service.ts";
import { created, type Fired, makeScene, minute, type Scene } from "../../alerts/support.ts";
import { watched } from "../../drills/scene.ts";
import { startService, type TestService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
});
afterAll(() => app.close());

const down: Fired = {
  name: "Down",
  startsAt: minute(0),
  labels: { service: "checkout", severity: "critical" },
};
const other: Fired = { ...down, name: "Failing", startsAt: minute(1) };
const ended = (alert: Fired, at = 9): Fired => ({ ...alert, endsAt: minute(at) });

async function incidents({ tenant }: Scene) {
  return (await tenant.config("GET", "status_page_incidents")).body.data;
}

async function onlyIncident(scene: Scene) {
  const all = await incidents(scene);
  expect(all).toHaveLength(1);
  return all[0];
}

/** Whether its page waits to be settled as of a time, in ms since 1970. */
async function isDue({ tenant }: Scene, at: number): Promise<boolean> {
  const text =
    "SELECT FROM status_pages WHERE organization_id = $1 AND (settled_version <> version OR due_at <= $2)";
  return (
    (await app.database.queryText({ name: "", text }, [tenant.organization.id, new Date(at)])).length > 0
  );
}

/** What waits for somebody's decision. */
async function decisions({ tenant }: Scene) {
  const { body } = await tenant.api("GET", "attention");
  const isOurs = ({ section, resource }: { readonly section: string; readonly resource: string }) =>
    section === "decisions" && resource === "status_page_incidents";
  return body.sections.find(isOurs)?.data ?? [];
}

async function makePage(publish: string, route = "none", over: object = {}) {
  const scene = await makeScene(app, { publish: route });
  const slug = `p${scene.tenant.organization.id.slice(-12).toLowerCase()}`;
  const page = await scene.tenant.config("PUT", "status_page_settings", { body: { enabled: true, slug } });
  expect(page.status, page.text).toBe(201);
  const component = await created(scene, "status_page_components", {
    name: "Checkout",
    service: "checkout",
    publish,
    ...over,
  });
  let at = Date.now();
  /** Settles as of some minutes after the last time, and a moment: later than the service's own next time in any case. */
  const settle = async (minutes = 0, nodes = [app.service]) => {
    at = Math.max(at, Date.now()) + minutes * 60_000 + 6_000;
    // The service's own settling may hold the page, and have read it before.
    await until(async () => {
      await Promise.all(nodes.map(({ statusPages }) => statusPages.settle(new Date(at))));
      return !(await isDue(scene, at));
    });
  };
  await settle();
  // A page is served a moment after it is made: until then there is none of its name.
  await until(async () => (await app.send("GET", `/status/${slug}`)).status === 200);
  return { scene, slug, component, settle };
}

/** Everything that is served of a page. */
async function served(slug: string): Promise<string> {
  const paths = ["", "/history", "/history.atom", "/history.rss", "/maintenance.ics", "/badge.svg"];
  const json = ["summary", "incidents", "incidents/unresolved", "status", "scheduled-maintenances"];
  const all = [...paths, ...json.map((name) => `/api/v2/${name}.json`)];
  const answers = await Promise.all(all.map((path) => app.send("GET", `/status/${slug}${path}`)));
  expect(answers.map(({ status }) => status)).toEqual(all.map(() => 200));
  return answers.map(({ text }) => text).join("\n");
}

describe("a component that publishes by itself", () => {
  it("has none for a drill", async () => {
    const { scene, component, settle } = await makePage("automatic");
    await watched(scene, "checkout");
    const { status } = await scene.tenant.api("POST", "drills", { body: { service: "checkout" } });
    expect(status).toBe(201);
    await settle();
    expect(await incidents(scene)).toEqual([]);
    const { body } = await scene.tenant.config("GET", `status_page_components/${component}`);
    expect(body.observed_status).toBeNull();
  });

  it("has one incident for all of its alerts, which ends with the last of them", async () => {
    const { scene, slug, component, settle } = await makePage("automatic");
    await scene.notify({}, [down, other, { ...down, name: "Elsewhere", labels: { service: "search" } }]);
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({
      title: "Checkout is affected",
      status: "investigating",
      impact: "critical",
      component_ids: [component],
      draft: false,
      started_at: minute(0),
      resolved_at: null,
      updates: [{ status: "investigating", body: expect.stringContaining("We are looking into it.") }],
    });
    await until(async () => (await served(slug)).includes("Checkout is affected"));
    await scene.notify({}, [ended(down)]);
    await settle();
    expect((await onlyIncident(scene)).status).toBe("investigating");
    await scene.notify({}, [ended(other)]);
    await settle();
    const over = await onlyIncident(scene);
    expect(over).toMatchObject({
      status: "resolved",
      body: "Checkout works again, as our monitoring shows.",
    });
    expect(over.resolved_at).not.toBeNull();
    const log = await scene.tenant.api("GET", "audit?door=service&kind=status_page_incidents");
    expect(log.body.data.map(({ action }: { action: string }) => action)).toEqual([
      "update_status_page_incident",
      "create_status_page_incident",
    ]);
  });

  it.each([
    ["what sent the alert is deleted", (scene: Scene) => ["DELETE", `connectors/${scene.connector}`, {}]],
    [
      "the component is another service's",
      (_: Scene, component: string) => ["PUT", `status_page_components/${component}`, { service: "cart" }],
    ],
  ] as const)("stays where %s: nobody has seen that it works", async (_name, changeOf) => {
    const { scene, component, settle } = await makePage("automatic");
    await scene.notify({}, [down]);
    await settle();
    const [method, path, body] = changeOf(scene, component);
    const { status, text } = await scene.tenant.config(method as "PUT", path as string, { body });
    expect(status, text).toBe(200);
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({
      status: "investigating",
      proposed_update: { status: "resolved", body: "Checkout works again." },
    });
  });

  it("ends without a word of monitoring where a person resolved the alert", async () => {
    const { scene, settle } = await makePage("automatic");
    await scene.notify({}, [down]);
    await settle();
    const { data } = (await scene.tenant.api("GET", "alerts?status=open")).body;
    expect((await scene.tenant.api("POST", `alerts/${data[0].id}/resolve`)).status).toBe(200);
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({ status: "resolved", body: "Checkout works again." });
  });

  it("leaves an observed component as it was where its alerts ended with what sent them", async () => {
    const { scene, component, settle } = await makePage("none", "none", { status_source: "observed" });
    await scene.notify({}, [down]);
    await settle(1);
    const status = async () =>
      (await scene.tenant.config("GET", `status_page_components/${component}`)).body.status;
    expect(await status()).toBe("major_outage");
    expect((await scene.tenant.config("DELETE", `connectors/${scene.connector}`)).status).toBe(200);
    await settle(1);
    expect(await status()).toBe("major_outage");
  });

  it("keeps to one incident while alerts come and go, and opens another later", async () => {
    const { scene, settle } = await makePage("automatic");
    await scene.notify({}, [down]);
    await settle();
    await scene.notify({}, [ended(down)]);
    await settle();
    await scene.notify({}, [{ ...down, startsAt: minute(10) }]);
    await settle(1);
    const again = await onlyIncident(scene);
    expect(again).toMatchObject({ status: "investigating", resolved_at: null });
    expect(again.updates).toHaveLength(3);
    await scene.notify({}, [ended({ ...down, startsAt: minute(10) }, 11)]);
    await settle(1);
    expect((await onlyIncident(scene)).status).toBe("investigating");
    await settle(5);
    expect((await onlyIncident(scene)).status).toBe("resolved");
    await settle(20);
    await scene.notify({}, [{ ...down, startsAt: minute(20) }]);
    await settle(1);
    expect((await incidents(scene)).map(({ status }: { status: string }) => status)).toEqual([
      "investigating",
      "resolved",
    ]);
  });

  it.each([
    ["a warning", { labels: { service: "checkout", severity: "warning" } }, 0],
    ["no severity", { labels: { service: "checkout" } }, 1],
  ])("an alert with %s", async (_name, over, count) => {
    const { scene, settle } = await makePage("automatic");
    await scene.notify({}, [{ ...down, ...over } as Fired]);
    await settle();
    expect(await incidents(scene)).toHaveLength(count);
  });

  it("looks past what is muted, and does not end while a mute holds", async () => {
    const { scene, settle } = await makePage("automatic");
    const mute = () =>
      created(scene, "alert_mutes", {
        matchers: ["service=checkout"],
        reason: "a test",
        duration_minutes: 60,
      });
    const id = await mute();
    await scene.notify({}, [down]);
    await settle();
    expect(await incidents(scene)).toEqual([]);
    await scene.tenant.config("DELETE", `alert_mutes/${id}`);
    await app.service.alerts.flush();
    await scene.notify({}, [down]);
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({ status: "investigating" });
    await mute();
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({ status: "investigating" });
  });

  it("opens none next to an incident or a maintenance that is open already", async () => {
    const { scene, component, settle } = await makePage("automatic");
    const own = await created(scene, "status_page_incidents", {
      title: "Payments fail",
      body: "We look.",
      component_ids: [component],
    });
    await scene.notify({}, [down]);
    await settle();
    expect((await onlyIncident(scene)).id).toBe(own);
  });

  it("is opened once by two nodes", async () => {
    const { scene, settle } = await makePage("automatic");
    const node = await createService(app.settings, app.database, app.service.server.log);
    await scene.notify({}, [down]);
    await settle(0, [app.service, node, app.service, node]);
    await node.close();
    await settle();
    expect((await onlyIncident(scene)).updates).toHaveLength(1);
  });
});

describe("an incident that a person takes over", () => {
  it("is not written again, and its end is proposed until somebody writes it", async () => {
    const { scene, settle } = await makePage("automatic");
    await scene.notify({}, [down]);
    await settle();
    const { id } = await onlyIncident(scene);
    const put = (body: object) => scene.tenant.config("PUT", `status_page_incidents/${id}`, { body });
    await put({ status: "identified", body: "A bad deploy." });
    await scene.notify({}, [ended(down)]);
    await settle();
    const body = "Checkout works again, as our monitoring shows.";
    expect(await onlyIncident(scene)).toMatchObject({
      status: "identified",
      body: "A bad deploy.",
      proposed_update: { status: "resolved", body },
    });
    const read = await scene.tenant.config("GET", `status_page_incidents/${id}`);
    expect((await put(read.body)).status).toBe(200);
    expect((await put({ status: "resolved", body })).body).toMatchObject({
      status: "resolved",
      proposed_update: null,
    });
    await settle();
    const { updates, proposed_update } = await onlyIncident(scene);
    expect([updates.length, proposed_update]).toEqual([3, null]);
  });

  it("stays over where they end it before its alerts", async () => {
    const { scene, settle } = await makePage("automatic");
    await scene.notify({}, [down]);
    await settle();
    const { id } = await onlyIncident(scene);
    await scene.tenant.config("PUT", `status_page_incidents/${id}`, { body: { status: "resolved" } });
    await settle();
    await scene.notify({}, [ended(down)]);
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({ status: "resolved" });
  });
});

describe("a draft", () => {
  it.each([
    ["of a component", "draft", "none"],
    ["of a route", "none", "draft"],
  ])("%s is seen by nobody outside until a person publishes it", async (_name, publish, route) => {
    const { scene, slug, settle } = await makePage(publish, route);
    await scene.notify({}, [down]);
    await settle();
    const draft = await onlyIncident(scene);
    expect(draft).toMatchObject({ draft: true, status: "investigating", updates: [] });
    expect(await served(slug)).not.toMatch(/is affected|looking into it/);
    expect((await app.send("GET", `/status/${slug}/incidents/${draft.id}`)).status).toBe(404);
    const page = await scene.tenant.api("GET", "status_page");
    expect([page.status, page.text.includes("is affected")]).toEqual([200, false]);
    const gate = await scene.tenant.api("GET", "deploy_gate?service=checkout");
    expect(gate.text).not.toContain("is affected");

    expect(await decisions(scene)).toMatchObject([{ id: draft.id, state: "draft" }]);
    const path = `status_page_incidents/${draft.id}`;
    const published = await scene.tenant.config("PUT", path, { body: { draft: false } });
    expect(published.body.updates).toMatchObject([{ status: "investigating", body: draft.body }]);
    await until(async () => (await served(slug)).includes("Checkout is affected"));
    await scene.notify({}, [ended(down)]);
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({
      status: "investigating",
      proposed_update: { status: "resolved" },
    });
    expect(await decisions(scene)).toMatchObject([{ id: draft.id, state: "proposed" }]);
    expect(await served(slug)).not.toContain("works again");
  });

  it("that nobody has published follows its alerts, and stays a draft", async () => {
    const { scene, slug, settle } = await makePage("draft");
    await scene.notify({}, [down]);
    await settle();
    await scene.notify({}, [ended(down)]);
    await settle();
    expect(await onlyIncident(scene)).toMatchObject({ draft: true, status: "resolved", updates: [] });
    expect(await served(slug)).not.toContain("is affected");
  });
});
