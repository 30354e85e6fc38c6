/** Plans in the console: a bundle is dropped, read as a code review, applied and taken back. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, edit, more, startConsole, typeInto, type Visit } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

async function namesOf(kind: string): Promise<string[]> {
  return ((await act(console_, `list_${kind}`, {})).data as { name: string }[])
    .map(({ name }) => name)
    .sort();
}

/** Drops files onto the page, as somebody does with a mouse: no other test has a way to hold one. */
async function drop({ page }: Visit, files: Readonly<Record<string, string>>): Promise<void> {
  const carried = await page.evaluateHandle(`{
    const transfer = new DataTransfer();
    for (const [name, text] of Object.entries(${JSON.stringify(files)}))
      transfer.items.add(new File([text], name));
    transfer;
  }`);
  await page.getByTestId("drop").dispatchEvent("drop", { dataTransfer: carried });
}

const plan = { name: "Plan", exact: true } as const;

describe("a bundle", () => {
  it("is dropped in several files, reviewed, applied and taken back", () =>
    as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/plans`);
      await drop(seen, {
        "teams.yaml": "teams:\n  - name: Logistics\n  - name: Payments\n",
        "routes.json": JSON.stringify({
          alert_mutes: [{ pattern: "Disk*", reason: "Being replaced", duration_minutes: 60 }],
        }),
      });
      await page.getByRole("button", { name: "Remove teams.yaml" }).waitFor();
      await page.getByRole("button", plan).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Plan: 2 to create", level: 1 }).waitFor();
      const teams = page.getByRole("region", { name: "Teams" });
      expect(await teams.locator("summary").textContent()).toContain("CreateLogistics");
      await page.getByText("1 unchanged").waitFor();

      await page.getByRole("button", { name: "Apply" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Plan: 2 created", level: 1 }).waitFor();
      expect(await namesOf("teams")).toContain("Logistics");
      await teams.getByRole("link", { name: "Open the row" }).click();
      await page.getByRole("heading", { name: "Logistics", level: 1 }).waitFor();
      await page.goBack();

      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByRole("heading", { name: "Plan: 2 to delete", level: 1 }).waitFor();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByRole("heading", { name: "Plan: 2 deleted", level: 1 }).waitFor();
      expect(await namesOf("teams")).not.toContain("Logistics");
      await page.getByRole("link", { name: "← Plans" }).click();
      await page.getByRole("link", { name: "2 deleted" }).waitFor();
    }));

  it("that is pasted with a mistake says its line and column, and keeps what was typed", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/plans`);
      const text = page.getByLabel("Or paste it");
      await text.focus();
      await page.keyboard.type("teams:\n- name: [Search\n");
      await page.getByRole("button", plan).click();
      await page.getByText(/The text, line 3, column 1: /).waitFor();
      expect(await text.inputValue()).toContain("[Search");
      await typeInto(text, '{"teams": [{"name": "Payments"}]}');
      await page.getByRole("button", plan).click();
      await page.getByText("Nothing differs: every row of the bundle is as it says.").waitFor();
    }));

  it("with problems shows each with its row and field, and cannot be applied", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/plans`);
      await typeInto(
        page.getByLabel("Or paste it"),
        '{"slos": [{"name": "Latency", "service": "checkout", "sli_id": {"service": "checkout", "name": "Nothing"}, "target_percent": 400}]}',
      );
      await page.getByRole("button", plan).click();
      const problems = page.getByRole("alert").filter({ hasText: "Problems" });
      await problems.getByText(/· SLI/).first().waitFor();
      await problems
        .getByText(/· Target/)
        .first()
        .waitFor();
      // It stays where it was written, and no plan of it is applied.
      expect(await page.getByLabel("Or paste it").inputValue()).toContain("Latency");
      expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
      await page.getByRole("button", plan).waitFor();
    }));
});

describe("a plan", () => {
  it("filters by what is done, in the address", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/plans/${console_.seeded.planId}`);
      const routes = page.getByRole("region", { name: "Alert routes" });
      await routes.getByText('region="eu"').waitFor();
      // References are names.
      await routes.getByText("Team: Payments").waitFor();
      await page.getByRole("button", { name: "Create 1" }).click();
      await page.waitForURL(/show=create/);
      await routes.waitFor({ state: "detached" });
      await page.getByRole("region", { name: "Alert mutes" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Create 1", pressed: true }).waitFor();
    }));

  it("whose rows were changed says which, and is planned again", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const { id } = await act(console_, "create_certificate_monitor", { hostname: "moving.example.com" });
      await open(`${home}/plans`);
      await typeInto(
        page.getByLabel("Or paste it"),
        '{"certificate_monitors": [{"hostname": "moving.example.com"}], "alert_mutes": [{"pattern": "Fan*", "reason": "Noise", "duration_minutes": 60}]}',
      );
      await page.getByRole("button", plan).click();
      await page.getByRole("button", { name: "Apply" }).waitFor();
      await act(console_, "update_certificate_monitor", { id, interval_minutes: 60 });
      await page.getByRole("button", { name: "Apply" }).click();
      const alert = page.getByRole("alert");
      await alert.getByText("Rows have changed since this plan was made").waitFor();
      await page.getByRole("link", { name: /moving\.example\.com/ }).waitFor();
      expect(await page.getByRole("button", { name: "Apply" }).count()).toBe(0);
      await page.getByRole("button", { name: "Plan again" }).click();
      await page.getByRole("button", { name: "Apply" }).click();
      await page.getByText(/Undo makes a plan that takes it back/).waitFor();
    }));

  it("with many deletes asks for their number", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const bundle = { teams: Array.from({ length: 11 }, (_, index) => ({ name: `Crew ${index}` })) };
      const made = await act(console_, "plan_changes", { bundle, set: "crews" });
      await act(console_, "apply_plan", { id: made.id, confirm: made.id });
      await open(`${home}/plans`);
      await typeInto(page.getByLabel("Or paste it"), "teams: []");
      await typeInto(page.getByRole("combobox", { name: "Set", exact: true }), "crews");
      await page.keyboard.press("Escape");
      await page.getByRole("combobox", { name: "Rows of the set that are not named" }).click();
      await page.getByRole("option", { name: "Are deleted" }).click();
      await page.getByRole("button", plan).click();
      await page.getByRole("heading", { name: "Plan: 11 to delete", level: 1 }).waitFor();
      const apply = page.getByRole("button", { name: "Apply" });
      expect(await apply.isDisabled()).toBe(true);
      await typeInto(page.getByLabel("Type 11 to delete 11 rows"), "11");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Plan: 11 deleted", level: 1 }).waitFor();
      expect((await namesOf("teams")).filter((name) => name.startsWith("Crew"))).toEqual([]);
    }));

  it("is seen by a viewer, who is shown which role it takes to apply it", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/plans`);
      await page.getByRole("link", { name: `Drift of ${console_.seeded.set}` }).waitFor();
      await open(`${home}/plans/${console_.seeded.planId}`);
      await page.getByRole("region", { name: "Alert routes" }).waitFor();
      await page.getByText("Applying it needs the role Org admin.").waitFor();
      expect(await page.getByRole("button", { name: "Apply" }).isDisabled()).toBe(true);
    }));
});

it("a set's drift is read as a plan, and its rows say whose they are", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/plans`);
    await page.getByRole("link", { name: `Drift of ${console_.seeded.set}` }).click();
    await page.getByRole("heading", { name: `Drift of ${console_.seeded.set}`, level: 1 }).waitFor();
    const components = page.getByRole("region", { name: "Status page components" });
    expect(await components.locator("del").textContent()).toBe("Carts");
    expect(await components.locator("ins").textContent()).toBe("Carts and payments");
    await components.getByRole("link", { name: "Open the row" }).click();
    await page.getByText(`Managed by ${console_.seeded.set}`).waitFor();
    await edit(page);
    await typeInto(page.getByLabel("Description"), "Another");
    await page.getByText(/A change here is drift/).waitFor();
    await page.getByText(`Changed: Description. Drift of ${console_.seeded.set}`).waitFor();
  }));

