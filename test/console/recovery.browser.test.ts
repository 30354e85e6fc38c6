/** What pages do while the service is away, and when it is back: it is truly stopped, and started again. */
import { pino } from "pino";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { createService, type Service } from "../../src/service.ts";
import { type Console, patient, settled, startConsole, typeInto, type Visit, visit } from "./browser.ts";

let console_: Console;
let home: string;
let seen: Visit;
let page: Page;
let running: Service;
let stopped = false;
beforeAll(async () => {
  console_ = await startConsole();
  running = console_.test.service;
  home = `/o/${console_.organization.slug}`;
  seen = await visit(console_, console_.people.org_admin);
  page = seen.page;
}, 600_000);
afterAll(async () => {
  await seen.context.close();
  await running.close();
  await console_.close();
});

afterEach(async () => {
  if (stopped) await start();
});

async function stop(): Promise<void> {
  stopped = true;
  await running.close();
}

/** Starts it again at the same address, over the same database. */
async function start(): Promise<void> {
  const { settings, database } = console_.test;
  running = await createService(settings, database, pino({ level: "silent" }));
  await running.server.listen({ host: "127.0.0.1", port: Number(new URL(console_.origin).port) });
  stopped = false;
}

const link = (name: string) => page.getByRole("link", { name, exact: true }).first();
const retry = () => page.getByRole("button", { name: "Retry" }).first();

it("a list, a row, the overview and the log say so, offer to try again, and recover by themselves", async () => {
  // Each is opened from the page that is there, as people do; nothing of it was read before.
  for (const [name, path, shown] of [
    ["SLOs", "/settings/slos", () => link("checkout / Checkout availability")],
    ["Changes", "/changes", () => page.getByRole("article").first()],
    ["Services", "/services", () => link("checkout")],
  ] as const) {
    await seen.open(home);
    await stop();
    await page.locator(`nav a[href="${home}${path}"]`).first().click();
    await page.getByText("The service cannot be reached.").first().waitFor();
    await retry().waitFor();
    expect(await page.getByRole("heading", { name: "Something went wrong on this page" }).count(), name).toBe(
      0,
    );
    await start();
    await shown().waitFor();
    await expect.poll(() => page.getByRole("alert").count(), patient).toBe(0);
  }
});

it("one button reads all that failed, at once", async () => {
  await seen.open(home);
  // Pages ask again by intervals. With none of them, nothing but the button can read it.
  await page.evaluate(() => {
    globalThis.setInterval = (() => 0) as unknown as typeof setInterval;
  });
  await stop();
  await page.locator(`nav a[href="${home}/settings/slos"]`).first().click();
  await page.getByText("The service cannot be reached.").first().waitFor();
  await start();
  await retry().click();
  await link("checkout / Checkout availability").waitFor();
});

it("what somebody types outlives it, and is saved when it is back", async () => {
  await seen.open(`${home}/settings/teams/${console_.seeded.teamId}?view=edit`);
  await typeInto(page.getByLabel("Name"), "Platform, kept");
  await stop();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The service cannot be reached.").first().waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Platform, kept");
  await start();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
});

it("a browser without a network saves nothing, says so, and sends nothing by itself afterwards", async () => {
  await seen.open(`${home}/settings/teams/${console_.seeded.teamId}?view=edit`);
  await typeInto(page.getByLabel("Name"), "Platform, offline");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (/\/(update|create|delete)_/.test(request.url())) sent.push(request.url());
  });
  await seen.context.setOffline(true);
  const banner = page.getByText("You are offline. What you see may be old, and nothing can be saved.");
  await banner.waitFor();
  const saves = page.getByRole("button", { name: "Save" });
  const opacity = () =>
    page.evaluate("getComputedStyle(document.querySelector('button[type=submit]')).opacity");
  // It looks as if it could not, and says why where it is pressed.
  await expect.poll(opacity, patient).toBe("0.55");
  await saves.click();
  await page.getByText("You are offline. Nothing was saved.").waitFor();
  // What is read there fails as well, and does not wait in silence.
  await page.getByRole("tab", { name: "History" }).click();
  await page.getByRole("alert").getByText("You are offline.").waitFor();
  await seen.context.setOffline(false);
  await page.getByRole("article").first().waitFor();
  await expect.poll(() => banner.count(), patient).toBe(0);
  expect(await page.locator("[data-offline]").count()).toBe(0);
  expect(sent).toEqual([]);
  await page.getByRole("tab", { name: "Overview" }).click();
  expect(await page.getByLabel("Name").inputValue()).toBe("Platform, offline");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  expect(sent).toHaveLength(1);
});

