/** Lists that are cut at their cap: how many rows there are, and that every one of them is found. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, patient, settled, startConsole, typeInto, type Visit, visit } from "./browser.ts";
import { act } from "./people.ts";

let console_: Console;
let home: string;
let seen: Visit;
let page: Page;
const rows = 1_215;
beforeAll(async () => {
  console_ = await startConsole({ ORGCONFIG_LIST_CAP: "1000" });
  home = `/o/${console_.organization.slug}`;
  seen = await visit(console_, console_.people.org_admin);
  page = seen.page;
  const { data: there } = await act(console_, "list_slos", {});
  const { sli_id, target_percent } = there[0];
  for (let index = there.length; index < rows; index += 1) {
    const service = `service-${String(index).padStart(4, "0")}`;
    await act(console_, "create_slo", { name: "latency", service, sli_id, target_percent });
  }
}, 600_000);
afterAll(async () => {
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
  await console_.close();
});

it("shows how many there are, and leads to the last of them", async () => {
  await seen.open(`${home}/settings/slos`);
  await page.getByText("1–50 of 1,215 in total").waitFor();
  await page.getByRole("button", { name: "last page" }).click();
  await page.getByText("1,201–1,215 of 1,215 in total").waitFor();
  await page.getByRole("link", { name: "service-1214 / latency", exact: true }).waitFor();
});

it.each(["service-1214", "LATENCY service-1214"])(
  "the list finds the row past its cap by %s",
  async (text) => {
    await seen.open(`${home}/settings/slos`);
    await typeInto(page.getByLabel("Search SLOs"), text);
    await page.getByText("1 found", { exact: true }).waitFor();
    await page.getByRole("link", { name: "service-1214 / latency", exact: true }).waitFor();
  },
);

it("and by its id", async () => {
  const [{ id }] = (await act(console_, "list_slos", { service: "service-1200" })).data;
  await seen.open(`${home}/settings/slos`);
  await typeInto(page.getByLabel("Search SLOs"), id);
  await page.getByRole("link", { name: "service-1200 / latency" }).waitFor();
});

it("denies only what is not there", async () => {
  await seen.open(`${home}/settings/slos`);
  await typeInto(page.getByLabel("Search SLOs"), "service-9");
  await page.getByText("Nothing matches", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Clear them" }).click();
  await page.getByText("1–50 of 1,215 in total").waitFor();
});

it("all that match are chosen at once, changed as one act, and taken back", async () => {
  await seen.open(`${home}/settings/slos`);
  await typeInto(page.getByLabel("Search SLOs"), "service-12");
  await page.getByText("15 found", { exact: true }).waitFor();
  await typeInto(page.getByLabel("Search SLOs"), "service-11");
  await page.getByText("1–50 of 100 found").waitFor();
  await page.getByRole("checkbox", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Select all 100 that match" }).click();
  await page.getByText("100 selected").waitFor();
  await page.getByRole("button", { name: "Disable" }).click();
  const dialog = page.getByRole("dialog", { name: "Disable 100 rows?" });
  await dialog.getByRole("button", { name: /^Apply/ }).click();
  await page.getByText("100 rows disabled.").waitFor();
  const off = async () =>
    (await act(console_, "search_rows", { kind: "slos", where: [{ field: "enabled", values: ["false"] }] }))
      .total;
  expect(await off()).toBe(100);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(off, patient).toBe(0);
});

it("the palette finds it", async () => {
  await seen.open(home);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("service-1214");
  // The service itself is found first.
  await page.getByRole("option", { name: "service-1214 / latency SLOs" }).click();
  await page.getByRole("heading", { name: "service-1214 / latency", level: 1 }).waitFor();
});

it("a new alert route without a position goes behind all that are there, where none takes every alert", async () => {
  await act(console_, "create_alert_route", {
    name: "The last so far",
    position: 70,
    matchers: ['team=~".+"'],
    destinations: [{ email: "all@example.com" }],
  });
  await seen.open(`${home}/new/alert_routes`);
  await page.getByText("or last where there is none").waitFor();
  expect(await page.getByRole("textbox", { name: "Position" }).inputValue()).toBe("");
  await typeInto(page.locator('input[data-path="name"]'), "The newest");
  await page.getByRole("button", { name: "Add matcher" }).click();
  await typeInto(page.getByRole("textbox", { name: "Matcher 1" }), 'severity="info"');
  await page.getByRole("button", { name: "Add destination" }).click();
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Email" }).click();
  await typeInto(page.getByRole("textbox", { name: "Email" }), "new@example.com");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "The newest", level: 1 }).waitFor();
  await settled(page);
  const routes = (await act(console_, "list_alert_routes", {})).data as { name: string; position: number }[];
  await expect.poll(() => routes.at(-1), patient).toMatchObject({ name: "The newest", position: 71 });
});
