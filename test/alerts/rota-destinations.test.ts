/** Alerts that go to a rota: whoever is on call at the moment is who every door names, and who gets the message. */
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { Json } from "../../src/kernel/field.ts";
import { makePerson } from "../support/people.ts";
import { startService, type TestService } from "../support/service.ts";
import { created, makeScene, queued, type Scene } from "./support.ts";

let app: TestService;
beforeAll(async () => {
  app = await startService();
  const { delivery, alerts } = app.service;
  // What lies in the queue is what happened: nobody sends it, and what is due is done when the test says so.
  const timed = [delivery, alerts].flatMap(({ background = [] }) => background);
  await Promise.all(timed.map((one) => one.stop()));
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
});
beforeEach(() => {
  at("2026-03-18T12:00:00Z");
});

const at = (moment: string) => void vi.setSystemTime(new Date(moment));

/** By weeks from Monday at nine in Berlin: Ada has the one of the 16th of March, Ben that of the 23rd. */
const [beforeHandOver, handOver] = ["2026-03-23T07:59:59Z", "2026-03-23T08:00:00Z"];

interface Made extends Scene {
  readonly rota: string;
  readonly override: (body: object) => Promise<string>;
}

async function scene(rota: object = {}, route: Readonly<Record<string, Json>> = {}): Promise<Made> {
  const made = await makeScene(app);
  const { id } = made.tenant.organization;
  for (const name of ["ada", "ben", "cy"]) await makePerson(app.database, id, `${name}@example.com`);
  const rotaId = await created(made, "on_call_rotas", {
    name: "Payments",
    timezone: "Europe/Berlin",
    rotations: [rotation("primary", ["ada", "ben"])],
    ...rota,
  });
  // What an Alertmanager waits for is over when its notification comes.
  const body = { destinations: [{ rota_id: rotaId }], group_wait_seconds: 0, ...route };
  const headers = { "if-match": "*" };
  const { status, text } = await made.tenant.config("PUT", `alert_routes/${made.route}`, { body, headers });
  expect(status, text).toBe(200);
  return {
    ...made,
    rota: rotaId,
    override: (more) =>
      created(made, "on_call_overrides", { rota_id: rotaId, role: "primary", replaces: null, ...more }),
  };
}

function rotation(role: string, people: readonly string[], more: object = {}) {
  return {
    name: role,
    role,
    turns: people.map((one) => ({ people: [`${one}@example.com`] })),
    starts_on: "2026-03-16",
    handover: { every: 1, unit: "weeks", at: "09:00", weekday: "mon" },
    ...more,
  };
}

let count = 0;
const next = (word: string) => {
  count += 1;
  return `${word} ${count}`;
};

/** A new alert comes now. @returns to whom it went */
async function live(made: Made, name = next("A")): Promise<string[]> {
  const before = (await queued(app, made)).length;
  await made.notify({ group: name }, [{ name, startsAt: new Date().toISOString() }]);
  return (await queued(app, made)).slice(before).map(({ target }) => target);
}

/** What each forecast says of an alert that begins at a moment, or now. */
async function foretold({ tenant }: Made, moment?: string): Promise<Record<string, string[]>> {
  const labels = { alertname: "A" };
  const { body } = await tenant.api("POST", "alert_routes/resolve", {
    body: { labels, ...(moment === undefined ? {} : { at: moment }) },
  });
  const resolved = body.recipients.map(({ target }: { target: string }) => target);
  if (moment !== undefined) return { resolved };
  const flow = (await tenant.api("GET", "alert_routes/flow")).body;
  const people = flow.receivers.flatMap((one: { people: { email: string }[] }) =>
    one.people.map(({ email }) => email),
  );
  return { resolved, flow: people };
}

/** Whether a behaviour test holds that says who is notified then. */
async function isHeld({ tenant }: Made, moment: string, notified: readonly Json[]): Promise<string | null> {
  const body = {
    name: next("test"),
    alert: { labels: { alertname: "A" }, at: moment },
    expect: { notified },
  };
  const { status, text, body: answer } = await tenant.config("POST", "behaviour_tests", { body });
  return status === 201 ? null : (answer.error?.tests?.[0]?.message ?? text);
}

it("live, resolve, flow and tests name who is on call: before a hand-over, at it, and after", async () => {
  const made = await scene();
  for (const [moment, who] of [
    [beforeHandOver, "ada"],
    [handOver, "ben"],
    ["2026-03-30T07:00:00Z", "ada"],
  ] as const) {
    const person = `${who}@example.com`;
    expect(await foretold(made, moment)).toEqual({ resolved: [person] });
    expect(await isHeld(made, moment, [{ email: person }])).toBeNull();
    expect(await isHeld(made, moment, [{ rota_id: made.rota }])).toBeNull();
    expect(await isHeld(made, moment, [{ email: "cy@example.com" }])).toContain("is not notified");
    at(moment);
    expect(await live(made)).toEqual([person]);
    expect(await foretold(made)).toEqual({ resolved: [person], flow: [person] });
  }
});
