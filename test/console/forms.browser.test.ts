/** A row's page is read first. Its form has sections, the fields of the chosen variant, and presets. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, edit, patient, settled, startConsole, typeInto, unfold } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let settings: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  settings = `${home}/settings`;
}, 600_000);
afterAll(() => console_?.close());

const summary = (page: Page) => page.getByRole("region", { name: "Settings", exact: true });
const box = (page: Page, path: string) =>
  page.locator(`input[data-path="${path}"], textarea[data-path="${path}"]`);
const focused = (page: Page) =>
  page.evaluate("document.activeElement.dataset.path ?? document.activeElement.textContent");

describe("a row's page", () => {
  it("is read first: facts in words, the rows that it leads to, and who changed it last", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/slos/${console_.seeded.sloId}`);
      await summary(page)
        .getByRole("row", { name: /^Target 99\.9%$/ })
        .waitFor();
      await summary(page)
        .getByRole("row", { name: /^Window 30 d$/ })
        .waitFor();
      expect(await page.locator("main").getByRole("textbox").count()).toBe(0);
      expect(await summary(page).getByText("Burn alerts").count()).toBe(0);
      await summary(page)
        .getByRole("button", { name: /^Show \d+ more$/ })
        .click();
      await summary(page).getByRole("rowheader", { name: "Burn alerts" }).waitFor();
      await page.getByRole("region", { name: "Last change" }).getByText("created the SLO").waitFor();

      await page
        .getByRole("region", { name: "Uses" })
        .getByRole("link", { name: /Availability/ })
        .click();
      await page.getByRole("heading", { name: "checkout / Availability", level: 1 }).waitFor();
      const users = page.getByRole("region", { name: "Used by" });
      await users.getByRole("link", { name: "checkout / Checkout availability" }).click();
      await page.getByRole("heading", { name: "checkout / Checkout availability", level: 1 }).waitFor();
      await page.getByRole("link", { name: "All versions" }).click();
      await page.waitForURL(/\?view=history$/);
      await page.getByRole("article").first().waitFor();
    }));

  it("opens its form with Edit, takes a preset, and is read again after the save", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const { sloId: id } = console_.seeded;
      await open(`${settings}/slos/${id}`);
      await edit(page);
      expect(page.url()).toMatch(/\?view=edit$/);
      await page.reload();
      await settled(page);
      const presets = page.getByRole("group", { name: "Often chosen" }).first();
      await presets.getByRole("button", { name: "99.95%" }).click();
      expect(await box(page, "target_percent").inputValue()).toBe("99.95");
      await page.getByText("Changed: Target").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();
      await summary(page).getByRole("row", { name: "Target 99.95%" }).waitFor();
      expect(new URL(page.url()).search).toBe("");
      expect(await focused(page)).toBe("Edit");
      const change = page.getByRole("region", { name: "Last change" });
      await change.getByText("ada@example.com").waitFor();
      await change.getByText(/Console · Target$/).waitFor();
      expect(await act(console_, "get_slo", { id })).toMatchObject({ target_percent: 99.95 });
    }));

  it("asks before what was typed is lost, on the way back to the summary too", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/teams`);
      await page.getByRole("link", { name: "Payments" }).click();
      await edit(page);
      await typeInto(box(page, "name"), "Paymants");
      await page.goBack();
      const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
      await dialog.getByRole("button", { name: "Stay" }).click();
      expect(await box(page, "name").inputValue()).toBe("Paymants");
      await page.goBack();
      await dialog.getByRole("button", { name: "Leave" }).click();
      await summary(page).getByRole("row", { name: "Name Payments" }).waitFor();
      await edit(page);
      expect(await box(page, "name").inputValue()).toBe("Payments");
      await typeInto(box(page, "name"), "Paymants");
      await page.getByRole("button", { name: "Discard" }).click();
      await summary(page).getByRole("row", { name: "Name Payments" }).waitFor();
      expect(await page.getByRole("dialog").count()).toBe(0);
    }));

  it("is changed with the keyboard alone", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const { id } = await act(console_, "create_team", { name: "Keys" });
      await open(`${settings}/teams/${id}`);
      const tabTo = async (wanted: string) => {
        for (let presses = 0; (await focused(page)) !== wanted; presses += 1) {
          if (presses === 80) throw new Error(`no Tab leads to ${wanted}`);
          await page.keyboard.press("Tab");
        }
      };
      await tabTo("Edit");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Cancel" }).waitFor();
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("name");
      await page.keyboard.press("End");
      await page.keyboard.type(" only");
      await tabTo("Save");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Keys only", level: 1 }).waitFor();
      await expect.poll(() => focused(page), patient).toBe("Edit");
    }));

  it("shows who may not write a summary, whatever the address asks for", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${settings}/slos/${console_.seeded.sloId}?view=edit`);
      await page.getByText("You can read this. Changing it needs the role Org admin.").waitFor();
      await summary(page).waitFor();
      expect(await page.getByRole("button", { name: /^(Edit|Save|Delete|Duplicate)$/ }).count()).toBe(0);
    }));

  it("of a setting is read first, too", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/organization_settings`);
      await summary(page).getByText("Europe/Berlin").waitFor();
      expect(await page.locator("main").getByRole("textbox").count()).toBe(0);
      await edit(page);
      await page.getByRole("button", { name: "Cancel" }).click();
      await summary(page).waitFor();
    }));
});

describe("a form", () => {
  it("shows the fields of the chosen variant, keeps those of another, and sends none of them", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/slis`);
      await page.getByText("Choose a kind to see its fields.").waitFor();
      expect(await box(page, "good_query").count()).toBe(0);
      const choose = async (kind: string) => {
        await box(page, "kind").click();
        await page.getByRole("option", { name: kind, exact: true }).click();
      };
      await typeInto(box(page, "name"), "Latency");
      await typeInto(box(page, "service"), "search");
      await page.keyboard.press("Escape");
      await box(page, "data_source_id").click();
      await page.getByRole("option", { name: "Production Prometheus" }).click();
      await choose("Ratio");
      await typeInto(box(page, "good_query"), "good");
      await choose("Threshold");
      expect(await box(page, "good_query").count()).toBe(0);
      await typeInto(box(page, "threshold_query"), "up");
      await choose("Ratio");
      expect(await box(page, "good_query").inputValue()).toBe("good");
      await choose("Threshold");
      expect(await box(page, "threshold_query").inputValue()).toBe("up");
      await box(page, "threshold_op").click();
      await page.getByRole("option").first().click();
      await typeInto(box(page, "threshold_value"), "1");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "search / Latency", level: 1 }).waitFor();
      await summary(page).getByRole("row", { name: "Kind Threshold" }).waitFor();
      expect(await summary(page).getByText("Good query").count()).toBe(0);
    }));

  it("keeps what is advanced folded, until it differs or is wrong", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const { id } = await act(console_, "create_certificate_monitor", { hostname: "folded.example.com" });
      await open(`${settings}/certificate_monitors/${id}?view=edit`);
      const advanced = page.getByRole("button", { name: "Advanced" });
      expect(await advanced.getAttribute("aria-expanded")).toBe("false");
      expect(await box(page, "timeout_ms").isVisible()).toBe(false);
      await unfold(page);
      await typeInto(box(page, "timeout_ms"), "soon");
      await page.keyboard.press("Tab");
      // What is wrong stays in sight.
      await advanced.click();
      expect(await advanced.getAttribute("aria-expanded")).toBe("true");
      await page.getByRole("button", { name: "Save" }).click();
      await expect.poll(() => focused(page), patient).toBe("timeout_ms");
      await typeInto(box(page, "timeout_ms"), "5s");
      await page.getByRole("button", { name: "Save" }).click();
      await summary(page).getByRole("row", { name: "Timeout 5 s" }).waitFor();
      await edit(page);
      expect(await advanced.getAttribute("aria-expanded")).toBe("true");
      expect(await box(page, "timeout_ms").inputValue()).toBe("5000");
    }));

  it("is opened at the field that the address names, unfolded where that is advanced", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/slos/${console_.seeded.sloId}?view=edit#target_percent`);
      await expect.poll(() => focused(page), patient).toBe("target_percent");
      const { id } = await act(console_, "create_certificate_monitor", { hostname: "named.example.com" });
      await open(`${settings}/certificate_monitors/${id}?view=edit#timeout_ms`);
      await expect.poll(() => focused(page), patient).toBe("timeout_ms");
    }));

  it("offers lengths and moments that people name", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/alert_mutes`);
      await typeInto(box(page, "pattern"), "Chosen *");
      await typeInto(box(page, "reason"), "Maintenance");
      await page.getByRole("button", { name: "8 h", exact: true }).click();
      expect(await box(page, "duration_minutes").inputValue()).toBe("480");
      await page.getByText("= 8 h").waitFor();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "Chosen *", level: 1 }).waitFor();
      await summary(page).getByRole("row", { name: "Duration 8 h" }).waitFor();

      await open(`${settings}/deploy_policies/${console_.seeded.policyId}?view=edit`);
      // The page's own part about freezes offers it, too.
      // On a Sunday, tomorrow is offered as Monday.
      await page
        .locator("form")
        .getByRole("button", { name: /^Until (tomorrow|Monday) 09:00$/ })
        .first()
        .click();
      expect(await box(page, "freeze_until").inputValue()).toMatch(/ 09:00$/);
      await typeInto(box(page, "freeze_reason"), "Stocktaking");
      await page.getByRole("button", { name: "Save" }).click();
      await summary(page)
        .getByRole("row", { name: /^Freeze until \d+ \w+ \d{4}, 09:00:00 \(in .+\)$/ })
        .waitFor();
    }));

  it("at 200 % has nothing above what has the focus, with warnings that stay in sight", () =>
    as(
      console_,
      "org_admin",
      async ({ page, open }) => {
        await open(`${settings}/alert_routes/${console_.seeded.routeId}?view=edit`);
        await page.getByRole("switch", { name: "Enabled" }).focus();
        await page.keyboard.press("Space");
        await page.locator(".warnings").getByText("takes no route").first().waitFor();
        const covered: unknown[] = [];
        for (let tabs = 0; tabs < 25; tabs += 1) {
          await page.keyboard.press("Tab");
          covered.push(await page.evaluate(isCovered));
        }
        expect(covered.filter((one) => one !== "")).toEqual([]);
      },
      { width: 720, height: 450, scale: 2 },
    ));
});

/** What has the focus, where something else is seen in its place. */
const isCovered = `(() => {
  const one = document.activeElement;
  if (one === document.body) return "";
  const whole = one.closest("label, .mantine-Switch-root") ?? one;
  const { left, top, width, height } = whole.getBoundingClientRect();
  const at = document.elementFromPoint(left + Math.min(width, 16) / 2, top + height / 2);
  return at !== null && (whole.contains(at) || at.contains(whole)) ? "" : one.outerHTML.slice(0, 160);
})()`;
