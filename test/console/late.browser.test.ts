/**
 * A form may be quicker than what it depends on: each call that its page makes is held back, one at a time, until the
 * form waits for it or has been sent. What is sent is what is sent where nothing is late, and every time of it stands on
 * the page in the words of the zone that is named there.
 */
import type { BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { minuteText } from "../../src/kernel/readable.ts";
import { dayAt } from "../../src/kernel/time-zone.ts";
import { type Console, patient, startConsole, tabIn, typeInto, unfold, visit } from "./browser.ts";
import { act } from "./people.ts";

/** Hours before and after the clocks of the browser: neither is UTC. */
const zone = "Asia/Karachi";
const ownZone = "America/Halifax";
/** Of a rota: neither of them. */
const rotaZone = "Pacific/Auckland";

let console_: Console;
let home: string;
/** What every page asks for: held back with the first form alone. */
let ofFrame: readonly string[];
beforeAll(async () => {
  console_ = await startConsole();
  home = `${console_.origin}/o/${console_.organization.slug}`;
  await act(console_, "update_organization_settings", { timezone: zone });
  const turns = ["ada@example.com", "max@example.com"].map((email) => ({ people: [email] }));
  const handover = { every: 1, unit: "weeks", at: "00:00", weekday: "mon" };
  const starts_on = dayAt(Date.now() - 2 * dayMs, rotaZone);
  await act(console_, "create_on_call_rota", {
    ...{ name: "Payments", timezone: rotaZone },
    rotations: [{ name: "Weeks", turns, starts_on, handover }],
  });
  const { context } = await visit(console_, console_.people.org_admin, { timeZone: ownZone });
  ofFrame = await callsOf(context, "/organization");
  await context.close();
}, 600_000);
afterAll(() => console_?.close());

interface Form {
  readonly name: string;
  /** Below the organization's address. */
  readonly path: string;
  /** Fills it in by keys, and sends it. @returns what it said, where it is gone before anything is sent */
  readonly send: (page: Page) => Promise<unknown>;
  /** The action that sends it. */
  readonly by: RegExp;
  /** Where times are on other clocks than the organization's. */
  readonly zone?: string;
  /** Of very many calls, those that are about what it sends. */
  readonly holds?: RegExp;
  /** The moments that are sent; how many of them at least, where they depend on when the form is opened. */
  readonly times: readonly string[] | number;
}

const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
  await button.focus();
  await page.keyboard.press("Enter");
};
const box = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);

/** The form of a kind: texts by field, and then times as people write them. */
function formOf(
  [name, kind, action]: readonly [string, string, string],
  texts: Readonly<Record<string, string>>,
  times: Readonly<Record<string, readonly [string, string]>>,
  query = "",
): Form {
  return {
    name,
    path: `/new/${kind}${query}`,
    by: new RegExp(`^${action}$`),
    times: Object.values(times).map(([, moment]) => moment),
    async send(page) {
      for (const [path, text] of Object.entries(texts)) {
        await box(page, path).waitFor();
        await typeInto(box(page, path), text);
        await page.keyboard.press("Escape");
      }
      for (const [path, [text]] of Object.entries(times)) {
        if (!(await box(page, path).isVisible())) await unfold(page);
        await box(page, path).waitFor();
        await typeInto(box(page, path), text);
      }
      await press(page, /^(?:Create|Publish|Save)/);
    },
  };
}

