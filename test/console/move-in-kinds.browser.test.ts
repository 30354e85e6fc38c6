/** The forms and pages of what a move brings: inhibitions, rhythms, heartbeats and corrections, by keys alone, and without a serious fault. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, settled, startConsole, type Visit, visit } from "./browser.ts";
import { type Hands, withKeys } from "./hands.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let console_: Console;
let seen: Visit;
let page: Page;
let keys: Hands;
beforeAll(async () => {
  console_ = await startConsole();
  seen = await visit(console_, console_.people.org_admin);
  page = seen.page;
  keys = withKeys(page);
}, 600_000);
afterAll(async () => {
  await seen?.context.close();
  await console_?.close();
});

const open = (kind: string) => seen.open(`/o/${console_.organization.slug}/new/${kind}`);
const box = (name: string) => page.getByRole("textbox", { name, exact: true });

async function addTo(list: string, button: string, text: string): Promise<void> {
  const group = page.getByRole("group", { name: list, exact: true });
  await keys.press(group.getByRole("button", { name: button }));
  await keys.type(group.locator("input").last(), text);
}

async function faultless(): Promise<void> {
  await settled(page);
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    readonly violations: readonly { readonly id: string; readonly impact: string }[];
  };
  expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);
}

/** Creates what is in the form, which opens its page. */
async function created(name: string): Promise<void> {
  await faultless();
  await keys.press(page.getByRole("button", { name: "Create", exact: true }));
  await page.getByRole("heading", { name, level: 1 }).waitFor();
  await faultless();
  const { TEST_PICTURES } = process.env;
  if (TEST_PICTURES !== undefined)
    await page.screenshot({ path: `${TEST_PICTURES}/${name.replace(/\W+/g, "-")}.png`, fullPage: true });
}

it("an inhibition", async () => {
  await open("alert_inhibitions");
  await keys.type(box("Name"), "Cluster down");
  await addTo("Source matchers", "Add source matcher", "alertname=ClusterDown");
  await addTo("Target matchers", "Add target matcher", "severity=warning");
  await addTo("Equal", "Add one", "cluster");
  await created("Cluster down");
});

it("a mute in a rhythm is called what it takes", async () => {
  await open("alert_mutes");
  await addTo("Matchers", "Add matcher", "team=a");
  await keys.type(box("Reason"), "At night");
  const schedule = page.getByRole("group", { name: "Schedule", exact: true });
  await keys.press(schedule.getByRole("button", { name: "Add one" }));
  await keys.type(schedule.getByLabel("Start", { exact: false }).first(), "22:00");
  await keys.type(schedule.getByLabel("End", { exact: false }).first(), "06:00");
  await keys.type(schedule.getByLabel("Time zone", { exact: false }).first(), "Europe/Berlin");
  await created("team=a");
});

it("a heartbeat has its URL to copy", async () => {
  await open("alert_heartbeats");
  await keys.type(box("Name"), "Nightly backup");
  await keys.type(box("Every"), "60");
  await created("Nightly backup");
  const url = page.getByRole("region", { name: "URL" });
  await url.getByText(/\/api\/v1\/intake\/heartbeats\//).waitFor();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await keys.press(url.getByRole("button", { name: "Copy the URL" }));
  const copied = await page.evaluate("navigator.clipboard.readText()");
  expect(copied).toBe(await url.getByText(/intake\/heartbeats/).textContent());
});

it("a heartbeat that waits too short says so in its form", async () => {
  await open("alert_heartbeats");
  await keys.type(box("Name"), "Watchdog");
  await keys.type(box("Every"), "1");
  await keys.type(box("Grace"), "1");
  await addTo("Matchers", "Add matcher", "alertname=Watchdog");
  await page.getByRole("note").getByText("shorter than the 6 minutes").waitFor();
  await created("Watchdog");
  await page.getByRole("note").getByText("shorter than the 6 minutes").waitFor();
});

it("a correction is called by its reason and its time", async () => {
  await open("slo_corrections");
  await keys.type(box("Reason"), "Database move");
  await keys.type(page.getByRole("combobox", { name: "Service", exact: true }), "checkout");
  await page.keyboard.press("Escape");
  const presets = page.getByRole("group", { name: "Often chosen" });
  await keys.press(presets.first().getByRole("button", { name: "In 2 h", exact: true }));
  // An end counts from the beginning that was chosen.
  await keys.press(presets.last().getByRole("button", { name: "For 2 h", exact: true }));
  await faultless();
  await keys.press(page.getByRole("button", { name: "Create", exact: true }));
  const title = page.getByRole("heading", { name: /^Database move/, level: 1 });
  await title.waitFor();
  expect(await title.textContent()).toMatch(/^Database move \/ \d{1,2} \w{3} \d{4}, \d\d:\d\d/);
  await faultless();
  expect(seen.complaints).toEqual([]);
});
