/** A route's page proves that the route reaches people, and shows where a drill has come. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { weekDays } from "../../src/kernel/hours.ts";
import { type Console, startConsole, typeInto } from "../console/browser.ts";
import { act, as } from "../console/people.ts";

let console_: Console;
let route: string;
let drills: string;
/** The schedule starts none meanwhile. */
const later = new Date(Date.now() + 2 * 86_400_000);
const dayName = later.toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
beforeAll(async () => {
  console_ = await startConsole();
  await act(console_, "delete_alert_route", { id: console_.seeded.routeId, confirm: true });
  const made = await act(console_, "create_alert_route", {
    name: "Payments night",
    matchers: ['service="payments"'],
    destinations: [{ email: "oncall@example.com" }],
    prove_every_days: 30,
    drill_schedule: { day: weekDays[later.getUTCDay()], time: "10:00", timezone: "UTC" },
  });
  drills = `/o/${console_.organization.slug}/drills`;
  route = `/o/${console_.organization.slug}/settings/alert_routes/${made.id}`;
}, 600_000);
afterAll(() => console_?.close());

const shot = async (page: Page, name: string) => {
  const folder = process.env.SHOTS;
  if (folder === undefined) return;
  for (const [width, scheme] of [
    [1440, "light"],
    [1440, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, fullPage: true });
  }
};

it("is started with keys, and says why it failed", () =>
  as(console_, "member", async ({ page, open }) => {
    await open(route);
    await page.getByRole("button", { name: "Start a drill", exact: true }).focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("region", { name: "Drill", exact: true });
    await card.getByText("Failed", { exact: true }).waitFor();
    await card.getByText("The mail to oncall@example.com is held: the service has no mail server.").waitFor();
    expect(await card.getByRole("listitem").first().textContent()).toContain("It came in as the alert");
    await shot(page, "route");
  }));

it("is seen by a viewer, who starts none", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(route);
    await page
      .getByRole("region", { name: "Drill", exact: true })
      .getByText("Failed", { exact: true })
      .waitFor();
    expect(await page.getByRole("button", { name: "Start a drill", exact: true }).count()).toBe(0);
    await open(drills);
    await page.getByRole("article", { name: "Drill of Payments night" }).waitFor();
    expect(await page.getByRole("button", { name: /^Start a drill/ }).count()).toBe(0);
  }));

it("of a service is started on the page of drills, which shows each with its places", () =>
  as(console_, "member", async ({ page, open }) => {
    for (const more of [{ name: "jobs" }, { name: "old jobs", enabled: false }])
      await act(console_, "create_alert_heartbeat", { service: "payments", every_minutes: 60, ...more });
    await open(drills);
    const routes = page.getByRole("region", { name: "Routes" });
    await routes
      .getByRole("row", { name: new RegExp(`Payments night Drill failed.*30 days.*${dayName}s 10:00`) })
      .waitFor();
    await page.getByText("A service", { exact: true }).click();
    await typeInto(page.getByRole("combobox", { name: "The service" }), "payments");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Start a drill", exact: true }).focus();
    await page.keyboard.press("Enter");
    const line = page.getByRole("article", { name: "Drill of payments", exact: true });
    await line.getByText("Failed", { exact: true }).waitFor();
    const unfold = line.getByRole("button", { name: "Where the drill of payments came past" });
    if ((await unfold.getAttribute("aria-expanded")) === "false") await unfold.click();
    await line.getByText("The mail to oncall@example.com is held").waitFor();
    await line.getByText("An alert of jobs, by Payments night").waitFor();
    await line.getByText("Not tried: old jobs, because it is off.").waitFor();
    expect(await line.getByRole("listitem").first().textContent()).toMatch(/after [\d.]+ s$/);
    await shot(page, "drills");
  }));
