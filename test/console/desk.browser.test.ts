/** What people on call do from Now: services, mutes, changes; tasks.browser.test.ts has the rest of it, as tasks. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { faults } from "./axe.ts";
import { type Console, settled, startConsole, typeInto } from "./browser.ts";
import { clicksOn, countClicks } from "./hands.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  const check = { name: "Checkout answers", kind: "http", target: "https://shop.example.com" };
  const { id } = await act(console_, "create_synthetic_check", { ...check, service: "checkout" });
  await act(console_, "create_deploy_policy", { service: "aardvark" });
  await act(console_, "report_state", { kind: "synthetic_checks", id, status: "up" });
}, 600_000);
afterAll(() => console_?.close());

/** As an Org admin, with the clicks counted from Now on. */
const fromNow = (work: (page: Page) => Promise<void>) =>
  as(console_, "org_admin", async ({ page, context, open }) => {
    await countClicks(context);
    await open(home);
    await work(page);
  });
const goTo = async (page: Page, name: string, option: RegExp = new RegExp(name)) => {
  await page.keyboard.press("Control+k");
  await page.keyboard.type(name);
  await page.getByRole("option", { name: option, selected: true }).first().waitFor();
  await page.keyboard.press("Enter");
  await settled(page);
};
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const localTime = (moment: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit", minute: "2-digit" }).format(
    new Date(moment),
  );

describe("the list of services", () => {
  it("has budget, checks, gate and owners of each, by two calls for a page, and what is in trouble first", () =>
    as(console_, "viewer", async ({ page, open }) => {
      const asked: string[] = [];
      page.on("request", (request) => asked.push(request.url().split("/").at(-1) ?? ""));
      await open(`${home}/services`);
      const first = () => page.getByRole("row").nth(1).getByRole("link").first().textContent();
      const row = page.getByRole("row", { name: /^checkout/ });
      await row.getByText("4.2% left").waitFor();
      await row.getByText("Held", { exact: true }).waitFor();
      await row.getByRole("img", { name: /^Uptime of checkout, 30 days: 100% up/ }).waitFor();
      await row.getByRole("link", { name: "Payments" }).waitFor();
      expect(asked.filter((name) => ["list_services", "list_figures"].includes(name)).sort()).toEqual([
        ...["list_figures", "list_services"],
      ]);
      expect(await first()).not.toBe("aardvark");
      await page.getByText("By name").click();
      await expect.poll(first).toBe("aardvark");
      expect(page.url()).toContain("sort=name");
    }));
});

