/** The page in a browser: with scripts off, on a phone, in both schemes, and what its embed shows on another site. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logo } from "../../../src/seed/logo.ts";
import { faults } from "../../console/axe.ts";
import { startBrowser } from "../../console/browser.ts";
import { startService, type TestService } from "../../support/service.ts";
import { isTurnOf } from "../../support/turns.ts";

let test: TestService;
let browser: Browser;
let origin: string;
let incident: string;
beforeAll(async () => {
  test = await startService();
  await test.service.server.listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(test.service.server.server.address() as AddressInfo).port}`;
  browser = await startBrowser();
  const tenant = await test.makeTenant({ name: "Acme" });
  await tenant.config("PUT", "status_page_settings", {
    body: {
      enabled: true,
      slug: "acme",
      timezone: "Asia/Kathmandu",
      accent_color: "#ffe600",
      description: "How we are.",
      logo,
    },
  });
  const make = async (body: object) =>
    (await tenant.config("POST", "status_page_components", { body })).body.id;
  const component = await make({
    name: "Checkout",
    group: "Shop",
    status: "partial_outage",
    description: "Paying.",
  });
  await make({ name: `${"VeryLongNameWithoutAnySpace".repeat(3)}`, status: "under_maintenance" });
  await make({ name: "الدفع", group: "Shop" });
  const open = async (body: object) =>
    (await tenant.config("POST", "status_page_incidents", { body })).body.id;
  incident = await open({
    title: "Slow <checkout>",
    body: `It is slow. See https://example.com/${"long".repeat(60)}`,
    impact: "major",
    component_ids: [component],
  });
  await open({
    title: "Upgrade",
    body: "Read-only.",
    status: "scheduled",
    impact: "maintenance",
    scheduled_for: new Date(Date.now() + 7_200_000).toISOString(),
  });
  await open({ title: "Over", body: "It was short.", status: "resolved", impact: "minor" });
  const other = await test.makeTenant({ name: "Locked" });
  await other.config("PUT", "status_page_settings", {
    body: { enabled: true, slug: "locked", visibility: "password", password: "open sesame" },
  });
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await test?.close();
});

/** Opens a page, and fails where it asks another host for anything or its policy stops something. */
async function at(path: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  const [foreign, complaints]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith("data:")) foreign.push(request.url());
  });
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await page.goto(`${origin}/status/acme${path}`);
  return { context, page, foreign, complaints };
}

it("is whole without scripts, on a phone of 390 pixels", async () => {
  for (const path of ["", "/history", `/incidents/${incident}`, "/subscribe"]) {
    const { context, page, foreign, complaints } = await at(path, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    const width = await page.locator("html").evaluate((element) => element.scrollWidth);
    expect([path, width]).toEqual([path, 390]);
    expect([foreign, complaints]).toEqual([[], []]);
    await context.close();
  }
  const { context, page } = await at("", { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await page.getByRole("heading", { name: "Partial System Outage" }).waitFor();
  await page.getByRole("link", { name: "Slow <checkout>" }).click();
  await page.getByText("It is slow.").waitFor();
  expect(await page.title()).toBe("Slow <checkout> · Acme");
  await context.close();
}, 120_000);

const looks = [
  { name: "on a phone", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  { name: "on a desk", viewport: { width: 1440, height: 900 } },
  { name: "at 200 %", viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
];

it.each(looks.filter((_, place) => isTurnOf(place)))(
  "has nothing that axe finds fault with, $name, light and dark",
  async ({ name: _, ...look }) => {
    for (const colorScheme of ["light", "dark"] as const) {
      for (const path of ["", "/history", `/incidents/${incident}`, "/subscribe", "/../locked"]) {
        const seen = await at(path, { ...look, colorScheme });
        expect([colorScheme, path, await faults(seen)]).toEqual([colorScheme, path, []]);
        await seen.context.close();
      }
    }
  },
  240_000,
);

it("adds the reader's own time and a countdown, where scripts run", async () => {
  const { context, page, complaints } = await at("", { timezoneId: "America/New_York", locale: "en-US" });
  // Of 24 hours, as the page's own, whatever the browser's language has.
  await page
    .getByText(/\b\d\d:\d\d your time/)
    .first()
    .waitFor();
  await page.getByText(/^in 1 h \d+ min$|^in 2 h$/).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
}, 120_000);

it("shows the state on another site, without a frame", async () => {
  const site = createServer((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>Shop</title><p id="here"><script src="${origin}/status/acme/embed.js"></script></p>`,
    );
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.getByRole("link", { name: "Partial System Outage" }).waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
  } finally {
    site.close();
  }
}, 120_000);
