/** Whoever is on call is paged by their ways, one after the other, until somebody acknowledges it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { SendFailure } from "../../src/transports/port.ts";
import { created, queued } from "../alerts/support.ts";
import { addVerified, newNumber, recordingReach, subscription } from "../identity/ways-scene.ts";
import { startService, type TestService } from "../support/service.ts";
import { type PagingScene, pagingScene, pass, stopTimed } from "./scene.ts";

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
  reach.sent.length = 0;
  reach.failing = undefined;
});

const person = (at: number) => made.people[at] as PagingScene["people"][number];
const [ada, ben] = [() => person(0), () => person(1)] as const;
/** What came of this scene: what failed before in another one is tried again. */
const own = () =>
  reach.sent.filter(({ message: { url } }) => url?.includes(`/o/${made.tenant.organization.slug}/`));
const sent = () => own().map(({ to, message }) => `${to.kind}: ${message.title}`);
const flush = () => app.service.pages.flush();

/** A push at once, a text message after a minute, a call after three. */
async function withSteps() {
  const ids = [
    await addVerified(ada(), reach, { kind: "push", subscription: subscription() }),
    await addVerified(ada(), reach, { kind: "sms", number: newNumber() }),
    await addVerified(ada(), reach, { kind: "call", number: newNumber() }),
  ];
  const page = ids.map((way_id, at) => ({ way_id, after_seconds: [0, 60, 180][at] }));
  const { status, text } = await ada().send("PUT", "account/steps", { body: { page, other: [] } });
  expect(status, text).toBe(200);
  reach.sent.length = 0;
}

describe("a page", () => {
  it("goes by all verified ways at once where a person has set no steps, and by mail", async () => {
    await addVerified(ada(), reach, { kind: "push", subscription: subscription() });
    reach.sent.length = 0;
    const id = await made.fire("Disk full");
    await flush();
    expect(sent()).toEqual(["push: CRITICAL · shop: Disk full"]);
    expect(own()[0]?.message).toMatchObject({
      ...{ urgent: true, alertId: id, code: null },
      url: expect.stringContaining(`/alerts/${id}`),
      acknowledge: {
        url: expect.stringMatching(/\/api\/v1\/acknowledge$/),
        token: expect.stringMatching(/.{40}/),
      },
    });
    expect((await queued(app, made)).map(({ channel }) => channel).sort()).toEqual(["email", "page"]);
    const shown = await made.alert(id);
    expect(shown.pages).toMatchObject([
      {
        email: ada().email,
        role: "primary",
        urgent: true,
        ways: ["mail", "push"],
        steps_left: 0,
        outcome: null,
      },
    ]);
    expect(
      shown.deliveries.map(({ kind, target, status }: Record<string, string>) => [kind, target, status]),
    ).toEqual([
      ["email", ada().email, "held"],
      ["push", ada().email, "sent"],
    ]);
    expect(shown.reached.status).toBe("reached");
  });

  it("takes its steps at their times, each once, and then a mail", async () => {
    await withSteps();
    await made.fire("Slow");
    await flush();
    expect(sent()).toEqual(["push: CRITICAL · shop: Slow"]);
    await pass(app, made, 20);
    expect(sent()).toHaveLength(1);
    await pass(app, made, 41);
    await pass(app, made, 0);
    expect(sent().map((one) => one.split(":")[0])).toEqual(["push", "sms"]);
    await pass(app, made, 120);
    expect(sent().map((one) => one.split(":")[0])).toEqual(["push", "sms", "call"]);
    expect((await queued(app, made)).filter(({ channel }) => channel === "email")).toEqual([]);
    await pass(app, made, 60);
    expect((await queued(app, made)).filter(({ channel }) => channel === "email")).toHaveLength(1);
  });

  it("takes the next step at once where one fails, and says so", async () => {
    await withSteps();
    reach.failing = new SendFailure("unreachable", "the push service does not answer");
    const id = await made.fire("Down");
    await flush();
    reach.failing = undefined;
    await flush();
    expect(sent().map((one) => one.split(":")[0])).toEqual(["sms"]);
    const { deliveries } = await made.alert(id);
    expect(deliveries.map(({ kind, error }: Record<string, string>) => [kind, error])).toEqual([
      ["push", "the push service does not answer"],
      ["sms", null],
    ]);
  });

  it("is not held up by an older one that its device did not take", async () => {
    await withSteps();
    reach.failing = new SendFailure("temporary", "it does not take it now", { afterMs: 3_600_000 });
    await made.fire("Old");
    await flush();
    reach.failing = undefined;
    await made.fire("New");
    await flush();
    expect(sent().sort()).toEqual(["push: CRITICAL · shop: New", "sms: CRITICAL · shop: Old"]);
  });

  it("goes on at once where its device just did not answer for another one", async () => {
    await withSteps();
    const tries = vi.spyOn(reach, "send");
    reach.failing = new SendFailure("unreachable", "the push service does not answer");
    for (const name of ["One", "Two", "Three"]) await made.fire(name);
    await flush();
    const { slug } = made.tenant.organization;
    expect(tries.mock.calls.filter(([, { url }]) => url?.includes(`/o/${slug}/`))).toHaveLength(1);
    tries.mockRestore();
    reach.failing = undefined;
    await flush();
    expect(sent().sort()).toEqual(["One", "Three", "Two"].map((name) => `sms: CRITICAL · shop: ${name}`));
  });

  it("is no page where it is not urgent", async () => {
    await withSteps();
    const id = await made.fire("Warm", { severity: "warning" });
    await flush();
    expect(sent()).toEqual([]);
    expect((await made.alert(id)).pages).toMatchObject([{ urgent: false, ways: ["mail"] }]);
  });

  it("wakes somebody for what nobody knows the severity of", async () => {
    await withSteps();
    await made.fire("Odd", { severity: "purple" });
    await flush();
    expect(sent()).toEqual(["push: UNKNOWN SEVERITY · shop: Odd"]);
  });

  it("stops once somebody acknowledges it anywhere, and says so where it rang", async () => {
    await withSteps();
    const id = await made.fire("Slow");
    await flush();
    const { status } = await made.tenant.api("POST", `alerts/${id}/acknowledge`);
    expect(status).toBe(200);
    await pass(app, made, 600);
    expect(sent()).toEqual([
      "push: CRITICAL · shop: Slow",
      expect.stringMatching(/^push: Acknowledged by .*: Slow$/),
    ]);
    expect(own()[1]?.message).toMatchObject({ urgent: false, acknowledge: null, alertId: id });
    expect((await made.alert(id)).pages).toMatchObject([{ outcome: "acknowledged", steps_left: 0 }]);
  });

  it("stops with the end of its alerts, of which a push says so and a text message does not", async () => {
    await withSteps();
    const id = await made.fire("Slow");
    await pass(app, made, 61);
    await made.end("Slow");
    await pass(app, made, 600);
    expect(
      sent()
        .map((one) => one.replace(/: .*Slow$/, ""))
        .sort(),
    ).toEqual(["push", "push", "sms"]);
    expect(sent().at(-1)).toMatch(/^push: Resolved/);
    expect((await made.alert(id)).pages).toMatchObject([{ outcome: "ended" }]);
  });
});

