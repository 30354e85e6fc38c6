/** Answers to pages that fail on the way or meet others, and what keeps a page back as it keeps back any message. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mostPerDay } from "../../src/kernel/text-message.ts";
import { created } from "../alerts/support.ts";
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
});

const person = (at: number) => made.people[at] as PagingScene["people"][number];
const email = (at: number) => person(at).email;
const own = () =>
  reach.sent.filter(({ message: { url } }) => url?.includes(`/o/${made.tenant.organization.slug}/`));
const sent = () => own().map(({ to, message }) => `${to.kind}: ${message.title}`);
const tokenOf = (title: string) =>
  own().find(({ message }) => message.title.includes(title))?.message.acknowledge?.token ?? "";
const flush = () => app.service.pages.flush();
const answer = (token: string, more: object = {}) =>
  app.send("POST", "/api/v1/acknowledge", { body: { token, ...more } });
const pagesOf = async (id: string) => (await made.alert(id)).pages;
const device = () => addVerified(person(0), reach, { kind: "push", subscription: subscription() });

/** While the work is done, no page of the organization can be closed: the database fails. */
async function failing<T>(work: () => Promise<T>): Promise<T> {
  const name = `fails_${made.organizationId.replace(/\W/g, "")}`;
  await app.database.execute(
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'out of order'; END $$`,
  );
  await app.database.execute(
    `CREATE TRIGGER ${name} BEFORE UPDATE OF closed_at ON pages FOR EACH ROW WHEN (NEW.organization_id = '${made.organizationId}') EXECUTE FUNCTION ${name}()`,
  );
  try {
    return await work();
  } finally {
    await app.database.execute(`DROP TRIGGER ${name} ON pages; DROP FUNCTION ${name}()`);
  }
}

describe("an answer that failed on the way", () => {
  it("is given again at once, and is the same for whose alert it became", async () => {
    await device();
    const id = await made.fire("Slow");
    await flush();
    const token = tokenOf("Slow");
    expect((await failing(() => answer(token))).status).toBeGreaterThanOrEqual(500);
    // What was stored before the failure is theirs.
    expect((await made.alert(id)).acknowledged_by).toBe(email(0));
    const again = await answer(token);
    expect([again.status, again.body]).toEqual([
      200,
      { outcome: "acknowledged", alert_ids: [id], people: [] },
    ]);
    expect(await pagesOf(id)).toMatchObject([{ outcome: "acknowledged", closed_by: `${email(0)} by push` }]);
    // From then on it is over.
    const third = await answer(token);
    expect([third.status, third.body.message]).toEqual([409, expect.stringContaining(`by ${email(0)}`)]);
  });

  it("is the same also where the page was stopped meanwhile because of it", async () => {
    await device();
    const id = await made.fire("Slow");
    await flush();
    const token = tokenOf("Slow");
    expect((await failing(() => answer(token))).status).toBeGreaterThanOrEqual(500);
    await flush();
    expect(await pagesOf(id)).toMatchObject([{ outcome: "acknowledged", closed_by: email(0) }]);
    expect(await answer(token)).toMatchObject({ status: 200, body: { alert_ids: [id] } });
    expect((await answer(token)).status).toBe(409);
  });

  it("passes on again, too", async () => {
    await device();
    const id = await made.fire("Slow");
    await flush();
    const token = tokenOf("Slow");
    expect((await failing(() => answer(token, { pass_on: true }))).status).toBeGreaterThanOrEqual(500);
    expect(await pagesOf(id)).toMatchObject([{ outcome: null }]);
    expect((await answer(token, { pass_on: true })).status).toBe(200);
    expect(await pagesOf(id)).toMatchObject([{ outcome: "passed_on" }, { email: email(1), outcome: null }]);
  });
});

describe("passing on", () => {
  it("says what became of the page where another answer was faster", async () => {
    await device();
    const id = await made.fire("Slow");
    await flush();
    const token = tokenOf("Slow");
    const answers = await Promise.all([answer(token, { pass_on: true }), answer(token, { pass_on: true })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const late = answers.find(({ status }) => status === 409);
    expect(late?.body.message).toContain(`passed on by ${email(0)} by push`);
    expect(await pagesOf(id)).toHaveLength(2);
  });

  it("takes one of several pages, and leaves the others where they are", async () => {
    await device();
    const [slow, full] = [await made.fire("Slow"), await made.fire("Full")];
    await flush();
    expect((await answer(tokenOf("Slow"), { pass_on: true })).body.alert_ids).toEqual([slow]);
    expect(await pagesOf(slow)).toMatchObject([{ outcome: "passed_on" }, { email: email(1), outcome: null }]);
    expect(await pagesOf(full)).toMatchObject([{ email: email(0), outcome: null }]);
    expect((await answer(tokenOf("Full"))).status).toBe(200);
  });
});

describe("a mute of a route", () => {
  const mute = () =>
    created(made, "alert_mutes", {
      ...{ matchers: ["service=shop"], route_ids: [made.route], duration_minutes: 60, reason: "Known" },
    });
  const unmute = async (id: string) => {
    await made.tenant.config("DELETE", `alert_mutes/${id}`, { headers: { "if-match": "*" } });
    await app.service.alerts.flush();
  };

  it("keeps back the steps of its pages, which says so and names no time that has passed", async () => {
    const sms = await addVerified(person(0), reach, { kind: "sms", number: newNumber() });
    const push = await device();
    const page = [
      { way_id: push, after_seconds: 0 },
      { way_id: sms, after_seconds: 60 },
    ];
    expect((await person(0).send("PUT", "account/steps", { body: { page, other: [] } })).status).toBe(200);
    reach.sent.length = 0;
    const id = await made.fire("Slow");
    await flush();
    const muteId = await mute();
    await pass(app, made, 70);
    await flush();
    expect(sent()).toEqual(["push: CRITICAL · shop: Slow"]);
    const alert = await made.alert(id);
    expect(alert.pages).toMatchObject([{ outcome: null, next_at: null, kept_back: true }]);
    expect(alert.withheld).toMatchObject([{ reason: "muted", by: { id: muteId } }]);
    await unmute(muteId);
    await flush();
    expect(sent()).toContain("sms: CRITICAL · shop: Slow");
    expect((await pagesOf(id))[0]).toMatchObject({ outcome: null, kept_back: false });
  });

  it("keeps back what waits to be sent, until it ends", async () => {
    await device();
    const id = await made.fire("Slow");
    const muteId = await mute();
    await flush();
    expect(sent()).toEqual([]);
    expect((await made.alert(id)).deliveries).toContainEqual(
      expect.objectContaining({ kind: "push", status: "queued" }),
    );
    await unmute(muteId);
    await app.database.execute(
      `UPDATE deliveries SET next_attempt_at = now() WHERE organization_id = '${made.organizationId}'`,
    );
    await flush();
    expect(sent()).toContain("push: CRITICAL · shop: Slow");
  });
});

describe("a mute of everything", () => {
  it("keeps back a push that waits", async () => {
    await device();
    const id = await made.fire("Slow");
    await created(made, "alert_mutes", {
      ...{ matchers: ["service=shop"], duration_minutes: 60, reason: "Known" },
    });
    await app.service.alerts.flush();
    await flush();
    expect(sent()).toEqual([]);
    expect((await made.alert(id)).status).toBe("open");
  });
});

describe("a phone after a storm", () => {
  it("still rings for a page in half an hour, and what is beyond takes the next step and stands on record", async () => {
    const sms = await addVerified(person(0), reach, { kind: "sms", number: newNumber() });
    const push = await device();
    const page = [
      { way_id: sms, after_seconds: 0 },
      { way_id: push, after_seconds: 600 },
    ];
    expect((await person(0).send("PUT", "account/steps", { body: { page, other: [] } })).status).toBe(200);
    reach.sent.length = 0;
    const storm = (ago: string, many: number) =>
      app.database.execute(
        `INSERT INTO phone_messages (way_id, about, sent_at) SELECT '${sms}', 'storm', now() - interval '${ago}' FROM generate_series(1, ${many})`,
      );
    await storm("2 hours", mostPerDay);
    await made.fire("First");
    await flush();
    expect(sent()).toEqual(["sms: CRITICAL · shop: First"]);
    const id = await made.fire("Second");
    await flush();
    await flush();
    expect(sent().slice(1)).toEqual(["push: CRITICAL · shop: Second"]);
    const { deliveries, pages } = await made.alert(id);
    expect(pages).toMatchObject([{ ways: ["sms", "push"], outcome: null }]);
    expect(deliveries).toContainEqual(
      expect.objectContaining({
        ...{ kind: "sms", status: "parked", error: expect.stringContaining("one page in 30 minutes") },
      }),
    );
  });
});
