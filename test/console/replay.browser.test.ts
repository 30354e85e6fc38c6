/** What a change would have meant for the past, at its plan and at the form before it is saved. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, startConsole } from "./browser.ts";
import { type Past, seedPast } from "./past.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let past: Past;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  past = await seedPast(console_);
}, 600_000);
afterAll(() => console_?.close());

it("a plan has a strip of the days, and the same figures in a table", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { id } = await act(console_, "plan_changes", {
      edits: [
        { op: "save", resource: "alert_routes", id: past.routeId, fields: { matchers: ['service="x"'] } },
      ],
    });
    await open(`${home}/plans/${id}`);
    const card = page.getByRole("region", { name: "Replay of the last 30 days" });
    const strip = card.getByRole("figure", { name: "Notifications a day" });
    const picture = strip.getByRole("img", { name: /These differ: .*3 before, 0 after/ });
    await picture.waitFor();
    expect(await strip.locator(".strip-days > div").count()).toBe(31);
    expect(await strip.locator(".strip-days > [data-mark]").count()).toBe(13);
    await strip.getByRole("button", { name: "Show as a table" }).focus();
    await page.keyboard.press("Enter");
    const rows = strip.getByRole("table").getByRole("row");
    expect(await rows.count()).toBe(32);
    expect(await strip.getByRole("table").getByText("3", { exact: true }).count()).toBeGreaterThan(0);
  }));
