/** A route's page proves that the route reaches people, and shows where a drill has come. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, startConsole } from "../console/browser.ts";
import { act, as } from "../console/people.ts";

let console_: Console;
let route: string;
beforeAll(async () => {
  console_ = await startConsole();
  await act(console_, "delete_alert_route", { id: console_.seeded.routeId, confirm: true });
  const made = await act(console_, "create_alert_route", {
    name: "Payments night",
    matchers: ['service="payments"'],
    destinations: [{ email: "oncall@example.com" }],
  });
  route = `/o/${console_.organization.slug}/settings/alert_routes/${made.id}`;
}, 600_000);
afterAll(() => console_?.close());

it("is started with keys, and says why it failed", () =>
  as(console_, "member", async ({ page, open }) => {
    await open(route);
    await page.getByRole("button", { name: "Start a drill", exact: true }).focus();
    await page.keyboard.press("Enter");
    const card = page.getByRole("region", { name: "Drill", exact: true });
    await card.getByText("Failed", { exact: true }).waitFor();
    await card.getByText("The mail to oncall@example.com is held: the service has no mail server.").waitFor();
    expect(await card.getByRole("listitem").first().textContent()).toContain("It came in as the alert");
    if (process.env.SHOT !== undefined) {
      await page.screenshot({ path: process.env.SHOT, fullPage: true });
      await page.setViewportSize({ width: 375, height: 800 });
      await page.screenshot({ path: process.env.SHOT.replace(".png", "-phone.png"), fullPage: true });
    }
  }));

it("is seen by a viewer, who starts none", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(route);
    await page
      .getByRole("region", { name: "Drill", exact: true })
      .getByText("Failed", { exact: true })
      .waitFor();
    expect(await page.getByRole("button", { name: "Start a drill", exact: true }).count()).toBe(0);
  }));
