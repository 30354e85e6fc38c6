/** What pages say and whom they ring where people come and go, others are faster, and what they are about is kept back. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { created, queued } from "../alerts/support.ts";
import { addVerified, newNumber, recordingReach, subscription } from "../identity/ways-scene.ts";
import { startService, type TestService } from "../support/service.ts";
import { type PagingScene, pagingScene, pass, route, stopTimed } from "./scene.ts";

const reach = recordingReach();
let app: TestService;
let made: PagingScene;
beforeAll(async () => {
  app = await startService({}, [], undefined, { reach });
  await stopTimed(app);
});
afterAll(() => app.close());

async function begin(roles?: Readonly<Record<string, readonly number[]>>) {
  made = await pagingScene(app, roles);
  for (const one of made.people)
    await addVerified(one, reach, { kind: "push", subscription: subscription() });
  reach.sent.length = 0;
}

const person = (at: number) => made.people[at] as PagingScene["people"][number];
const email = (at: number) => person(at).email;
const own = () =>
  reach.sent.filter(({ message: { url } }) => url?.includes(`/o/${made.tenant.organization.slug}/`));
const sent = () => own().map(({ to, message }) => `${to.kind}: ${message.title}`);
const tokens = () => own().flatMap(({ message: { acknowledge } }) => acknowledge?.token ?? []);
const flush = () => app.service.pages.flush();
const follow = () => app.service.pages.follow();
const answer = (body: object) => app.send("POST", "/api/v1/acknowledge", { body });
const change = async (path: string, body: object) => {
  const { status, text } = await made.tenant.config("PUT", path, { body, headers: { "if-match": "*" } });
  expect(status, text).toBe(200);
};
const outcomes = async (id: string) =>
  (await made.alert(id)).pages.map((page: Record<string, string>) => [page.email, page.outcome]);

async function leave(at: number) {
  await app.database.execute(
    `DELETE FROM members WHERE organization_id = '${made.organizationId}' AND user_id = (SELECT id FROM users WHERE email = '${email(at)}')`,
  );
}

/** Their own way first, and then a text message. */
async function withSteps(first: "push" | "mail", seconds: number) {
  const sms = await addVerified(person(0), reach, { kind: "sms", number: newNumber() });
  const { data } = (await person(0).send("GET", "account/ways")).body;
  const { id } = data.find(({ kind }: { kind: string }) => kind === first);
  const page = [
    { way_id: id, after_seconds: 0 },
    { way_id: sms, after_seconds: seconds },
  ];
  expect((await person(0).send("PUT", "account/steps", { body: { page, other: [] } })).status).toBe(200);
  reach.sent.length = 0;
}

it("somebody who takes over from two people, or from several messages, is paged once", async () => {
  await begin({ primary: [0] });
  const rotations = (people: readonly number[]) => [
    {
      ...{ name: "primary", role: "primary", starts_on: "2020-01-01", handover: { every: 1, unit: "days" } },
      turns: [{ people: people.map(email) }],
    },
  ];
  await change(`on_call_rotas/${made.rota}`, { rotations: rotations([0, 1]) });
  await created(made, "outbound_rules", {
    ...{ name: "again", rota_id: made.rota, matchers: ["service=shop"], delay_seconds: 60 },
  });
  const id = await made.fire("Slow");
  await app.database.execute(
    `UPDATE alert_timers SET due_at = now() - interval '1 second' WHERE organization_id = '${made.organizationId}'`,
  );
  await app.service.alerts.flush();
  await change(`on_call_rotas/${made.rota}`, { rotations: rotations([2]) });
  await follow();
  const before = [0, 1, 0, 1].map((at) => [email(at), "handed_over"]);
  expect((await outcomes(id)).toSorted()).toEqual([...before, [email(2), null]].toSorted());
  await change(`on_call_rotas/${made.rota}`, { rotations: rotations([1, 2]) });
  await follow();
  expect((await outcomes(id)).filter(([, outcome]: [string, string | null]) => outcome === null)).toEqual([
    [email(2), null],
  ]);
});

it("another alert of a hand-over is not left out", async () => {
  await begin({ primary: [0] });
  const ids = [await made.fire("Slow"), await made.fire("Full")];
  const times = { starts_at: new Date(Date.now() - 60_000), ends_at: new Date(Date.now() + 3_600_000) };
  await created(made, "on_call_overrides", {
    ...{ rota_id: made.rota, role: "primary", replaces: null, email: email(2) },
    ...{ starts_at: times.starts_at.toISOString(), ends_at: times.ends_at.toISOString() },
  });
  await follow();
  for (const id of ids)
    expect(await outcomes(id)).toEqual([
      [email(0), "handed_over"],
      [email(2), null],
    ]);
});