describe("a service", () => {
  it("is muted until tomorrow 9:00 with two clicks, and longer with two more", () =>
    fromNow(async (page) => {
      await goTo(page, "checkout", /^checkout Service/);
      await page.getByRole("button", { name: "Mute", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: /^Mute checkout/ });
      await dialog.getByText(/^It mutes/).waitFor();
      await dialog.getByRole("button", { name: "Mute" }).click();
      await dialog.waitFor({ state: "detached" });
      expect(await clicksOn(page)).toBe(2);
      // The focus is where it was.
      await expect
        .poll(() => page.evaluate("document.activeElement.textContent") as Promise<string>)
        .toBe("Mute");
      const mutes = async () =>
        (await act(console_, "list_alert_mutes", {})).data as Record<string, string>[];
      const mute = (await mutes()).find(({ reason }) =>
        /^Mute checkout until (tomorrow|Monday)/.test(reason ?? ""),
      );
      expect(mute).toMatchObject({ matchers: ['service="checkout"'] });
      expect(["08:59", "09:00", "09:01"]).toContain(localTime(mute?.expires_at ?? ""));
      // It is said who is kept out of bed by it, and the strip's part on what comes has a way to go on.
      await page.goto(`${console_.origin}${home}/settings/alert_mutes/${mute?.id}`);
      await region(page, "Time left")
        .getByRole("button", { name: /^Extend/ })
        .click();
      await page.getByRole("menuitem", { name: "1 h more" }).click();
      await until(async () => (await mutes()).every(({ id }) => id !== mute?.id));
      const longer = (await mutes()).find(({ reason }) => reason === mute?.reason);
      expect(["09:59", "10:00", "10:01"]).toContain(localTime(longer?.expires_at ?? ""));
      await page.waitForURL(`**/${longer?.id}`);
      await page.goto(`${console_.origin}${home}`);
      const extend = region(page, "What comes").getByRole("button", { name: /^Extend: service="checkout"/ });
      await extend.click();
      await page.getByRole("menuitem", { name: "1 h more" }).click();
      await until(async () => (await mutes()).every(({ id }) => id !== longer?.id));
      expect(await clicksOn(page)).toBe(6);
      for (const { id, reason } of await mutes())
        if (reason === mute?.reason) await act(console_, "delete_alert_mute", { id, confirm: true });
    }));

  it("says who is notified now and at night, people and channels, and what happened to it alone", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/services/checkout`);
      const people = region(page, "Who is notified");
      await people.getByText("oncall@example.com").waitFor();
      await people.getByText("PagerDuty").waitFor();
      await people.getByText("after 1 h").waitFor();
      await people.getByText("At night").click();
      await people.getByText(/, 03:00 \(Europe\/Berlin\)$/).waitFor();
      const changed = region(page, "What changed");
      await changed
        .getByRole("link", { name: /Checkout availability/ })
        .first()
        .waitFor();
      expect(await changed.getByRole("link", { name: /Search answers/ }).count()).toBe(0);
      await region(page, "Time").getByRole("button", { name: "Last hour" }).click();
      await page.waitForURL(/from=.*to=/);
      await region(page, "In this time")
        .getByRole("link", { name: /^Checkout answers more/ })
        .waitFor();
      await page.reload();
      await region(page, "In this time").waitFor();
    }));

  it("shows what a test showed, also after its dialog is closed", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/services/checkout`);
      await region(page, "Who is notified").getByText("Never tested.").waitFor();
      await page.getByRole("button", { name: "Test", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Test who is notified of checkout" });
      await dialog.getByRole("button", { name: /drill/i }).click();
      await dialog
        .getByText(/Running|Passed|Failed/)
        .first()
        .waitFor();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      await region(page, "Who is notified").getByText("Last test").waitFor();
    }));
});

describe("changes", () => {
  it("keep a bundle that was pasted next to its problems, with the line marked, until it is right", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/plans`);
      const text = page.getByLabel("Or paste it");
      await typeInto(text, "deploy_policies:\n- service: attic\n  error_budget_threshold: 700");
      await page.getByRole("button", { name: "Plan", exact: true }).click();
      const problems = page.getByRole("alert").filter({ hasText: "Problems: 1" });
      await problems.getByText(/^The text, line 3: Deploy policy attic/).waitFor();
      expect(await page.locator("[data-marked]").allTextContents()).toEqual(["3"]);
      expect(await text.inputValue()).toContain("700");
      await problems.getByRole("button", { name: "Go to line 3" }).click();
      await page.keyboard.type("  error_budget_threshold: 7");
      expect(await page.locator("[data-marked]").count()).toBe(0);
      await page.getByRole("button", { name: "Plan", exact: true }).click();
      await page.getByRole("button", { name: "Apply" }).click();
      await page
        .getByText(/^Applied/)
        .first()
        .waitFor();
      const { data } = await act(console_, "list_deploy_policies", {});
      expect(data).toContainEqual(expect.objectContaining({ service: "attic", error_budget_threshold: 7 }));
    }));
});

it("has pages that everybody may use", () =>
  as(console_, "org_admin", async (seen) => {
    const incident = await act(console_, "create_status_page_incident", {
      title: "Carts are empty",
      status: "investigating",
      body: "We look into it.",
    });
    const { data: mutes } = await act(console_, "list_alert_mutes", {});
    for (const path of [
      `services/checkout`,
      `settings/status_page_incidents/${incident.id}`,
      `settings/alert_mutes/${mutes[0].id}`,
      "plans",
    ]) {
      await seen.open(`${home}/${path}`);
      expect(await faults(seen), path).toEqual([]);
    }
  }));
