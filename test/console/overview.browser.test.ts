/** What needs attention now, and the menu that people keep as they like it; with real keys. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entries } from "../../console/shell/entries.ts";
import type { Definitions } from "../../src/surfaces/console/definitions.ts";
import { type Console, patient, startConsole } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

describe("the overview", () => {
  it("shows what is wrong, why, and acts on the spot or leads on", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      const gates = page.getByRole("region", { name: "Closed deploy gates" });
      await gates.getByText("deploys are held below 10%.", { exact: false }).waitFor();
      const alerts = page.getByRole("region", { name: "Open alerts" });
      const before = Number(await alerts.getByRole("heading").locator("span").textContent());
      const button = alerts.getByRole("button", { name: /^Acknowledge / }).first();
      await button.focus();
      await page.keyboard.press("Enter");
      await expect
        .poll(async () => Number(await alerts.getByRole("heading").locator("span").textContent()), patient)
        .toBe(before - 1);
      await page.getByRole("link", { name: /^See the burn: / }).click();
      await page.getByRole("heading", { name: "checkout / Checkout availability", level: 1 }).waitFor();
    }));

  it("shows what nobody measures, with the step that leads on", async () => {
    const { id } = (await act(console_, "list_slos", {})).data[0];
    const { sli_id } = await act(console_, "get_slo", { id });
    const slo = { name: "Nobody looks", service: "unwatched", sli_id, target_percent: 99 };
    const made = await act(console_, "create_slo", slo);
    await as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      const section = page.getByRole("region", { name: "SLOs that nobody measures" });
      await section
        .getByText("Nobody evaluates this SLO yet: connect an engine that does.")
        .first()
        .waitFor();
      expect(await page.getByText("Nothing needs you now.").count()).toBe(0);
      await section.getByRole("link", { name: "Connect an engine: unwatched / Nobody looks" }).click();
      await page.waitForURL(/\/settings\/connectors/);
      await open(`${home}/services?q=unwatched`);
      await page
        .getByRole("row", { name: /unwatched/ })
        .getByText("1 not measured")
        .waitFor();
      await open(`${home}/settings/slos/${made.id}`);
      const state = page.getByRole("status").filter({ hasText: "Nobody evaluates this SLO yet" });
      await state.getByRole("link", { name: "See the connectors" }).waitFor();
    });
    await act(console_, "delete_slo", { id: made.id, confirm: true });
  });

  it("shows a viewer what is wrong, and nothing to acknowledge", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      await page.getByRole("region", { name: "Open alerts" }).waitFor();
      expect(await page.getByRole("button", { name: /^Acknowledge / }).count()).toBe(0);
    }));

  it("shows a frozen service in the reader's words, without a time of machines", async () => {
    const { data } = await act(console_, "list_deploy_policies", {});
    const { id } = data[0];
    await act(console_, "update_deploy_policy", {
      id,
      freeze_until: "2099-01-02T06:00:00Z",
      freeze_reason: "Holidays",
    });
    await as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      const gates = page.getByRole("region", { name: "Closed deploy gates" });
      await gates.getByText(/Deploys are frozen until 2 Jan 2099/).waitFor();
      expect(await page.locator("main").textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/);
    });
  });
});

describe("the menu", () => {
  it("has eight entries, and counts at each what needs attention", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      const nav = page.getByRole("navigation", { name: "Pages" });
      await nav.getByRole("link", { name: /^Objectives \d+ need attention$/ }).waitFor();
      const names = await nav.getByRole("link").allTextContents();
      expect(names.map((name) => name.replace(/\d.*$/, ""))).toEqual(entries.map(({ title }) => title));
      await nav.getByRole("link", { name: /^Objectives/ }).click();
      await page.getByRole("heading", { name: "SLOs", level: 1 }).waitFor();
      expect(await nav.locator("[aria-current=page]").textContent()).toMatch(/^Objectives/);
    }));

  it("leads by Set-up to every kind, and finds one by a field; old addresses lead on", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/set-up`);
      const tiles = page.locator("main");
      const { body } = await console_.test.service.server.inject({ url: "/console/definitions.json" });
      const addresses = await tiles
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(addresses).toEqual(
        expect.arrayContaining(
          (JSON.parse(body) as Definitions).kinds.map(({ kind }) => `${home}/settings/${kind}`),
        ),
      );
      await page.keyboard.press("/");
      await page.keyboard.type("timezone");
      await page.waitForURL(/q=timezone/);
      const card = tiles.getByRole("region", { name: "Who belongs here" });
      await card.getByText("Fields: Timezone").waitFor();
      await card.getByRole("link", { name: "Organization" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Organization", level: 1 }).waitFor();
      await open(`${home}/audit?action=create_team`);
      await page.waitForURL(/\/changes\?action=create_team/);
      await page.getByRole("heading", { name: "Changes", level: 1 }).waitFor();
      await open(`${home}/organization`);
      await page.locator("main").getByRole("link", { name: "Members", exact: true }).click();
      await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
    }));

  it("can be put away, also for the next time", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      await page.getByRole("button", { name: "Hide the menu" }).click();
      await page.getByRole("button", { name: "Show the menu" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Show the menu" }).click();
      await page.getByRole("button", { name: "Hide the menu" }).waitFor();
    }));

  it("keeps pinned pages with their filters, and the rows that were looked at", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/settings/slos?is.status=at_risk`);
      await page.getByRole("button", { name: "Pin this page" }).click();
      await page.getByRole("link", { name: "checkout / Checkout availability" }).click();
      const nav = page.getByRole("navigation", { name: "Pages" });
      const recent = nav.getByRole("region", { name: "Recent" });
      await recent.getByRole("link", { name: "checkout / Checkout availability" }).waitFor();
      await page.reload();
      await nav.getByRole("region", { name: "Pinned" }).getByRole("link", { name: "SLOs" }).click();
      await page.waitForURL(/is\.status=at_risk/);
      await nav.getByRole("button", { name: "Unpin SLOs" }).click();
      await nav.getByRole("region", { name: "Pinned" }).waitFor({ state: "detached" });
    }));

  it("stays next to a page that there is not", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/no/such/page`);
      await page.getByRole("heading", { name: "There is no such page" }).waitFor();
      await page.getByRole("link", { name: "Set-up" }).waitFor();
    }));
});

describe("the palette's verbs", () => {
  it("freeze a service's deploys", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("freeze checkout");
      await page.getByRole("option", { name: /^Freeze deploys of checkout/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.waitForURL(/deploy_policies\/.*view=edit/);
      await page.getByLabel("Freeze until").waitFor();
    }));

  it("acknowledge an alert", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("acknowledge search-3");
      await page.getByRole("option", { name: /^Acknowledge search-3/ }).waitFor();
      await page.keyboard.press("Enter");
      await page
        .getByText(/Acknowledged/)
        .first()
        .waitFor();
    }));
});
