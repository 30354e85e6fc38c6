/** Drills of a route to a rota: followed until a way of who is on call took it, and until they acknowledged it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SendFailure } from "../../src/transports/port.ts";
import { queued } from "../alerts/support.ts";
import { addVerified, newNumber, recordingReach, subscription } from "../identity/ways-scene.ts";
import { type PagingScene, pagingScene, stopTimed } from "../pages/scene.ts";
import { startService, type TestService } from "../support/service.ts";
import { startDrill } from "./scene.ts";

const reach = recordingReach();
let app: TestService;
let made: PagingScene;
beforeAll(async () => {
  app = await startService({}, [], undefined, { reach });
  await stopTimed(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  made = await pagingScene(app);
  reach.failing = undefined;
});

const ada = () => made.people[0] as PagingScene["people"][number];
/** What of this scene was sent: what failed before in another one is tried again. */
const sent = () =>
  reach.sent.filter(({ message: { url } }) => url?.includes(`/o/${made.tenant.organization.slug}/`));
const device = () => addVerified(ada(), reach, { kind: "push", subscription: subscription() });
const number = (kind: "sms" | "call") => addVerified(ada(), reach, { kind, number: newNumber() });

async function steps(...ids: readonly string[]): Promise<void> {
  const page = ids.map((way_id, at) => ({ way_id, after_seconds: at * 60 }));
  expect((await ada().send("PUT", "account/steps", { body: { page, other: [] } })).status).toBe(200);
  reach.sent.length = 0;
}

async function go(): Promise<void> {
  await app.service.pages.flush();
  await app.service.drills.flush();
}

async function started(until: "sent" | "acknowledged"): Promise<string> {
  const { status, body, text } = await startDrill(made, { route_id: made.route, until });
  expect(status, text).toBe(201);
  return body.id;
}

const drill = async (id: string) => (await made.tenant.api("GET", `drills/${id}`)).body;
// biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape
const hops = (one: any) => Object.fromEntries(one.hops.map(({ name, detail }: any) => [name, detail]));

describe("a drill of a route to a rota", () => {
  it("is proved once a way of who is on call took it, which it names by its kind alone", async () => {
    await steps(await device(), await number("sms"));
    const id = await started("sent");
    await go();
    const proved = await drill(id);
    expect([proved.status, proved.message]).toEqual(["proved", null]);
    expect(hops(proved)).toMatchObject({
      queued: `A message waits for ${ada().email} by push.`,
      sent: `It was sent to ${ada().email} by push.`,
      taken: `${ada().email} by push took it.`,
    });
    expect(JSON.stringify(proved)).not.toContain("way_");
    // It has ended: nobody gets the next step.
    await app.database.execute("UPDATE pages SET due_at = now() WHERE due_at IS NOT NULL");
    await go();
    expect(sent().map(({ to }) => to.kind)).toEqual(["push", "push"]);
    expect(sent()[1]?.message).toMatchObject({ urgent: false });
  });

  it("waits for who is on call to acknowledge it, from the device", async () => {
    await steps(await device());
    const id = await started("acknowledged");
    await go();
    expect(await drill(id)).toMatchObject({ status: "running", message: "Nobody has acknowledged it." });
    const token = sent()[0]?.message.acknowledge?.token;
    expect((await app.send("POST", "/api/v1/acknowledge", { body: { token } })).status).toBe(200);
    await go();
    const proved = await drill(id);
    expect([proved.status, hops(proved).taken, hops(proved).acknowledged]).toEqual([
      "proved",
      `${ada().email} by push took it.`,
      `${ada().email} acknowledged it.`,
    ]);
  });

  it("is marked in every way", async () => {
    for (const way of [device, () => number("sms"), () => number("call")]) await way();
    reach.sent.length = 0;
    await started("acknowledged");
    await go();
    expect(
      sent()
        .map(({ to }) => to.kind)
        .sort(),
    ).toEqual(["call", "push", "sms"]);
    const mails = (await queued(app, made)).filter(({ channel }) => channel === "email");
    const titles = [...sent().map(({ message }) => message.title), ...mails.map(({ subject }) => subject)];
    expect(titles).toHaveLength(4);
    expect(titles.filter((title) => title.startsWith("DRILL: "))).toEqual(titles);
  });

  it("is proved by the next way where the first failed, and not as long as none took it", async () => {
    await steps(await device(), await number("sms"));
    const id = await started("sent");
    reach.failing = new SendFailure("temporary", "it does not take it now");
    await app.service.pages.flush();
    await app.service.drills.flush();
    expect(await drill(id)).toMatchObject({
      status: "running",
      message: `${ada().email} by push has not taken it: it does not take it now.`,
    });
    reach.failing = undefined;
    await go();
    const proved = await drill(id);
    expect([proved.status, hops(proved).taken]).toEqual(["proved", `${ada().email} by sms took it.`]);
  });

  it("asks before anybody is woken", async () => {
    await steps(await device());
    const { value } = await app.makeKey(made.organizationId, ["api:admin"], { ask: true });
    const headers = { authorization: `Bearer ${value}` };
    const body = { route_id: made.route };
    const asked = await app.send("POST", "/api/v1/drills", { headers, body });
    expect([asked.status >= 400, asked.text]).toEqual([
      true,
      expect.stringContaining("people are notified now"),
    ]);
    await go();
    expect(sent()).toEqual([]);
  });
});

it("a test of one's page wakes nobody else, and leaves no page, alert or message behind", async () => {
  for (const one of made.people)
    await addVerified(one, reach, { kind: "push", subscription: subscription() });
  const own = await device();
  await number("call");
  const before = await queued(app, made);
  reach.sent.length = 0;
  expect((await ada().send("POST", `account/ways/${own}/test`)).body).toEqual({ id: own, not_sent: null });
  await app.service.pages.flush();
  await app.service.delivery.flush();
  expect(reach.sent).toMatchObject([
    {
      to: { kind: "push" },
      message: { title: "Test of your page", urgent: true, alertId: null, acknowledge: null },
    },
  ]);
  expect(await queued(app, made)).toEqual(before);
  expect((await made.tenant.api("GET", "alerts")).body.data).toEqual([]);
  expect((await ada().send("GET", "account/pages")).body.data).toEqual([]);
});
