/**
 * A form may be quicker than what it depends on: each call that its page makes is held back, one at a time, until the
 * form waits for it or has been sent. What is sent is what is sent where nothing is late, and what the form says of it.
 */
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { minuteText } from "../../src/kernel/readable.ts";
import { type Console, patient, settled, startConsole, typeInto, visit } from "./browser.ts";

/** Two hours before and after the clocks of the browser, in November: neither is UTC. */
const zone = "Asia/Karachi";
const ownZone = "America/Halifax";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  const { status } = await console_.people.org_admin.send(
    "POST",
    `organizations/${console_.organization.slug}/actions/update_organization_settings`,
    { body: { timezone: zone } },
  );
  expect(status).toBe(200);
}, 600_000);
afterAll(() => console_?.close());

interface Form {
  readonly name: string;
  readonly path: () => string;
  /** Fills it in by keys, and sends it. */
  readonly send: (page: Page) => Promise<void>;
  /** The actions that send it. */
  readonly by: RegExp;
  /** The moments that are sent have to stand on the page in these words, with the zone. */
  readonly says: readonly string[];
}

/** The parts of a time in the order of the browser's own language. */
async function typeTime(page: Page, path: string, parts: string): Promise<void> {
  const field = box(page, path);
  await field.focus();
  const [date = "", clock = ""] = parts.split(" ");
  // After the year the browser goes on to the hour by itself.
  await page.keyboard.type(date);
  await page.keyboard.type(clock);
}

const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
  await button.focus();
  await page.keyboard.press("Enter");
};
const box = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);

const forms: readonly Form[] = [
  {
    name: "a mute",
    path: () => `${home}/new/alert_mutes`,
    by: /create_alert_mute$/,
    says: ["2098-03-01T04:00:00Z"],
    async send(page) {
      await typeInto(box(page, "pattern"), "late");
      await typeInto(box(page, "reason"), "The disks are replaced");
      await typeTime(page, "until", "03012098 0900AM");
      await press(page, "Create");
    },
  },
  {
    name: "a correction",
    path: () => `${home}/new/slo_corrections`,
    by: /create_slo_correction$/,
    says: ["2098-03-01T04:00:00Z", "2098-03-01T06:30:00Z"],
    async send(page) {
      await typeInto(box(page, "reason"), "The database moves");
      await typeInto(box(page, "service"), "checkout");
      await page.keyboard.press("Escape");
      await typeTime(page, "starts_at", "03012098 0900AM");
      await typeTime(page, "ends_at", "03012098 1130AM");
      await press(page, "Create");
    },
  },
  {
    name: "a route",
    path: () => `${home}/new/alert_routes`,
    by: /create_alert_route$/,
    says: [],
    async send(page) {
      await typeInto(box(page, "name"), "Late");
      await typeInto(page.getByLabel("People and channels"), "late@example.com");
      await page.keyboard.press("Enter");
      await press(page, "Create");
    },
  },
  {
    name: "a freeze by a sentence",
    path: () => `${home}/keys`,
    by: /_deploy_policy$/,
    says: ["2098-03-01T04:00:00Z"],
    async send(page) {
      await page.getByRole("button", { name: /^Find anything/ }).waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.getByRole("combobox", { name: "Find a page, a row or an action" }).waitFor();
      await page.keyboard.type("freeze parcels until 2098-03-01 9:00");
      await page.getByRole("option", { name: /^Freeze/ }).waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: /^Freeze/ });
      await dialog.waitFor();
      const button = dialog.getByRole("button", { name: "Freeze", exact: true });
      await button.focus();
      await page.keyboard.press("Enter");
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

/** Times that are worked out of when a form is opened are not compared. */
const stillMs = 50;
/** So long nothing moved that the form waits for what is held: then it is let go. It decides nothing of what is sent. */
const quietRounds = 10;

/** @param late the call that is held back; every one of its name */
async function sendOf(form: Form, late: string | undefined): Promise<Held> {
  const { page, context } = await visit(console_, console_.people.org_admin, { timeZone: ownZone });
  const calls: string[] = [];
  const waiting: Route[] = [];
  let free = late === undefined;
  let sent: Sent | undefined;
  await page.route(/\/(?:api|console\/definitions)/, async (route) => {
    const name = nameOf(route.request().url());
    if (form.by.test(name)) {
      const text = await page.evaluate<string>("document.body.innerText");
      sent ??= { body: route.request().postDataJSON(), text };
      // Nothing is stored: the next one finds what this one found.
      return route.fulfill({ status: 503, json: { error: "unavailable", message: "Later." } });
    }
    if (sent === undefined && !calls.includes(name)) calls.push(name);
    if (!free && name === late) return void waiting.push(route);
    return route.continue();
  });
  const release = () => {
    free = true;
    for (const route of waiting.splice(0)) void route.continue();
  };
  const opened = page.goto(`${console_.origin}${form.path()}`);
  const done = opened.then(() => form.send(page));
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
  await ended;
  await expect.poll(() => sent, patient).toBeDefined();
  release();
  await settled(page);
  await context.close();
  return { calls, sent: sent as unknown as Sent };
}

/** What moves while somebody types: values and texts. */
const shown = `[...document.querySelectorAll("input, textarea")].map(({ value }) => value).join("|") + document.body.innerText`;

function nameOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.replace(/^.*\/actions\//, "");
}

describe.each(forms)("$name", (form) => {
  it("sends what it says, whichever call comes late", async () => {
    const { calls, sent } = await sendOf(form, undefined);
    for (const moment of form.says) {
      expect(JSON.stringify(sent.body)).toContain(moment);
      expect(sent.text).toContain(minuteText(moment, zone));
      expect(sent.text).toContain(zone);
    }
    expect(calls.length).toBeGreaterThan(2);
    const lates = calls.filter((name) => !name.startsWith("/console/"));
    for (const late of lates) {
      const other = await sendOf(form, late);
      expect({ late, body: other.sent.body }).toEqual({ late, body: sent.body });
      for (const moment of form.says) expect(other.sent.text).toContain(minuteText(moment, zone));
    }
  }, 300_000);
});
