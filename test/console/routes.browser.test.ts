/** Routes: which one gets an alert, their order and what another one would change, and when it is live. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhook } from "../alerts/support.ts";
import { until } from "../support/until.ts";
import { type Console, edit, startConsole, typeInto, unfold } from "./browser.ts";
import { withKeys } from "./hands.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let connector: string;
const ids = new Map<string, string>();

beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  const { routeId } = console_.seeded;
  await act(console_, "delete_alert_route", { id: routeId, confirm: true });
  const made = await act(console_, "create_connector", {
    name: "Alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  connector = made.id;
  const destinations = [{ email: "oncall@example.com" }];
  for (const [name, matchers, position] of [
    ["Checkout", ['service="checkout"'], 1],
    ["Critical", ['severity="critical"'], 2],
    ["Everything", ['alertname=~".+"'], 3],
  ] as const) {
    const route = await act(console_, "create_alert_route", { name, matchers, position, destinations });
    ids.set(name, route.id);
  }
  const fired = [
    { name: "Slow checkout", labels: { service: "checkout", severity: "critical" } },
    { name: "Full disk", labels: { service: "search", severity: "critical" } },
  ].map((alert) => ({ ...alert, startsAt: new Date(Date.now() - 60_000).toISOString() }));
  await act(console_, "take_in_alerts", {
    connector_id: connector,
    ...webhook({ receiver: `route_${ids.get("Checkout")}` }, fired),
  });
}, 600_000);
afterAll(() => console_?.close());

const gone = /^\d+ of the \d+ alerts would have gone elsewhere:$/;
/** What is said of one alert. */
const moveOf = (week: Locator, title: string) => week.getByRole("listitem").filter({ hasText: title });

const order = async () => {
  const { data } = await act(console_, "list_alert_routes", {});
  return (data as { name: string }[]).map(({ name }) => name);
};

describe("which route gets an alert", () => {
  it("is asked from a service's page and from an alert's own, with the labels at hand", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/services/checkout`);
      await page.getByRole("link", { name: "Which route gets an alert of it?" }).click();
      await page.getByText("It goes to Checkout.").waitFor();
      expect(await page.getByRole("textbox", { name: "Labels" }).inputValue()).toBe("service=checkout");
      const { data } = await act(console_, "list_alerts", {});
      const { id } = data.find(({ title }: { title: string }) => title === "Full disk");
      await open(`${home}/alerts/${id}`);
      await page.getByRole("link", { name: "Which route would get it now?" }).click();
      await page.getByText("It goes to Critical.").waitFor();
    }));
});

describe("the order of routes", () => {
  it("is changed with keys, after what it would alter was seen, and taken back", () =>
    as(console_, "org_admin", async ({ page, open, complaints }) => {
      await open(`${home}/settings/alert_routes`);
      await page.getByRole("button", { name: "Change order" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Move Critical up" }).focus();
      await page.keyboard.press("ArrowUp");
      const week = page.getByRole("region", { name: "Alerts of the last week" });
      await week.getByText(gone).waitFor();
      await moveOf(week, "Slow checkout").getByText("Checkout → Critical").waitFor();
      // At the end of its way the focus stays at the row.
      const down = page.getByRole("button", { name: "Move Critical down" });
      await until(() => down.evaluate((button) => button === button.ownerDocument.activeElement));
      expect(await order()).toEqual(["Checkout", "Critical", "Everything"]);

      await page.getByRole("button", { name: "Save order" }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("The order of alert routes is saved.").waitFor();
      expect(await order()).toEqual(["Critical", "Checkout", "Everything"]);
      await page.getByRole("button", { name: "Undo" }).click();
      await until(async () => (await order())[0] === "Checkout");
      expect(complaints).toEqual([]);
    }));

  it("is changed by drag", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/settings/alert_routes`);
      await page.getByRole("button", { name: "Change order" }).click();
      const row = (name: string) => page.locator("ol.order li").filter({ hasText: name });
      await row("Everything").dragTo(row("Checkout"));
      await page.getByText(gone).waitFor();
      await page.getByRole("button", { name: "Save order" }).click();
      await page.getByText("The order of alert routes is saved.").waitFor();
      expect(await order()).toEqual(["Everything", "Checkout", "Critical"]);
      await page.getByRole("button", { name: "Undo" }).click();
      await until(async () => (await order())[0] === "Checkout");
    }));

  it("is not saved over a change that somebody made meanwhile", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/settings/alert_routes`);
      await page.getByRole("button", { name: "Change order" }).click();
      await page.getByRole("button", { name: "Move Critical up" }).click();
      await page.getByRole("region", { name: "Alerts of the last week" }).waitFor();
      const { position } = await act(console_, "get_alert_route", { id: ids.get("Everything") });
      const behind = Number(position) + 1;
      await act(console_, "update_alert_route", { id: ids.get("Everything"), position: behind });
      await page.getByRole("button", { name: "Save order" }).click();
      await page.getByText("Somebody changed these rows after you opened the list.").waitFor();
      expect(await order()).toEqual(["Checkout", "Critical", "Everything"]);
      await page.getByRole("button", { name: "Cancel" }).click();
      await page.getByRole("button", { name: "Change order" }).waitFor();
    }));

  it("is no viewer's to change", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/settings/alert_routes`);
      await page.getByRole("link", { name: "Checkout" }).waitFor();
      expect(await page.getByRole("button", { name: "Change order" }).count()).toBe(0);
    }));
});