/** A sentence of the palette. */
const sentence = (name: string, text: string, by: RegExp, verb: string): Form => ({
  ...{ name, by, path: "/keys", times: ["2098-03-01T04:00:00Z"] },
  // The palette asks for the rows of every kind.
  holds: /deploy_polic|alert_mutes|services?$|settings|alerts$/,
  async send(page) {
    await page.getByRole("button", { name: /^Find anything/ }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Find a page, a row or an action" }).waitFor();
    await page.keyboard.type(text);
    await page.getByRole("option", { name: new RegExp(`^${verb}`) }).waitFor();
    await page.keyboard.press("Enter");
    await submit(page, new RegExp(`^${verb}`));
  },
});

/** Sends the dialog as it is filled in. */
async function submit(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole("dialog", { name }).locator("button[type=submit]:enabled");
  await button.focus();
  await page.keyboard.press("Enter");
}

const nine = ["2098-03-01 9:00", "2098-03-01T04:00:00Z"] as const;
/** A length counts from the beginning. */
const later = ["2.5 h", "2098-03-01T06:30:00Z"] as const;

const forms: readonly Form[] = [
  formOf(
    ["a mute", "alert_mutes", "create_alert_mute"],
    { pattern: "late", reason: "The disks are replaced" },
    { until: nine },
  ),
  formOf(
    ["a correction", "slo_corrections", "create_slo_correction"],
    { reason: "The database moves", service: "checkout" },
    { starts_at: nine, ends_at: later },
  ),
  formOf(
    ["a maintenance", "status_page_incidents", "create_status_page_incident"],
    { title: "The database moves" },
    { scheduled_for: nine, scheduled_until: later },
    "?impact=maintenance&status=scheduled",
  ),
  formOf(
    ["an incident that began", "status_page_incidents", "create_status_page_incident"],
    { title: "The database moved" },
    { started_at: ["2020-03-01 9:00", "2020-03-01T04:00:00Z"] },
    "?impact=minor&status=identified",
  ),
  formOf(
    ["an absence", "absences", "create_absence"],
    { email: "max@example.com" },
    { starts_at: nine, ends_at: later },
  ),
  formOf(
    ["a policy with a freeze", "deploy_policies", "create_deploy_policy"],
    { service: "parcels" },
    { freeze_until: nine },
  ),
  formOf(
    ["a heartbeat", "alert_heartbeats", "create_alert_heartbeat"],
    { name: "Nightly", every_minutes: "60" },
    { expect_from: nine },
  ),
  sentence("a freeze by a sentence", "freeze parcels until 2098-03-01 9:00", /_deploy_policy$/, "Freeze"),
  sentence("a mute by a sentence", "mute parcels until 2098-03-01 9:00", /create_alert_mute$/, "Mute"),
  {
    ...{ name: "freezes of many", path: "/settings/deploy_policies", by: /plan_changes$/, times: 1 },
    async send(page) {
      const first = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
      await first.focus();
      await page.keyboard.press("Space");
      await press(page, "Freeze");
      const said = await page.getByRole("dialog", { name: "Freeze deploys" }).textContent();
      await press(page, "Next");
      return said;
    },
  },
  {
    ...{ name: "an absence of one's own", path: "/on-call", by: /plan_changes$/, times: 2, zone: rotaZone },
    async send(page) {
      await press(page, "I am away");
      await submit(page, /^I am away/);
    },
  },
  {
    ...{ name: "a shift that is given", path: "/on-call", by: /take_shift$/, times: 1, zone: rotaZone },
    async send(page) {
      const give = page.getByRole("region", { name: "Your shifts" }).getByRole("button", { name: /^Give: / });
      await give.first().focus();
      await page.keyboard.press("Enter");
      await submit(page, /Payments/);
    },
  },
];

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

async function callsOf(context: BrowserContext, path: string): Promise<readonly string[]> {
  const { page, open } = await tabIn(console_, context);
  const calls = new Set<string>();
  page.on("request", (request) => asked.test(request.url()) && calls.add(nameOf(request.url())));
  await open(home.slice(console_.origin.length) + path);
  await page.close();
  return [...calls];
}

/** @param late the call that is held back; every one of its name */
async function sendOf(form: Form, context: BrowserContext, late: string | undefined): Promise<Held> {
  const { page } = await tabIn(console_, context);
  const calls: string[] = [];
  const waiting: Route[] = [];
  let free = late === undefined;
  let sent: Sent | undefined;
  await page.route(asked, async (route) => {
    const name = nameOf(route.request().url());
    if (form.by.test(name)) {
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
  const done = page.goto(home + form.path).then(() => form.send(page));
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
    const { context } = await visit(console_, console_.people.org_admin, { timeZone: ownZone });
    const { calls, sent } = await sendOf(form, context, undefined);
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
    for (const late of [undefined, ...lates]) {
      const other = late === undefined ? { sent } : await sendOf(form, context, late);
      expect({ late, body: steady(other.sent.body) }).toEqual({ late, body: steady(sent.body) });
      for (const moment of momentsIn(other.sent.body))
        expect(other.sent.text).toContain(minuteText(moment, form.zone ?? zone));
      expect(other.sent.text).toContain(form.zone === undefined ? zone : "Auckland");
    }
    await context.close();
  },
  300_000,
);
