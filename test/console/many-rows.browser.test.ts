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

it("tells how many there are", async () => {
  await seen.open(`${home}/settings/slos`);
  await page.getByText("1,215 in total").or(page.getByText("1,000 of 1,215")).first().waitFor();
  await page.getByText(/Only the first 1,000 of 1,215 are listed\./).waitFor();
  expect(await page.getByText("1000 in total").count()).toBe(0);
});

it.each([
  ["service-1214", "service-1214 / latency"],
  ["service-1213 / latency", "service-1213 / latency"],
])("the list finds the row past its cap by %s", async (text, name) => {
  await seen.open(`${home}/settings/slos`);
  await typeInto(page.getByLabel("Search SLOs"), text);
  await page.getByRole("link", { name, exact: true }).waitFor();
  await page.getByText("1 of 1,215").waitFor();
});

it("and by its id", async () => {
  const [{ id }] = (await act(console_, "list_slos", { service: "service-1200" })).data;
  await seen.open(`${home}/settings/slos`);
  await typeInto(page.getByLabel("Search SLOs"), id);
  await page.getByRole("link", { name: "service-1200 / latency" }).waitFor();
});

it("denies only what is not there, and says how far it looked", async () => {
  await seen.open(`${home}/settings/slos`);
  await typeInto(page.getByLabel("Search SLOs"), "service-9");
  await page
    .getByText(/None of the first 1,000 matches “service-9”, and no other has exactly this name/)
    .waitFor();
});

it("the palette finds it", async () => {
  await seen.open(home);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("service-1214");
  await page.getByRole("option", { name: "service-1214 / latency SLOs" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "service-1214 / latency", level: 1 }).waitFor();
});

it("a new alert route goes behind all that are there", async () => {
  await act(console_, "create_alert_route", {
    name: "Catches everything",
    position: 70,
    matchers: ['severity=~".+"'],
    destinations: [{ email: "all@example.com" }],
  });
  await seen.open(`${home}/new/alert_routes`);
  await page.getByText(/It goes last, at position 71/).waitFor();
  expect(await page.getByRole("textbox", { name: "Position" }).inputValue()).toBe("71");
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
