/** What is tried against pages: tokens that are guessed, used twice, too late or by others, phones that are flooded, devices that were lost. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mostPerDay } from "../../src/kernel/text-message.ts";
import { webhook } from "../alerts/support.ts";
import { addVerified, newNumber, recordingReach, subscription } from "../identity/ways-scene.ts";
import { startService, type TestService } from "../support/service.ts";
import { type PagingScene, pagingScene, stopTimed } from "./scene.ts";

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

const person = (at: number, scene = made) => scene.people[at] as PagingScene["people"][number];
const device = (at = 0, scene = made) =>
  addVerified(person(at, scene), reach, { kind: "push", subscription: subscription() });
const own = (scene = made) =>
  reach.sent.filter(({ message: { url } }) => url?.includes(`/o/${scene.tenant.organization.slug}/`));
const tokenOf = (scene = made) => own(scene).at(-1)?.message.acknowledge?.token ?? "";
const answer = (token: string, more: object = {}) =>
  app.send("POST", "/api/v1/acknowledge", { body: { token, ...more } });
const flush = () => app.service.pages.flush();
const statusOf = async (id: string, scene = made) => (await scene.alert(id)).status;

/** Pages Ada of an alert by a push. @returns its id */
async function paged(name = "Slow", scene = made): Promise<string> {
  const id = await scene.fire(name);
  await flush();
  return id;
}

describe("a token", () => {
  it("is for its own alert, and says nothing to who made it up", async () => {
    const other = await pagingScene(app);
    await device(0);
    await device(0, other);
    const [ours, theirs] = [await paged(), await paged("Slow", other)];
    const token = tokenOf(other);
    const guesses = ["", "x", token.slice(1), `${token}A`, token.toLowerCase(), "A".repeat(token.length)];
    for (const guess of guesses) {
      expect((await answer(guess)).status, guess).toBeGreaterThanOrEqual(400);
      const asked = await app.send("GET", `/acknowledge/${encodeURIComponent(guess || "x")}`);
      expect(asked.text).not.toContain("Slow");
    }
    expect(await answer(token)).toMatchObject({ status: 200, body: { alert_ids: [theirs] } });
    expect([await statusOf(ours), await statusOf(theirs, other)]).toEqual(["open", "acknowledged"]);
  });

  it("does nothing after its alert has ended, after 24 hours, and after the page went to somebody else", async () => {
    await device();
    await paged("Ended");
    const ended = tokenOf();
    await made.end("Ended");
    await flush();
    expect(await answer(ended)).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining("its alerts ended") } },
    });
    const old = await paged("Old");
    const late = tokenOf();
    await app.database.execute(
      `UPDATE page_tokens SET expires_at = now() - interval '1 second' WHERE organization_id = '${made.organizationId}'`,
    );
    expect(await answer(late)).toMatchObject({
      ...{ status: 409, body: { message: expect.stringContaining("24 hours") } },
    });
    expect(await statusOf(old)).toBe("open");
    const passed = await paged("Passed on");
    const first = tokenOf();
    expect((await answer(first, { pass_on: true })).status).toBe(200);
    for (const more of [{}, { pass_on: true }]) expect((await answer(first, more)).status).toBe(409);
    expect(await statusOf(passed)).toBe("open");
    expect((await made.alert(passed)).pages).toHaveLength(2);
  });

  it("does not say that it is theirs where somebody else was first, not even a moment ago", async () => {
    await device();
    const id = await paged();
    expect((await made.tenant.api("POST", `alerts/${id}/acknowledge`)).status).toBe(200);
    for (let times = 0; times < 2; times += 1) {
      const late = await answer(tokenOf());
      expect([late.status, late.body.message]).toEqual([
        409,
        expect.stringMatching(/^It is over: |ten seconds/),
      ]);
    }
    const [page] = (await made.alert(id)).pages;
    expect(page.closed_by).not.toBe(person(0).email);
  });

  it("lets whoever was paged say that they are at it, as a viewer too, and gives them nothing else", async () => {
    await device();
    const [first, other] = [await paged("First"), await paged("Other")];
    const [{ message }] = own() as [ReturnType<typeof own>[number]];
    await app.database.execute(
      `UPDATE members SET role = 'viewer' WHERE organization_id = '${made.organizationId}' AND user_id = '${person(0).id}'`,
    );
    expect((await answer(message.acknowledge?.token ?? "")).status).toBe(200);
    expect([await statusOf(first), await statusOf(other)]).toEqual(["acknowledged", "open"]);
    const list = (await person(0).send("GET", "account/pages")).body.data;
    expect(list).toMatchObject([{ title: "Other" }]);
    expect((await person(0).send("POST", `account/pages/${list[0].id}/acknowledge`)).status).toBe(200);
    expect(await statusOf(other)).toBe("acknowledged");
    // What they were not paged about is not theirs to acknowledge.
    const { slug } = made.tenant.organization;
    const refused = await app.send("POST", `/api/v1/o/${slug}/alerts/${other}/acknowledge`);
    expect(refused.status).toBeGreaterThanOrEqual(400);
  });
});

