/** A row's history, the way back to a version, and Undo right after a delete. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, more, patient, settled, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let settings: string;
beforeAll(async () => {
  console_ = await startConsole();
  settings = `/o/${console_.organization.slug}/settings`;
}, 600_000);
afterAll(() => console_?.close());

it("shows every version with what changed, and restores one", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { routeId } = console_.seeded;
    await act(console_, "update_alert_route", {
      id: routeId,
      matchers: ['severity="critical"', 'region="eu"'],
    });
    await open(`${settings}/alert_routes/${routeId}`);
    await page.getByRole("tab", { name: "History" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/view=history/);
    const versions = page.getByRole("article");
    await expect.poll(() => versions.count(), patient).toBe(2);
    expect(await versions.first().locator("del").textContent()).toBe('service=~"checkout|search"');
    expect(await versions.first().locator("ins").textContent()).toBe('region="eu"');
    await versions.first().getByText("Current version", { exact: true }).waitFor();

    await versions
      .last()
      .getByRole("button", { name: /^Restore/ })
      .click();
    const dialog = page.getByRole("dialog", { name: "Restore Critical to platform?" });
    await dialog.getByText('service=~"checkout|search"').waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "hidden" });
    await versions
      .last()
      .getByRole("button", { name: /^Restore/ })
      .click();
    await dialog.getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByText("Restored Critical to platform.").waitFor();
    await expect.poll(() => versions.count(), patient).toBe(3);
    await versions.first().getByRole("link", { name: "plan" }).waitFor();
    expect((await act(console_, "get_alert_route", { id: routeId })).matchers).toContain(
      'service=~"checkout|search"',
    );

    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByText("Undone.").waitFor();
    expect((await act(console_, "get_alert_route", { id: routeId })).matchers).toContain('region="eu"');
  }));

it("keeps what was typed while the history is looked at", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${settings}/teams/${console_.seeded.teamId}?view=edit`);
    await typeInto(page.getByLabel("Name"), "Another name");
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("article").first().waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    expect(await page.getByLabel("Name").inputValue()).toBe("Another name");

    // What nobody can read yet is no change, and is kept all the same.
    await page.getByRole("button", { name: "Discard" }).click();
    await open(`${settings}/slos/${console_.seeded.sloId}?view=edit`);
    const target = page.getByRole("textbox", { name: "Target" });
    await typeInto(target, "99,");
    await page.getByRole("tab", { name: "History" }).click();
    await page.getByRole("article").first().waitFor();
    await page.getByRole("tab", { name: "Overview" }).click();
    expect(await target.inputValue()).toBe("99,");
    await page.getByText("Fix first: Target").waitFor();
  }));

it("a delete is taken back with a key, and what is gone keeps its history", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { id } = await act(console_, "create_outbound_config", {
      name: "Old pager",
      kind: "webhook",
      url: "https://events.example.com/old",
      secret: "s3cr3t-value",
    });
    await open(`${settings}/outbound_configs/${id}`);
    await more(page, "Delete");
    await page.getByRole("dialog").getByRole("button", { name: "Delete Old pager" }).click();
    await page.getByRole("heading", { name: "Outbound targets", level: 1 }).waitFor();
    await page.getByText("Deleted Old pager.").waitFor();
    await settled(page);
    expect(await page.getByRole("link", { name: "Old pager" }).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await page.getByText("Undone.").waitFor();
    // Secrets are kept nowhere.
    await page
      .getByRole("status")
      .getByText(/secret/i)
      .first()
      .waitFor();
    await page.getByRole("link", { name: "Old pager" }).click();
    await page.getByRole("heading", { name: "Old pager", level: 1 }).waitFor();
    expect(page.url()).toContain(id);

    await act(console_, "delete_outbound_config", { id, confirm: true });
    await open(`/o/${console_.organization.slug}/audit`);
    const record = page.getByRole("article").first();
    await record.getByRole("button", { name: /^Details/ }).click();
    await record.getByRole("link", { name: "history" }).click();
    await page.getByText("This outbound target was deleted.").waitFor();
    await page.getByRole("article").first().getByText("Deleted", { exact: true }).waitFor();
  }));

it("a viewer sees the versions, and what a restore would do, without the means to apply it", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(`${settings}/alert_routes/${console_.seeded.routeId}?view=history`);
    await page
      .getByRole("button", { name: /^Restore/ })
      .last()
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Applying it needs the role Org admin.").waitFor();
    expect(await dialog.getByRole("button", { name: "Restore", exact: true }).isDisabled()).toBe(true);
  }));

it("a row that never was has no history", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(`${settings}/teams/team_01jh0000000000000000000000`);
    await page.getByRole("heading", { name: "There is no such team" }).waitFor();
  }));