describe("many rows of a list", () => {
  it("are switched off as one act, with keys, and on again by Undo", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      for (const hostname of ["one", "two", "three"])
        await act(console_, "create_certificate_monitor", { hostname: `${hostname}.bulk.example.com` });
      await open(`${home}/settings/certificate_monitors`);
      await typeInto(page.getByLabel("Search certificate monitors"), "bulk");
      await page.getByText("3 found", { exact: true }).waitFor();
      await page.getByRole("checkbox", { name: "Select all shown" }).focus();
      await page.keyboard.press("Space");
      const bar = page.getByRole("toolbar", { name: "Selected rows" });
      await bar.getByText("3 selected").waitFor();
      await bar.getByRole("button", { name: "Disable" }).focus();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: "Disable 3 rows?" });
      await dialog.getByText("3 to change").waitFor();
      await dialog.getByRole("button", { name: "Apply" }).click();
      await page.getByText("3 rows disabled.").waitFor();
      const enabled = async () =>
        (
          (await act(console_, "list_certificate_monitors", {})).data as {
            hostname: string;
            enabled: boolean;
          }[]
        )
          .filter(({ hostname }) => hostname.includes("bulk"))
          .map((row) => row.enabled);
      expect(await enabled()).toEqual([false, false, false]);
      await page.keyboard.press("Control+z");
      await page.getByText("Undone.").waitFor();
      expect(await enabled()).toEqual([true, true, true]);
    }));

  it("are deleted as one act, and come back with their ids", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const ids = [];
      for (const name of ["Left", "Right"])
        ids.push((await act(console_, "create_team", { name: `${name} hand` })).id);
      await open(`${home}/settings/teams`);
      for (const name of ["Left hand", "Right hand"])
        await page.getByRole("checkbox", { name: `Select ${name}` }).check();
      await page.getByRole("button", { name: "Delete" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Apply" }).click();
      await page.getByText("2 rows deleted.").waitFor();
      expect(await namesOf("teams")).not.toContain("Left hand");
      await page.getByRole("button", { name: "Undo" }).click();
      await page.getByText("Undone.").waitFor();
      for (const id of ids) expect((await act(console_, "get_team", { id })).name).toMatch(/ hand$/);
    }));

  it("cannot be chosen by those who may do nothing with them", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/settings/teams`);
      expect(await page.getByRole("checkbox").count()).toBe(0);
    }));
});

it("a row is duplicated: everything but its name and its secrets", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/alert_routes/${console_.seeded.routeId}`);
    await more(page, "Duplicate");
    await page.getByRole("heading", { name: "New alert route", level: 1 }).waitFor();
    expect(await page.locator('input[data-path="name"]').inputValue()).toBe("");
    expect(await page.getByRole("textbox", { name: "Matcher 1", exact: true }).inputValue()).toBe("severity");
    expect(await page.getByRole("textbox", { name: "Matcher 1: value" }).inputValue()).toBe("critical");
    await typeInto(page.locator('input[data-path="name"]'), "Critical, again");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "Critical, again", level: 1 }).waitFor();
  }));