describe("a lost phone", () => {
  it("gets nothing more once its owner has removed all ways, and what is on its screen is of no use", async () => {
    const ids = [await device(), await addVerified(person(0), reach, { kind: "sms", number: newNumber() })];
    const page = ids.map((way_id, at) => ({ way_id, after_seconds: at * 60 }));
    expect((await person(0).send("PUT", "account/steps", { body: { page, other: [] } })).status).toBe(200);
    reach.sent.length = 0;
    const id = await paged();
    expect(own()).toHaveLength(1);
    expect((await person(0).send("DELETE", "account/ways")).body).toEqual({ deleted: 2 });
    const refused = await answer(tokenOf());
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("was removed")]);
    expect(
      (
        await app.send("POST", `/acknowledge/${tokenOf()}`, {
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "answer=acknowledge",
        })
      ).status,
    ).toBe(403);
    expect(await statusOf(id)).toBe("open");
    await app.database.execute(
      `UPDATE pages SET begun_at = begun_at - interval '10 minutes', due_at = now() WHERE organization_id = '${made.organizationId}'`,
    );
    await flush();
    expect(own()).toHaveLength(1);
    const { deliveries } = await made.alert(id);
    const sms = deliveries.find(({ kind }: { kind: string }) => kind === "sms");
    expect(sms.error).toContain("the way was removed");
    // The mail of the account is theirs still.
    expect(deliveries.map(({ kind }: { kind: string }) => kind)).toContain("email");
  });
});

describe("a device that was removed", () => {
  it("is of no use any more, though another one of its kind is still there", async () => {
    const at = (name: string) => {
      const endpoint = `https://push.example.com/${made.organizationId}/${name}`;
      return addVerified(person(0), reach, { kind: "push", subscription: subscription(endpoint) });
    };
    const [lost = ""] = [await at("lost"), await at("still")];
    reach.sent.length = 0;
    const id = await paged();
    const tokenBy = (name: string) =>
      own().find(({ to }) => JSON.stringify(to).includes(`/${name}"`))?.message.acknowledge?.token ?? "";
    expect((await person(0).send("DELETE", `account/ways/${lost}`)).status).toBe(200);
    const refused = await answer(tokenBy("lost"));
    expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("was removed")]);
    expect(await statusOf(id)).toBe("open");
    expect((await answer(tokenBy("still"))).status).toBe(200);
  });
});

describe("a phone", () => {
  it("gets no more by a storm of alerts than a person can take in a day, by text and by call, whoever's alerts they are", async () => {
    const number = newNumber();
    for (const kind of ["sms", "call"]) await addVerified(person(0), reach, { kind, number });
    reach.sent.length = 0;
    const groups = mostPerDay + 10;
    const startsAt = new Date().toISOString();
    const labels = { service: "shop", severity: "critical" };
    for (let group = 0; group < groups; group += 1) {
      const fired = Array.from({ length: 9 }, (_, at) => ({
        name: `Storm ${group} ${at}`,
        startsAt,
        labels,
      }));
      const posted = webhook({ receiver: made.route, group: `g${group}` }, fired);
      const { status } = await made.tenant.api("POST", `intake/alertmanager/${made.connector}`, {
        body: posted,
      });
      expect(status).toBe(200);
    }
    await flush();
    await flush();
    const sent = (kind: string) => own().filter(({ to }) => to.kind === kind).length;
    expect([sent("sms"), sent("call")]).toEqual([mostPerDay, mostPerDay]);
    const refused = await app.database.queryText(
      {
        name: "test-refused",
        text: `SELECT last_error AS error, count(*)::text AS count FROM deliveries
          WHERE organization_id = $1 AND channel = 'page' AND status = 'parked' GROUP BY last_error`,
      },
      [made.organizationId],
    );
    expect(refused).toEqual([
      {
        error: expect.stringContaining(`no more than ${mostPerDay} do`),
        count: String(2 * (groups - mostPerDay)),
      },
    ]);
  });
});