it("whoever leaves is sent nothing more: it goes to the fallback, or is said to reach nobody", async () => {
  await begin({ primary: [0] });
  await change(`on_call_rotas/${made.rota}`, { fallback: { email: "desk@example.com" } });
  await withSteps("push", 60);
  const id = await made.fire("Slow");
  await flush();
  await leave(0);
  await follow();
  await pass(app, made, 600);
  expect(sent()).toEqual(["push: CRITICAL · shop: Slow"]);
  expect(await outcomes(id)).toEqual([[email(0), "handed_over"]]);
  const { on_call } = await made.alert(id);
  expect(on_call.at(-1)).toMatchObject({ outcome: "fallback", receivers: ["desk@example.com"] });
  const mails = (await queued(app, made)).filter(({ channel }) => channel === "email");
  expect(mails.map(({ target }) => target)).toEqual(["desk@example.com"]);

  await begin({ primary: [0] });
  await change(`on_call_rotas/${made.rota}`, { fallback: { outbound_config_id: made.room } });
  await made.fire("Full");
  await leave(0);
  await follow();
  expect((await queued(app, made)).filter(({ channel }) => channel === "alert")).toMatchObject([
    { target: made.room },
  ]);

  await begin({ primary: [0] });
  const nobody = await made.fire("Down");
  await leave(0);
  await follow();
  const { on_call: reached, pages } = await made.alert(nobody);
  expect(reached.at(-1)).toMatchObject({ outcome: "nobody", receivers: [] });
  // It went to nobody, which is no hand-over.
  expect(pages).toMatchObject([{ outcome: "nobody", closed_by: null, next_at: null }]);
});

it("rings no more while it is muted, and goes on after that", async () => {
  await begin();
  await withSteps("push", 60);
  const id = await made.fire("Slow");
  await flush();
  const mute = await created(made, "alert_mutes", {
    ...{ matchers: ["service=shop"], duration_minutes: 60, reason: "Known" },
  });
  await app.service.alerts.flush();
  await pass(app, made, 70);
  await leave(0);
  await follow();
  expect(sent()).toEqual(["push: CRITICAL · shop: Slow"]);
  expect(await outcomes(id)).toEqual([[email(0), null]]);
  await made.tenant.config("DELETE", `alert_mutes/${mute}`, { headers: { "if-match": "*" } });
  await app.service.alerts.flush();
  await made.fire("Slow");
  await follow();
  await flush();
  expect(await outcomes(id)).toEqual([
    [email(0), "handed_over"],
    [email(1), null],
  ]);
});

it("goes on with its own steps after a mute that began and ended while it waited, and is no second page", async () => {
  await begin();
  await withSteps("push", 60);
  const id = await made.fire("Slow");
  await flush();
  const mute = await created(made, "alert_mutes", {
    ...{ matchers: ["service=shop"], duration_minutes: 60, reason: "Known" },
  });
  await app.service.alerts.flush();
  await made.tenant.config("DELETE", `alert_mutes/${mute}`, { headers: { "if-match": "*" } });
  await app.service.alerts.flush();
  await made.fire("Slow");
  await flush();
  expect(sent()).toEqual(["push: CRITICAL · shop: Slow"]);
  expect(await outcomes(id)).toEqual([[email(0), null]]);
});

it("two pages of one alert end with one message for each way", async () => {
  await begin({ primary: [0] });
  await created(made, "outbound_rules", {
    ...{ name: "again", rota_id: made.rota, matchers: ["service=shop"], delay_seconds: 60 },
  });
  const id = await made.fire("Slow");
  await app.database.execute(
    `UPDATE alert_timers SET due_at = now() - interval '1 second' WHERE organization_id = '${made.organizationId}'`,
  );
  await app.service.alerts.flush();
  await flush();
  expect(await outcomes(id)).toHaveLength(2);
  await made.end("Slow");
  const ends = (await queued(app, made)).filter(({ subject }) => subject.includes("Resolved"));
  expect(ends.map(({ channel }) => channel).toSorted()).toEqual(["email", "page"]);
});

it("a second acknowledgement is shown who was faster, and changes nothing", async () => {
  await begin();
  await route(made, [{ rota_id: made.rota }, { rota_id: made.rota, role: "secondary" }]);
  const id = await made.fire("Slow");
  await flush();
  const both = await Promise.all(tokens().map((token) => answer({ token })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const { acknowledged_by, pages } = await made.alert(id);
  const late = both.find(({ status }) => status === 409);
  expect(late?.body.message).toContain(`acknowledged by ${acknowledged_by}`);
  for (const { outcome, closed_by } of pages) {
    expect(outcome).toBe("acknowledged");
    expect(closed_by).toContain(acknowledged_by);
  }
});

it("what has ended is not acknowledged", async () => {
  await begin();
  const id = await made.fire("Slow");
  await flush();
  await made.tenant.api("POST", `alerts/${id}/resolve`);
  const { status, body } = await answer({ token: tokens()[0] });
  expect([status, body.message]).toEqual([409, expect.stringContaining("its alerts ended")]);
  expect((await made.alert(id)).pages).toMatchObject([{ outcome: "ended", closed_by: null }]);
});

it("who cannot pass it on can still acknowledge it by the same message", async () => {
  await begin({ primary: [0] });
  const id = await made.fire("Slow");
  await flush();
  const [token] = tokens();
  expect((await answer({ token, pass_on: true })).status).toBe(409);
  expect((await answer({ token })).status).toBe(200);
  expect((await made.alert(id)).status).toBe("acknowledged");
});

it("does not wait for a mail where there is no mail server", async () => {
  await begin({ primary: [0] });
  await withSteps("mail", 600);
  await made.fire("Slow");
  await flush();
  expect(sent()).toEqual(["sms: CRITICAL · shop: Slow"]);
});
