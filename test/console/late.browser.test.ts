/**
 * A form may be quicker than what it depends on: each call that its page makes is held back, one at a time, until the
 * form waits for it or has been sent. What is sent is what is sent where nothing is late, and every time of it stands on
 * the page in the words of the zone that is named there.
 */
import type { BrowserContext, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { minuteText } from "../../src/kernel/readable.ts";
import { dayAt } from "../../src/kernel/time-zone.ts";
import { type Console, patient, startConsole, tabIn, visit } from "./browser.ts";
import { type Form, forms, type Ids, ownZone, rotaZone, zone } from "./late-forms.ts";
import { act } from "./people.ts";

let console_: Console;
let home: string;
/** One for all: each form begins with the program in the browser's memory, as it is for who works in it. */
let context: BrowserContext;
let ids: Ids;
/** What every page asks for: held back with the first form alone. */
let ofFrame: readonly string[];
beforeAll(async () => {
  console_ = await startConsole();
  home = `${console_.origin}/o/${console_.organization.slug}`;
  await act(console_, "update_organization_settings", { timezone: zone });
  const turns = ["ada@example.com", "max@example.com"].map((email) => ({ people: [email] }));
  const handover = { every: 1, unit: "weeks", at: "00:00", weekday: "mon" };
  const starts_on = dayAt(Date.now() - 2 * dayMs, rotaZone);
  const rota = await act(console_, "create_on_call_rota", {
    ...{ name: "Payments", timezone: rotaZone },
    rotations: [{ name: "Weeks", turns, starts_on, handover }],
  });
  const component = await act(console_, "create_status_page_component", { name: "Cart" });
  const maintenance = await act(console_, "create_status_page_incident", {
    ...{ title: "The cables change", body: "Soon.", impact: "maintenance", status: "in_progress" },
    ...{ scheduled_for: "2026-01-01T00:00:00Z", scheduled_until: "2098-01-01T00:00:00Z" },
  });
  await act(console_, "create_alert_mute", {
    ...{ matchers: ["service=cart"], reason: "Maintenance: The cables change", duration_minutes: 60 },
  });
  const { alertId: alert, routeId: route } = console_.seeded;
  ids = { alert, route, rota: rota.id, component: component.id, maintenance: maintenance.id };
  ({ context } = await visit(console_, console_.people.org_admin, { timeZone: ownZone }));
  ofFrame = await callsOf("/organization");
}, 600_000);
afterAll(() => console_?.close());

/** What a form sent, and the text of the page just before. */
interface Sent {
  readonly body: unknown;
  readonly text: string;
}

interface Held {
  readonly calls: readonly string[];
  readonly sent: Sent;
}

const dayMs = 86_400_000;
const stillMs = 50;
/** So long nothing moved that the form waits for what is held: then it is let go. It decides nothing of what is sent. */
const quietRounds = 10;

const asked = /\/(?:api|console\/definitions)/;

async function callsOf(path: string): Promise<readonly string[]> {
  const { page, open } = await tabIn(console_, context);
  const calls = new Set<string>();
  page.on("request", (request) => asked.test(request.url()) && calls.add(nameOf(request.url())));
  await open(home.slice(console_.origin.length) + path);
  await page.close();
  return [...calls];
}

/** @param late the call that is held back; every one of its name */
async function sendOf(form: Form, late: string | undefined): Promise<Held> {
  const { page } = await tabIn(console_, context);
  const calls: string[] = [];
  const waiting: Route[] = [];
  let free = late === undefined;
  let sent: Sent | undefined;
  await page.route(asked, async (route) => {
    const name = nameOf(route.request().url());
    if (form.by.test(name) && route.request().method() === "POST") {
      const text = await page.evaluate<string>("document.body.innerText");
      sent ??= { body: route.request().postDataJSON(), text };
      // Nothing is stored: the next one finds what this one found.
      return route.fulfill({ status: 503, json: { error: "unavailable", message: "Later." } });
    }
    if (sent === undefined && !calls.includes(name)) calls.push(name);
    if (!free && name === late) return void waiting.push(route);
    return route.continue().catch(() => {});
  });
  const release = () => {
    free = true;
    for (const route of waiting.splice(0)) void route.continue().catch(() => {});
  };
  const done = page.goto(home + pathOf(form)).then(() => form.send(page));
  let over = false;
  const ended = done.finally(() => {
    over = true;
  });
  // A form may ask for something more once its button is pressed.
  for (let quiet = 0, before = ""; sent === undefined && !free && !(over && waiting.length === 0); ) {
    await page.waitForTimeout(stillMs);
    const now = await page.evaluate<string>(shown).catch(() => "");
    quiet = now === before && waiting.length > 0 ? quiet + 1 : 0;
    before = now;
    if (quiet > quietRounds) release();
  }
  const said = await ended;
  release();
  await expect.poll(() => sent, patient).toBeDefined();
  await page.close();
  const { body, text } = sent as unknown as Sent;
  return { calls, sent: { body, text: typeof said === "string" ? said : text } };
}

function pathOf({ path }: Form): string {
  return path.replace(/:(\w+)/g, (_, name: keyof Ids) => ids[name]);
}

/** What moves while somebody types: values and texts. */
const shown = `[...document.querySelectorAll("input, textarea")].map(({ value }) => value).join("|") + document.body.innerText`;

function nameOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.replace(/^.*\/actions\//, "");
}

const momentsIn = (body: unknown) => JSON.stringify(body).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? [];

/** Moments that count from when the form was opened, by the day. */
const steady = (body: unknown) =>
  JSON.stringify(body).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) =>
    Math.abs(Date.parse(at) - Date.now()) < 400 * dayMs ? dayAt(Date.parse(at), zone) : at,
  );

it.each(forms.map((form) => [form.name, form] as const))(
  "%s: sends what it says, whichever call comes late",
  async (_, form) => {
    const { calls, sent } = await sendOf(form, undefined);
    const isFirst = form === forms[0];
    const lates = calls.filter(
      (name) =>
        !name.startsWith("/console/") &&
        (isFirst || !ofFrame.includes(name)) &&
        (form.holds ?? /./).test(name),
    );
    if (typeof form.times === "number")
      expect(momentsIn(sent.body).length).toBeGreaterThanOrEqual(form.times);
    else expect(momentsIn(sent.body)).toEqual(form.times);
    expect(JSON.stringify(sent.body)).toMatch(form.sends ?? /./);
    for (const late of [undefined, ...lates]) {
      const other = late === undefined ? { sent } : await sendOf(form, late);
      expect({ late, body: steady(other.sent.body) }).toEqual({ late, body: steady(sent.body) });
      for (const moment of momentsIn(other.sent.body))
        expect(other.sent.text).toContain(form.says?.(moment) ?? minuteText(moment, zone));
      if (momentsIn(sent.body).length > 0) expect(other.sent.text).toContain(form.place ?? zone);
    }
  },
  300_000,
);
