/** Danger is reported before it happens: at the form before it is saved, and in the question before a delete. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, more, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let everything: string;

beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  const made = await act(console_, "create_alert_route", {
    name: "Everything",
    matchers: ['alertname=~".+"'],
    position: 5,
    destinations: [{ email: "oncall@example.com" }],
  });
  everything = made.id;
}, 600_000);
afterAll(() => console_?.close());

const last = /is the last route that takes every alert/;

it("says that the last route for every alert goes, before it is switched off, narrowed or deleted", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/alert_routes/${everything}?view=edit`);
    const before = page.getByRole("region", { name: "Before you save" });
    await page.getByLabel("Enabled").focus();
    await page.keyboard.press("Space");
    await before.getByText(last).waitFor();
    await page.keyboard.press("Space");
    await before.waitFor({ state: "detached" });
    await typeInto(page.getByLabel("Matcher 1", { exact: true }), 'severity="critical"');
    await before.getByText(last).waitFor();
    await page.getByRole("button", { name: "Discard" }).click();

    await more(page, "Delete");
    const question = page.getByRole("dialog");
    await question.getByRole("region", { name: "Before you delete" }).getByText(last).waitFor();
    await question.getByRole("button", { name: "Cancel" }).click();
  }));

it("says where a new route goes, what it would come before, and whom it would leave nothing", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/new/alert_routes`);
    await page.getByText("Left empty, it goes before Everything, which takes the rest.").waitFor();
    await typeInto(page.getByLabel("Position"), "6");
    await page.getByText(/^Last, after Everything and .* below 5 it would come before Everything/).waitFor();
    await typeInto(page.getByRole("textbox", { name: "Name", exact: true }), "Greedy");
    await typeInto(page.getByLabel("Position"), "0");
    await page.getByText(/^First, before .* and Everything\.$/).waitFor();
    await page.getByRole("button", { name: "Add matcher" }).click();
    await typeInto(page.getByLabel("Matcher 1", { exact: true }), 'alertname=~".+"');
    await page.getByRole("button", { name: "Add destination" }).click();
    const which = page.getByRole("group", { name: "Destination 1" }).getByRole("combobox").first();
    await which.click();
    await page.getByRole("option", { name: "Email" }).click();
    await typeInto(page.getByLabel("Email"), "ops@example.com");
    const before = page.getByRole("region", { name: "Before you save" });
    await before.getByText(/does not continue, so that nothing is left for .*Everything/).waitFor();
    expect((await act(console_, "list_alert_routes", {})).data).not.toContainEqual(
      expect.objectContaining({ name: "Greedy" }),
    );
  }));

it("says of a route that no alert comes to which one hides it: at its form, its page, the list and its service", async () => {
  const why = /never reached: "Everything" takes every alert before it and does not continue/i;
  const { id } = await act(console_, "create_alert_route", {
    name: "Late",
    matchers: ['service="late"'],
    position: 4,
    destinations: [{ email: "late@example.com" }],
  });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/alert_routes/${id}?view=edit`);
    await typeInto(page.getByLabel("Position"), "6");
    await page.getByRole("region", { name: "Before you save" }).getByText(why).waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    const shown = page.getByRole("region", { name: "Never reached" });
    await shown.getByText(why).waitFor();
    await shown.getByRole("link", { name: "Open Everything" }).waitFor();
    await open(`${home}/settings/alert_routes`);
    await page.getByRole("row").filter({ hasText: "Late" }).getByText(why).waitFor();
    await open(`${home}/services/late`);
    await page.getByRole("button", { name: "Routes, rules and mutes" }).click();
    const receivers = page.getByRole("region", { name: "Who is notified of its alerts" });
    await receivers.getByText(why).waitFor();
  });
  await act(console_, "delete_alert_route", { id, confirm: true });
});

it("says that a prompt is served now, before its text is changed", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { data } = await act(console_, "list_prompt_templates", {});
    const served = (data as { id: string; name: string }[]).find(({ name }) => name === "Root cause, short");
    await open(`${home}/settings/prompt_templates/${served?.id}?view=edit`);
    await typeInto(page.getByLabel("Content"), "You write root cause analyses. Be thorough.");
    await page
      .getByRole("region", { name: "Before you save" })
      .getByText("is what the model is served for RCA system now; it works with the new text")
      .waitFor();
  }));

it("says that a rule notifies nobody without its target, before the target is switched off", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { data } = await act(console_, "list_outbound_configs", {});
    const [target] = data as { id: string }[];
    await open(`${home}/settings/outbound_configs/${target?.id}?view=edit`);
    await page.getByLabel("Enabled").focus();
    await page.keyboard.press("Space");
    await page
      .getByRole("region", { name: "Before you save" })
      .getByText('is the target of the outbound rule "Wake somebody"')
      .waitFor();
  }));

it("shows at a new mute which open alerts it would silence", () =>
  as(console_, "member", async ({ page, open }) => {
    await open(`${home}/new/alert_mutes`);
    await typeInto(page.getByRole("textbox", { name: "Pattern" }), "no-alert-is-called-so");
    await page.getByText("It mutes 0 open alerts").waitFor();
    await typeInto(page.getByRole("textbox", { name: "Pattern" }), "*");
    await page.getByText(/^It mutes [1-9]\d* open alerts?$/).waitFor();
  }));

it("says that a burn alert can never fire, at the form and at the saved row", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const message =
      "never fires: at a target of 80 % the burn rate is 5 at most, when everything is bad; write 5 or less";
    const { data } = await act(console_, "list_slos", {});
    const [slo] = data as { id: string; target_percent: number }[];
    await open(`${home}/settings/slos/${slo?.id}?view=edit`);
    await typeInto(page.locator('input[data-path="target_percent"]'), "80");
    const preview = page.getByRole("region", { name: "Before you save" });
    await preview.getByText(message).first().waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("region", { name: "Check this" }).getByText(message).first().waitFor();
    await act(console_, "update_slo", { id: slo?.id, target_percent: slo?.target_percent });
  }));
