/** The audit log as people look for something in it, with real keys. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, settled, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let log: string;
beforeAll(async () => {
  console_ = await startConsole();
  log = `/o/${console_.organization.slug}/changes`;
  const { id } = await act(console_, "create_team", { name: "Gone team" });
  await act(console_, "delete_team", { id, confirm: true });
}, 600_000);
afterAll(() => console_?.close());

it("finds a row that is gone by its name, and leads to its history", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(log);
    await typeInto(page.getByLabel("Name"), "gone team");
    await page.waitForURL(/name=gone/);
    await settled(page);
    const records = page.getByRole("article");
    expect(await records.count()).toBe(2);
    await records
      .first()
      .getByRole("button", { name: /^Details/ })
      .click();
    await records.first().getByRole("link", { name: "history" }).click();
    await page.getByText("This team was deleted.", { exact: false }).waitFor();
  }));

it("is narrowed to a person, an action and a span by choosing from lists; a span stays one", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(log);
    const choose = async (label: string, option: string) => {
      await page.getByRole("combobox", { name: label }).focus();
      await page.keyboard.type(option);
      await page.getByRole("option", { name: option, exact: true }).first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    };
    await choose("Who", "ada@example.com");
    await page.waitForURL(/actor=/);
    await choose("Action", "Delete team");
    await page.waitForURL(/action=delete_team/);
    await choose("When", "Last 24 hours");
    await page.waitForURL(/last=24h/);
    await page.reload();
    await settled(page);
    expect(await page.getByRole("combobox", { name: "When" }).inputValue()).toBe("Last 24 hours");
    expect(await page.getByRole("article").count()).toBe(1);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForURL((url) => url.search === "");
  }));

it("is narrowed to times that are typed as dates, on clocks of 24 hours", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(log);
    await page.getByRole("combobox", { name: "When" }).click();
    await page.getByRole("option", { name: "From … to …" }).click();
    const from = page.getByLabel("From", { exact: true });
    await typeInto(from, "2026-01-05");
    await page.waitForURL(/since=2026-01-0[45]T/);
    await typeInto(page.getByLabel("To", { exact: true }), "6 Jan 2026 18:30");
    await page.waitForURL(/until=2026-01-06T/);
    await page.keyboard.press("Tab");
    expect(await page.getByLabel("To", { exact: true }).inputValue()).toBe("2026-01-06 18:30");
    await page.getByText("Nothing matches these filters.").waitFor();
    await typeInto(from, "soon");
    await page.keyboard.press("Tab");
    await page.getByText(/an incomplete date and time/).waitFor();
    await page.waitForURL((url) => !url.searchParams.has("since"));
  }));

it("leads from a name in the place of an id to the row", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { id } = await act(console_, "create_team", { name: "Named team" });
    await open(log.replace("changes", "settings/teams/Named%20team"));
    await page.waitForURL((url) => url.pathname.endsWith(`/settings/teams/${id}`));
    await page.getByRole("heading", { name: "Named team", level: 1 }).waitFor();
    for (const service of ["checkout", "search"])
      await act(console_, "create_status_page_component", { name: service, service: "shop" });
    await open(log.replace("changes", "settings/status_page_components/search"));
    await page.getByRole("heading", { name: "search", level: 1 }).waitFor();
    await open(log.replace("changes", "settings/teams/nobody"));
    await page.getByRole("heading", { name: "There is no such team", level: 1 }).waitFor();
  }));

it("finds what a run did by its name, and takes it back", async () => {
  const { test, organization } = console_;
  const key = (await test.makeKey(organization.id, ["api:admin"])).value;
  await test.send("POST", "/api/v1/config/teams", {
    headers: { authorization: `Bearer ${key}`, "orgconfig-run": "nightly 7" },
    body: { name: "Of a run" },
  });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(log);
    await typeInto(page.getByLabel("Run", { exact: true }), "nightly 7");
    await page.waitForURL(/run=nightly/);
    await settled(page);
    const records = page.getByRole("article");
    expect(await records.count()).toBe(1);
    await records.getByRole("button", { name: /^Details/ }).click();
    await records.getByRole("link", { name: "run nightly 7" }).waitFor();
    await page.getByRole("button", { name: "Undo this run" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Undo", exact: true }).click();
    await page.getByText("Undid the run nightly 7").waitFor();
  });
  const { body } = await test.send("GET", "/api/v1/config/teams?name=Of+a+run", {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(body.data).toEqual([]);
});