it("answers which route gets an alert, and who is notified", () =>
  as(console_, "viewer", async ({ page, open, complaints }) => {
    await open(`${home}/settings/alert_routes`);
    const asked = page.getByRole("region", { name: "Which route gets this alert?" });
    await typeInto(asked.getByLabel("Labels"), "severity=critical\nservice=search\nalertname=Full");
    await asked.getByRole("button", { name: "Ask" }).click();
    await asked.getByText("It goes to Critical.").waitFor();
    await asked.getByText('service is search; the route wants service="checkout"').waitFor();
    await asked.getByRole("rowheader", { name: "oncall@example.com" }).first().waitFor();
    await asked.getByLabel("A recent alert").click();
    await page.getByRole("option", { name: /Slow checkout/ }).click();
    await asked.getByText("It goes to Checkout.").waitFor();
    await typeInto(asked.getByLabel("Labels"), "critical");
    await asked.getByRole("button", { name: "Ask" }).click();
    await asked.getByText('"critical" is not a label').waitFor();
    expect(complaints).toEqual([]);
  }));

it("shows at a route's form what a change of it would alter, before it is saved", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/alert_routes/${ids.get("Checkout")}?view=edit`);
    await typeInto(page.getByLabel("Matcher 1", { exact: true }), 'service="search"');
    const week = page.getByRole("region", { name: "Alerts of the last week" });
    await week.getByText(gone).waitFor();
    await moveOf(week, "Full disk").getByText("Critical → Checkout").waitFor();
    await page.getByRole("button", { name: "Discard" }).click();
    await week.waitFor({ state: "detached" });
  }));

it("says that a repeat comes earlier than it says, at the form and at the saved row", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const message = "repeats after 432000 s already: after these 120 hours Alertmanager forgets";
    await open(`${home}/settings/alert_routes/${ids.get("Checkout")}?view=edit`);
    await unfold(page);
    await typeInto(page.getByLabel("Repeat interval"), "144h");
    await page.getByRole("region", { name: "Before you save" }).getByText(message).first().waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    const here = page.getByRole("region", { name: "Check this" });
    await here.getByText(message).waitFor();
    await edit(page);
    await unfold(page);
    await typeInto(page.getByLabel("Repeat interval"), "4h");
    await page.getByRole("button", { name: "Save" }).click();
    await here.waitFor({ state: "detached" });
  }));

it("shows by itself when what was saved is live", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const applied = async () => {
      const { data } = await act(console_, "list_renders", {});
      const { digest } = (data as { connector_id: string; digest: string }[]).find(
        ({ connector_id }) => connector_id === connector,
      ) as { digest: string };
      await act(console_, "acknowledge_render", { connector_id: connector, digest, ok: true });
    };
    await applied();
    await open(`${home}/settings/alert_routes/${ids.get("Checkout")}`);
    const engines = page.getByRole("region", { name: "Engines" });
    await engines.getByText("Live in").waitFor();
    await edit(page);
    await unfold(page);
    await typeInto(page.getByLabel("Repeat interval"), "2h");
    await page.getByRole("button", { name: "Save" }).click();
    await engines.getByText("Saved, not live in").waitFor();
    await applied();
    await engines.getByText("Live in").waitFor();
  }));

it("is held back where a behaviour test would fail, which is written with keys, until an administrator says why", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const keys = withKeys(page);
    const group = (name: string) => page.getByRole("group", { name, exact: true });
    const id = ids.get("Checkout");
    const destinations = [{ email: "checkout@example.com" }];
    await act(console_, "update_alert_route", { id, destinations });
    await open(`${home}/new/behaviour_tests`);
    await keys.type(page.getByRole("textbox", { name: "Name" }), "Checkout is notified");
    await keys.press(group("Alert").getByRole("button", { name: "Set" }));
    await keys.press(group("Labels").getByRole("button", { name: "Add entry" }));
    await keys.type(page.getByLabel("Labels: key 1"), "service");
    await keys.type(page.getByLabel("Labels: value 1"), "checkout");
    await keys.press(group("Expect").getByRole("button", { name: "Set" }));
    await keys.press(group("Notified").getByRole("button", { name: "Add" }));
    await keys.pick(group("Notified").getByLabel("Kind"), "Email");
    await keys.type(group("Notified").getByLabel("Email"), "checkout@example.com");
    await keys.press(page.getByRole("button", { name: "Create" }));
    await page.getByRole("heading", { name: "Checkout is notified", level: 1 }).waitFor();

    await open(`${home}/settings/alert_routes/${id}?view=edit`);
    const typed = page.getByLabel("Matcher 1", { exact: true });
    await typeInto(typed, 'service="cart"');
    await page.getByRole("button", { name: "Save" }).click();
    const dialog = page.getByRole("dialog", { name: "A behaviour test would fail" });
    await dialog.getByRole("link", { name: "Checkout is notified" }).waitFor();
    await dialog
      .getByText('the route "Checkout" (position 1) does not take it: service is checkout')
      .waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("alert").getByText('The test "Checkout is notified" would fail').waitFor();
    expect(await typed.inputValue()).toBe("service");
    expect(await page.getByLabel("Matcher 1: value").inputValue()).toBe("cart");
    expect((await act(console_, "get_alert_route", { id })).matchers).toEqual(['service="checkout"']);

    await page.getByRole("button", { name: "Save" }).click();
    await keys.type(dialog.getByLabel("Reason to change it all the same"), "The shop moves");
    await keys.press(dialog.getByRole("button", { name: "Change it all the same" }));
    await page.getByText("Saved.").waitFor();
    expect((await act(console_, "get_alert_route", { id })).matchers).toEqual(['service="cart"']);
  }));
