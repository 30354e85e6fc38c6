/** A team's alerts to a channel, from one form: for a team that is there, refused at its fields, failed, and taken back. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { until } from "../support/until.ts";
import { faults } from "./axe.ts";
import { type Console, startConsole, typeInto } from "./browser.ts";
import { withKeys } from "./hands.ts";
import { act, as } from "./people.ts";

let console_: Console;
let receivers: Receivers;
let home: string;
beforeAll(async () => {
  receivers = await startReceivers();
  console_ = await startConsole({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(async () => {
  await console_?.close();
  await receivers?.close();
});

type Row = Readonly<Record<string, unknown>>;
const rows = async (action: string) => (await act(console_, action, {})).data as Row[];
const focused = (page: Page) => page.evaluate("document.activeElement?.dataset.path") as Promise<string>;
const drill = (page: Page) => page.getByRole("region", { name: "Drill", exact: true });

it("begins at a team's page with its name, sends to a pager, and is taken back with one press", () =>
  as(console_, "org_admin", async (seen) => {
    const { page, open } = seen;
    const keys = withKeys(page);
    const teams = await rows("list_teams");
    const { id } = teams.find(({ name }) => name === "Storefront") as Row;
    await open(`${home}/settings/teams/${id}`);
    await keys.press(page.getByRole("link", { name: "Send its alerts to Slack or a pager" }));
    await until(async () => (await focused(page)) === "secret");
    expect(await page.getByRole("textbox", { name: "Matcher 1: value" }).inputValue()).toBe("Storefront");
    await page.getByText("No alert of the last week had team=Storefront.").waitFor();
    expect(await faults(seen)).toEqual([]);

    // Another label, and another vendor, each by keys.
    await keys.press(page.getByRole("radio", { name: "Webhook" }));
    await keys.type(page.getByRole("textbox", { name: /^URL/ }), `${receivers.url}/hook`);
    await keys.type(page.getByRole("textbox", { name: "Matcher 1", exact: true }), "service");
    await keys.type(page.getByRole("textbox", { name: "Matcher 1: value" }), "billing");
    await page.getByText("1 alert of the last week", { exact: true }).waitFor();
    await keys.press(page.getByRole("button", { name: "Create and send a test" }));
    // It wants messages signed, and none was given: what it says no to is said.
    await drill(page)
      .getByText(/^Storefront to Webhook has not taken it: /)
      .waitFor();
    expect(await faults(seen)).toEqual([]);
    const routes = await rows("list_alert_routes");
    expect(routes.find(({ name }) => name === "Storefront to Webhook")).toMatchObject({
      matchers: ['service="billing"'],
      owning_team_id: id,
    });

    await keys.press(page.getByRole("status").getByRole("button", { name: /^Undo/ }));
    await page.getByText("Undone.").waitFor();
    const names = async (action: string) => (await rows(action)).map(({ name }) => name);
    expect(await names("list_alert_routes")).not.toContain("Storefront to Webhook");
    expect(await names("list_outbound_configs")).not.toContain("Storefront to Webhook");
    // The team was there before.
    expect(await names("list_teams")).toEqual(teams.map(({ name }) => name));
  }));

it("says at each field what is missing or refused, and makes nothing until it is right", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const before = (await rows("list_alert_routes")).length;
    await open(`${home}/team-alerts`);
    await until(async () => (await focused(page)) === "team");
    await page.keyboard.press("Enter");
    await page.getByText("Write the team's name, such as Payments").waitFor();
    await page.getByText("Fill this in.").waitFor();
    expect(await focused(page)).toBe("team");
    await page.keyboard.type("platform");
    await page.getByText("Known as “Platform”. Capital letters count.").waitFor();
    await typeInto(page.getByRole("combobox", { name: "Team" }), "Platform");
    await page.keyboard.press("Enter");
    await until(async () => (await focused(page)) === "secret");
    await page.keyboard.type(`${receivers.url}/services/${credentials.slack}`);
    await typeInto(page.getByRole("textbox", { name: "Matcher 1: value" }), "");
    await page.keyboard.press("Enter");
    await page
      .getByRole("alert")
      .filter({ hasText: /^Column 5: expected/ })
      .first()
      .waitFor();
    expect((await rows("list_alert_routes")).length).toBe(before);

    await typeInto(page.getByRole("textbox", { name: "Matcher 1: value" }), "Platform");
    await page.keyboard.press("Enter");
    await drill(page).getByText("Proved", { exact: true }).waitFor();
    expect(receivers.received.some(({ body }) => body.text?.includes("DRILL: "))).toBe(true);
    await until(() =>
      page
        .getByRole("link", { name: "See who is notified" })
        .evaluate((link) => link === link.ownerDocument.activeElement),
    );
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Narrowed to" }).getByText("Platform to Slack").waitFor();
  }));

it("says why no test was sent where a route before takes the same, and is nobody's else to set up", async () => {
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/team-alerts?team=Platform`);
    await until(async () => (await focused(page)) === "secret");
    await page.keyboard.type(`${receivers.url}/services/${credentials.slack}`);
    await page.keyboard.press("Enter");
    await page
      .getByText(
        /^Leads to "Platform to Slack 2", which does not get what it takes: the route "Platform to Slack"/,
      )
      .waitFor();
    await page.getByRole("button", { name: "Another team" }).click();
    expect(await page.getByRole("combobox", { name: "Team" }).inputValue()).toBe("");
  });
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/team-alerts`);
    await page.getByText("Setting this up needs the role Org admin.").waitFor();
    await open(`${home}/notified`);
    await page.getByRole("heading", { name: "Who is notified", level: 1 }).waitFor();
    expect(await page.getByRole("link", { name: /^Send a team's alerts/ }).count()).toBe(0);
  });
});