it("pages of what happens keep what they show, say that it may be old, and are as ever afterwards", async () => {
  const { alertId } = console_.seeded;
  const banner = page.getByText("You are offline. What you see may be old, and nothing can be saved.");
  const shown = () => page.getByRole("heading", { level: 1 }).textContent();
  for (const path of [
    ...["", "/alerts", `/alerts/${alertId}`, "/services", "/services/checkout", "/notified", "/drills"],
    ...["/changes", "/set-up", "/organization", "/settings/status_page_incidents", "/settings/slos"],
  ]) {
    await seen.open(`${home}${path}`);
    const title = await shown();
    // Of what is shown as well, such as an alert that reached nobody.
    const alerts = await page.getByRole("alert").allTextContents();
    await seen.context.setOffline(true);
    await banner.waitFor();
    await settled(page);
    expect([path, await shown()]).toEqual([path, title]);
    const crash = page.getByRole("heading", { name: "Something went wrong on this page" });
    expect([path, await crash.count()]).toEqual([path, 0]);
    await seen.context.setOffline(false);
    await expect.poll(() => banner.count(), patient).toBe(0);
    await expect.poll(() => page.getByRole("alert").allTextContents(), patient).toEqual(alerts);
    expect([path, await shown()]).toEqual([path, title]);
  }
});

it("an act that cannot be sent says so at its place, and can be done afterwards", async () => {
  await seen.open(home);
  const take = page.getByRole("button", { name: /^Take: / }).first();
  const name = String(await take.getAttribute("aria-label"));
  await seen.context.setOffline(true);
  await take.press("Enter");
  await page.getByText("You are offline. Nothing was saved.").first().waitFor();
  await seen.context.setOffline(false);
  const same = page.getByRole("button", { name, exact: true });
  await same.press("Enter");
  await same.waitFor({ state: "detached" });
});

it("a screen on a wall does not look as if it were so now", async () => {
  await seen.open("/now");
  const header = page.locator(".screen header");
  expect(await header.getAttribute("data-tone")).toBe("bad");
  await seen.context.setOffline(true);
  await page
    .getByRole("status")
    .getByText(/^It was so at .*\. The service cannot be reached since\.$/)
    .waitFor();
  expect(await header.getAttribute("data-tone")).toBe("quiet");
  await seen.context.setOffline(false);
  await expect.poll(() => header.getAttribute("data-tone"), patient).toBe("bad");
});

it("what could not be read at all is not said to be well", async () => {
  await page.route("**/actions/get_attention", (route) => route.abort());
  for (const path of [home, "/now"]) {
    await seen.open(path);
    await retry().waitFor();
    expect([path, await page.getByRole("heading", { level: 1 }).textContent()]).toEqual([path, "Now"]);
    expect([path, await page.getByText(/^Nothing needs you now|All is well/).count()]).toEqual([path, 0]);
  }
  await page.unroute("**/actions/get_attention");
  await page.getByRole("heading", { level: 1, name: /reached nobody/ }).waitFor();
});

it("the palette says that it could not look everywhere, and finds the row when it can", async () => {
  await seen.open(`${home}/plan`);
  await stop();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("storefront");
  await page.getByText("Some rows could not be searched").waitFor();
  expect(await page.getByText("Nothing found.").count()).toBe(0);
  await start();
  await page.getByRole("option", { name: /Storefront/ }).waitFor();
  await page.keyboard.press("Escape");
});

it("the first page of all waits for it", async () => {
  await seen.open(`${home}/plan`);
  await page.route("**/api/v1/session", (route) => route.abort());
  await page.reload();
  await page.getByText("The console cannot start").waitFor();
  await retry().waitFor();
  await page.unroute("**/api/v1/session");
  await page.getByRole("heading", { name: "Organization plan", level: 1 }).waitFor();
  await settled(page);
});