describe("an answer", () => {
  const token = () => own().at(-1)?.message.acknowledge?.token ?? "";
  const answer = (body: object) => app.send("POST", "/api/v1/acknowledge", { body });

  it("acknowledges by a token, without a session, once", async () => {
    await withSteps();
    const id = await made.fire("Slow");
    await flush();
    const got = await app.send("GET", "/api/v1/acknowledge");
    expect(got.status).toBe(405);
    const both = await Promise.all([1, 2].map(() => answer({ token: token() })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 200)?.body).toEqual({
      outcome: "acknowledged",
      alert_ids: [id],
      people: [],
    });
    expect(await made.alert(id)).toMatchObject({ status: "acknowledged", acknowledged_by: ada().email });
    expect((await made.alert(id)).pages).toMatchObject([{ closed_by: `${ada().email} by push` }]);
    const again = await answer({ token: token() });
    expect([again.status, again.body.message]).toEqual([409, expect.stringContaining("acknowledged by")]);
    expect((await answer({ token: "guessed" })).status).toBe(404);
  });

  it("says who was first where somebody else acknowledged the alert, and changes nothing", async () => {
    await withSteps();
    const id = await made.fire("Slow");
    await flush();
    const late = token();
    await made.tenant.api("POST", `alerts/${id}/acknowledge`);
    await pass(app, made, 0);
    const { status, body } = await answer({ token: late });
    expect([status, body.message]).toEqual([409, expect.stringContaining("It is over: acknowledged by")]);
    expect((await made.alert(id)).acknowledged_by).not.toBe(ada().email);
  });

  it("is refused to somebody who is no member any more", async () => {
    await withSteps();
    await made.fire("Slow");
    await flush();
    await app.database.execute(
      `DELETE FROM members WHERE organization_id = '${made.organizationId}' AND user_id = (SELECT id FROM users WHERE email = '${ada().email}')`,
    );
    expect((await answer({ token: token() })).status).toBe(403);
  });

  it("passes it on to the next role at once", async () => {
    await withSteps();
    await addVerified(ben(), reach, { kind: "ntfy", url: "https://ntfy.example.com/ben", token: null });
    reach.sent.length = 0;
    const id = await made.fire("Slow");
    await flush();
    const passed = await answer({ token: token(), pass_on: true });
    expect(passed.body).toEqual({ outcome: "passed_on", alert_ids: [id], people: [ben().email] });
    await flush();
    expect(sent().slice(1).sort()).toEqual([
      "ntfy: CRITICAL · shop: Slow",
      `push: Passed on to ${ben().email}: Slow`,
    ]);
    const { pages, on_call, status } = await made.alert(id);
    expect(status).toBe("open");
    expect(pages).toMatchObject([
      { email: ada().email, outcome: "passed_on" },
      { email: ben().email, role: "secondary", outcome: null },
    ]);
    expect(on_call.at(-1)).toMatchObject({ role: "secondary", receivers: [ben().email] });
  });

  it("comes from a page with a button, and nothing follows from a link that is opened", async () => {
    await addVerified(ada(), reach, { kind: "push", subscription: subscription() });
    const id = await made.fire("Slow");
    await flush();
    const [mail] = (await queued(app, made)).filter(({ channel }) => channel === "email");
    expect(JSON.stringify(mail?.payload)).not.toContain("/acknowledge/");
    const path = `/acknowledge/${token()}`;
    for (let scans = 0; scans < 3; scans += 1) {
      const page = await app.send("GET", path);
      expect([page.status, page.text]).toEqual([200, expect.stringContaining("<button")]);
    }
    expect((await made.alert(id)).status).toBe("open");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const pressed = await app.send("POST", path, { headers, body: "answer=acknowledge" });
    expect([pressed.status, pressed.text]).toEqual([200, expect.stringContaining("it is yours")]);
    expect((await made.alert(id)).status).toBe("acknowledged");
    expect((await app.send("GET", path)).text).toContain("It is over");
  });

  it("is given in the console, to own pages only", async () => {
    await made.fire("Slow");
    const list = async (at: number) => (await person(at).send("GET", "account/pages")).body.data;
    expect(await list(1)).toEqual([]);
    const [page] = await list(0);
    expect(page).toMatchObject({ title: "Slow", urgent: true });
    const acknowledge = (at: number) => person(at).send("POST", `account/pages/${page.id}/acknowledge`);
    expect((await acknowledge(1)).status).toBe(404);
    expect((await acknowledge(0)).status).toBe(200);
    expect(await list(0)).toEqual([]);
  });

  it("is given however many came after it, and are shown", async () => {
    const id = await made.fire("Slow");
    const list = async () => (await person(0).send("GET", "account/pages")).body.data;
    const [page] = await list();
    const copied = "email, sender_id, rota_id, role, urgent, message, why, steps";
    await app.database.execute(`INSERT INTO pages (organization_id, id, source, ${copied}, begun_at)
      SELECT organization_id, id || '_' || more, source || more, ${copied}, begun_at + more * interval '1 second'
      FROM pages, generate_series(1, 100) AS more WHERE id = '${page.id}'`);
    expect((await list()).map((one: { readonly id: string }) => one.id)).not.toContain(page.id);
    const answer = await person(0).send("POST", `account/pages/${page.id}/acknowledge`);
    expect([answer.status, (await made.alert(id)).status]).toEqual([200, "acknowledged"]);
  });
});

describe("a shift", () => {
  it("that changes takes an open page with it, also back again", async () => {
    const id = await made.fire("Slow");
    const to = async (email: string | undefined) => {
      const times = {
        starts_at: new Date(Date.now() - 60_000).toISOString(),
        ends_at: new Date(Date.now() + 3_600_000).toISOString(),
      };
      await created(made, "on_call_overrides", {
        rota_id: made.rota,
        role: "primary",
        replaces: null,
        email,
        ...times,
      });
      await app.service.pages.follow();
    };
    await to(person(2).email);
    await to(person(2).email);
    await to(ada().email);
    const { pages, on_call } = await made.alert(id);
    expect(pages.map(({ email, outcome }: Record<string, string>) => [email, outcome])).toEqual([
      [ada().email, "handed_over"],
      [person(2).email, "handed_over"],
      [ada().email, null],
    ]);
    expect(on_call).toHaveLength(3);
    const mails = (await queued(app, made))
      .filter(({ channel }) => channel === "email")
      .map(({ target }) => target);
    expect(mails).toEqual([ada().email, person(2).email, ada().email]);
  });
});
