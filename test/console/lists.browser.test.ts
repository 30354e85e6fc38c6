/** Lists as people work in them, with real keys: found, sorted, shared by their address, kept as views. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, patient, settled, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let checks: string;
beforeAll(async () => {
  console_ = await startConsole();
  checks = `/o/${console_.organization.slug}/settings/synthetic_checks`;
  for (let number = 0; number < 70; number += 1) {
    const place = String(number).padStart(2, "0");
    const target = `host-${place}.example.com:9999`;
    const name = `Probe ${place}`;
    const { id } = await act(console_, "create_synthetic_check", {
      ...{ name, kind: "tcp", target },
      interval_seconds: 300 - number,
      enabled: number % 7 !== 0,
    });
    if (number % 10 === 3)
      await act(console_, "report_state", { kind: "synthetic_checks", id, status: "down" });
  }
}, 600_000);
afterAll(() => console_?.close());

const first = (page: Page) => page.locator("tbody a").first().textContent();
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

describe("a list", () => {
  it("puts the worst first, and keeps that in an address that can be shared", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${checks}?q=probe`);
      await button(page, "Status").last().click();
      await page.waitForURL(/sort=status/);
      await expect.poll(() => first(page), patient).toMatch(/^Probe .3$/);
      await page.reload();
      await page.getByRole("columnheader", { name: "Status", exact: false }).first().waitFor();
      await settled(page);
      expect(await first(page)).toMatch(/^Probe .3$/);
      expect(await page.locator('th[aria-sort="ascending"]').textContent()).toContain("Status");
    }));

  it("filters by keys alone, shows how many are left, and clears", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${checks}?q=probe`);
      const filters = page.getByRole("group", { name: "Filters" });
      await filters.getByRole("button", { name: "Status" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Status" });
      await dialog.getByRole("checkbox", { name: "Down 7", exact: true }).focus();
      await page.keyboard.press("Space");
      await page.getByText("7 found", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await filters.getByRole("button", { name: "Status: Down" }).waitFor();
      expect(new URL(page.url()).searchParams.get("is.status")).toBe("down");
      await page.reload();
      await page.getByText("7 found", { exact: true }).waitFor();
      await page.keyboard.press("/");
      await page.keyboard.press("Control+A");
      await page.keyboard.type("probe 43");
      await page.getByText("1 found", { exact: true }).waitFor();
      await button(page, "Clear filters").click();
      await page.waitForURL((url) => !url.searchParams.has("is.status"));
      await page.getByText("1 found", { exact: true }).waitFor();
    }));

  it("goes back and forward through what was chosen, also from within the search", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(checks);
      await page.getByText(/^1–50 of 7\d in total$/).waitFor();
      await button(page, "Status").last().click();
      await page.waitForURL(/sort=status/);
      await page.keyboard.press("/");
      await page.keyboard.type("host-1");
      await page.getByText("10 found", { exact: true }).waitFor();
      await page.getByRole("group", { name: "Filters" }).getByRole("button", { name: "Status" }).click();
      await page.getByRole("checkbox", { name: "Down 1", exact: true }).click();
      await page.getByText("1 found", { exact: true }).waitFor();
      await page.goBack();
      await page.getByText("10 found", { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await page.keyboard.press("/");
      await page.keyboard.press("End");
      await page.keyboard.type("3");
      await page.getByText("1 found", { exact: true }).waitFor();
      await page.goBack();
      await page.getByText(/^1–50 of 7\d in total$/).waitFor();
      expect(await page.getByLabel("Search synthetic checks").inputValue()).toBe("");
      expect(await page.locator("th[aria-sort=ascending]").count()).toBe(0);
      await page.goForward();
      await page.getByText("1 found", { exact: true }).waitFor();
      expect(await page.getByLabel("Search synthetic checks").inputValue()).toBe("host-13");
      expect(await first(page)).toBe("Probe 13");
    }));

  it("shows the last page in the place of one that is no more", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${checks}?q=probe&page=9`);
      await page.getByText("51–70 of 70 found").waitFor();
      expect(new URL(page.url()).searchParams.get("page")).toBe("2");
    }));

  it("chooses rows by keys, and a range with Shift", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${checks}?q=probe`);
      const row = (name: string) => page.getByRole("link", { name, exact: true });
      const box = (name: string) => page.getByRole("checkbox", { name: `Select ${name}`, exact: true });
      await row("Probe 02").focus();
      await page.keyboard.press("x");
      await page.getByText("1 selected", { exact: true }).waitFor();
      await row("Probe 05").focus();
      await page.keyboard.press("Shift+X");
      await page.getByText("4 selected", { exact: true }).waitFor();
      await row("Probe 03").focus();
      await page.keyboard.press("x");
      await page.getByText("3 selected", { exact: true }).waitFor();
      await box("Probe 12").click();
      await box("Probe 08").click({ modifiers: ["Shift"] });
      await page.getByText("8 selected", { exact: true }).waitFor();
      expect(await box("Probe 10").isChecked()).toBe(true);
      expect(await box("Probe 07").isChecked()).toBe(false);
    }));

  it("turns its pages, and goes back to the first with a new search", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(checks);
      await page.getByText(/^1–50 of 7\d in total$/).waitFor();
      await button(page, "next page").click();
      await page.getByText(/^51–7\d of 7\d in total$/).waitFor();
      await typeInto(page.getByLabel("Search synthetic checks"), "host-0");
      await page.getByText("10 found", { exact: true }).waitFor();
      expect(new URL(page.url()).searchParams.get("page")).toBeNull();
    }));

  it("shows the columns that somebody chooses, also after a reload", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(checks);
      await button(page, "Columns").click();
      await page.getByRole("dialog", { name: "Columns" }).getByRole("checkbox", { name: "Method" }).click();
      await page.keyboard.press("Escape");
      await page.getByRole("columnheader", { name: "Method" }).waitFor();
      expect(new URL(page.url()).searchParams.get("columns")).toMatch(/,method$/);
      await open(checks);
      await page.getByRole("columnheader", { name: "Method" }).waitFor();
      await button(page, "Columns").click();
      await button(page, "Default columns").click();
      await page.getByRole("columnheader", { name: "Method" }).waitFor({ state: "detached" });
    }));

  it("keeps a view under a name, which opens in another browser", async () => {
    await as(console_, "viewer", async ({ page, open }) => {
      await open(`${checks}?q=probe&is.enabled=false&sort=-name&columns=name,method`);
      await page.getByText("10 found", { exact: true }).waitFor();
      await button(page, "Views").click();
      await typeInto(page.getByLabel("Save this view as"), "Probes that are off");
      await page.keyboard.press("Enter");
      await button(page, "Delete the view Probes that are off").waitFor();
      await button(page, "Rename the view Probes that are off").click();
      await typeInto(page.getByLabel("New name of the view Probes that are off"), "Silent probes");
      await page.keyboard.press("Enter");
      await button(page, "Delete the view Silent probes").waitFor();
      await button(page, "Delete the view Probes that are off").waitFor({ state: "detached" });
    });
    await as(console_, "viewer", async ({ page, open }) => {
      await open(checks);
      await button(page, "Views").click();
      await button(page, "Silent probes").first().click();
      await page.getByText("10 found", { exact: true }).waitFor();
      await expect.poll(() => first(page), patient).toBe("Probe 63");
      await page.getByRole("columnheader", { name: "Method" }).waitFor();
      await button(page, "Views").click();
      await button(page, "Delete the view Silent probes").click();
      await page.getByText("Only you see your views.").waitFor();
    });
  });

  it("duplicates a row from its menu", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${checks}?q=probe+07`);
      await button(page, "More for Probe 07").click();
      await page.getByRole("menuitem", { name: "Duplicate" }).click();
      await typeInto(page.locator('input[data-path="name"]'), "Probe 07 again");
      await button(page, "Create").click();
      await page.getByRole("heading", { name: "Probe 07 again", level: 1 }).waitFor();
      const { data } = await act(console_, "search_rows", { kind: "synthetic_checks", q: "07 again" });
      expect(data[0]).toMatchObject({
        target: "host-07.example.com:9999",
        enabled: false,
        interval_seconds: 293,
      });
    }));

  it("deletes a row from its menu, stays where it was, and takes it back", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${checks}?q=probe&sort=-name`);
      const before = await page.getByText(/^1–50 of 7\d found$/).textContent();
      await button(page, "More for Probe 69").click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await button(page, "Delete Probe 69").click();
      await page.getByText("Deleted Probe 69.").waitFor();
      await expect.poll(() => first(page), patient).toBe("Probe 68");
      expect(new URL(page.url()).search).toBe("?q=probe&sort=-name");
      await button(page, "Undo").click();
      await expect.poll(() => first(page), patient).toBe("Probe 69");
      expect(await page.getByText(/ of 7\d found$/).textContent()).toBe(before);
    }));

  it("copies a row's id, and says so", () =>
    as(console_, "viewer", async ({ page, open, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await open(`${checks}?q=probe+08`);
      await button(page, "More for Probe 08").click();
      await page.getByRole("menuitem", { name: "Copy id" }).click();
      await page.getByRole("menuitem", { name: "Copied" }).waitFor();
      const { data } = await act(console_, "search_rows", { kind: "synthetic_checks", q: "probe 08" });
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(data[0].id);
    }));

  it("gives a team to many rows at once", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`/o/${console_.organization.slug}/settings/slos`);
      await settled(page);
      await page.getByRole("checkbox", { name: "Select all shown" }).click();
      await button(page, "Assign a team").click();
      const dialog = page.getByRole("dialog", { name: "Assign a team" });
      await dialog.getByRole("combobox", { name: "Team" }).click();
      await page.keyboard.type("Payments");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await dialog.getByRole("button", { name: "Next" }).click();
      const plan = page.getByRole("dialog", { name: /^Assign Payments to/ });
      await plan.getByRole("button", { name: /^Apply/ }).click();
      await page.getByText(/given to Payments\./).waitFor();
      const { data: teams } = await act(console_, "search_rows", { kind: "teams", q: "payments" });
      const { data: slos } = await act(console_, "list_slos", {});
      expect(new Set(slos.map(({ team_id }: { team_id: string }) => team_id))).toEqual(
        new Set([teams[0].id]),
      );
      await page.getByRole("checkbox", { name: "Select all shown" }).click();
      await button(page, "Assign a team").click();
      await dialog.getByRole("combobox", { name: "Team" }).click();
      await page.getByRole("option", { name: "No team" }).click();
      await dialog.getByRole("button", { name: "Next" }).click();
      const none = page.getByRole("dialog", { name: /^Take the team from/ });
      await none.getByRole("button", { name: /^Apply/ }).click();
      await page.getByText(/left without a team\./).waitFor();
      const { data: freed } = await act(console_, "list_slos", {});
      for (const slo of freed) expect(slo.team_id).toBeNull();
    }));

  it("adds a person to many teams as one act, which is taken back at once", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`/o/${console_.organization.slug}/settings/teams`);
      await settled(page);
      const { data: before } = await act(console_, "list_team_members", {});
      const { data: teams } = await act(console_, "list_teams", {});
      const start = async (way: string) => {
        await page.getByRole("checkbox", { name: "Select all shown" }).click();
        await button(page, "Add or remove a person").click();
        const dialog = page.getByRole("dialog", { name: "Add or remove a person" });
        await dialog.getByRole("combobox", { name: "Person" }).click();
        await page.keyboard.type("max@");
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("Enter");
        await dialog.getByRole("radio", { name: way }).click();
        await dialog.getByRole("button", { name: "Next" }).click();
      };
      await start("Add");
      const plan = page.getByRole("dialog", { name: /^Add max@example.com to/ });
      await plan.getByRole("button", { name: /^Apply/ }).click();
      await page.getByText(/rows? added\./).waitFor();
      const { data: added } = await act(console_, "list_team_members", { email: "max@example.com" });
      expect(added).toHaveLength(teams.length);
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText(/^Undone/).waitFor();
      const { data: after } = await act(console_, "list_team_members", {});
      expect(after).toHaveLength(before.length);
      await page.getByRole("checkbox", { name: "Select all shown" }).click();
    }));

  it("freezes many services until a time that people name", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`/o/${console_.organization.slug}/settings/deploy_policies`);
      await settled(page);
      await page.getByRole("checkbox", { name: "Select all shown" }).click();
      await page.getByRole("toolbar").getByRole("button", { name: "Freeze" }).click();
      const dialog = page.getByRole("dialog", { name: "Freeze deploys" });
      await dialog.getByRole("radio", { name: /^Until Monday 09:00/ }).click();
      await typeInto(dialog.getByLabel("Reason"), "Holidays");
      await dialog.getByRole("button", { name: "Next" }).click();
      await page
        .getByRole("dialog", { name: /^Freeze/ })
        .getByRole("button", { name: /^Apply/ })
        .click();
      await page
        .getByText(/frozen\./)
        .first()
        .waitFor();
      const { data } = await act(console_, "list_deploy_policies", {});
      for (const policy of data) expect(policy).toMatchObject({ frozen: true, freeze_reason: "Holidays" });
    }));

  it("extends many mutes as one act, and ends them, and says where there is nothing to extend", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const services = ["probe-a", "probe-b"];
      for (const service of services)
        await act(console_, "create_alert_mute", {
          ...{ matchers: [`service="${service}"`], reason: "Disks", duration_minutes: 60 },
        });
      const nights = { days: [], start: "22:00", end: "06:00", time_zone: "Europe/Berlin" };
      await act(console_, "create_alert_mute", {
        pattern: "*probe-c*",
        reason: "Nights",
        schedule: [nights],
      });
      const mutes = async () => {
        const { data } = await act(console_, "search_rows", { kind: "alert_mutes", q: "probe-" });
        return data as { id: string; matchers: string[]; expires_at: string | null }[];
      };
      const before = await mutes();
      await open(`/o/${console_.organization.slug}/settings/alert_mutes?q=probe-`);
      const start = async (time: string) => {
        await page.getByRole("checkbox", { name: "Select all shown" }).click();
        await button(page, "Extend or end").click();
        const dialog = page.getByRole("dialog", { name: "Extend or end" });
        await dialog.getByRole("radio", { name: time }).click();
        await dialog.getByRole("button", { name: "Next" }).click();
      };
      await start("1 day more");
      const plan = page.getByRole("dialog", { name: "Extend 2 rows?" });
      await plan.getByRole("button", { name: /^Apply/ }).click();
      await page.getByText("2 rows extended.").waitFor();
      const endOf = (rows: typeof before, service: string) =>
        Date.parse(rows.find(({ matchers }) => matchers[0]?.includes(service))?.expires_at ?? "");
      const extended = await mutes();
      for (const service of services)
        expect(endOf(extended, service) - endOf(before, service)).toBe(24 * 3_600_000);
      expect(extended).toHaveLength(3);

      await start("End now");
      await page
        .getByRole("dialog", { name: "End 3 rows?" })
        .getByRole("button", { name: /^Apply/ })
        .click();
      await page.getByText("3 rows ended.").waitFor();
      expect(await mutes()).toEqual([]);
      await button(page, "Undo").click();
      await page.getByText(/^Undone/).waitFor();
      expect(await mutes()).toHaveLength(3);
    }));
});
