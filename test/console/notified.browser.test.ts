/** Who is notified, by keys: typed labels light a way, a press narrows the picture, a test goes through it. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { webhook } from "../alerts/support.ts";
import { until } from "../support/until.ts";
import { faults } from "./axe.ts";
import { type Console, startConsole } from "./browser.ts";
import { withKeys } from "./hands.ts";
import { act, as } from "./people.ts";

let console_: Console;
let server: Server;
const received: string[] = [];
let home: string;
let hookId: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      received.push(text);
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  console_ = await startConsole({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1/32" });
  home = `/o/${console_.organization.slug}`;
  await act(console_, "delete_alert_route", { id: console_.seeded.routeId, confirm: true });
  const { port } = server.address() as AddressInfo;
  const make = (action: string, body: object) => act(console_, action, body);
  hookId = (
    await make("create_outbound_config", {
      name: "Pay room",
      kind: "webhook",
      url: `http://127.0.0.1:${port}/`,
    })
  ).id;
  const off = await make("create_outbound_config", {
    name: "Old pager",
    kind: "pagerduty",
    secret: "key",
    enabled: false,
  });
  const connector = await make("create_connector", {
    name: "Alertmanager",
    type: "observability",
    connector_type: "alertmanager",
  });
  for (const [name, matcher, target] of [
    ["Payments", 'service="payments"', hookId],
    ["Cart", 'service="cart"', off.id],
    ["Payments again", 'service="payments"', hookId],
  ])
    await make("create_alert_route", {
      name,
      matchers: [matcher],
      destinations: [{ outbound_config_id: target }],
    });
  const startsAt = new Date(Date.now() - 60_000).toISOString();
  const fired = [
    { name: "Slow", labels: { service: "payments", severity: "critical" }, startsAt },
    { name: "Empty", labels: { service: "cart" }, startsAt },
  ];
  await make("take_in_alerts", { connector_id: connector.id, ...webhook({ receiver: "orgconfig" }, fired) });
}, 600_000);
afterAll(async () => {
  await console_?.close();
  await new Promise((resolve) => server.close(resolve));
});

const part = (page: Page, name: RegExp) =>
  page.getByRole("figure", { name: "From alerts to people" }).getByRole("button", { name });
const lit = (page: Page) => page.locator('main [aria-current="true"] .flow-name').allTextContents();

it("lights the way of labels that are typed, with known ones completed", () =>
  as(console_, "member", async (seen) => {
    const { page, open } = seen;
    const keys = withKeys(page);
    await open(`${home}/set-up`);
    await keys.press(
      page.getByRole("region", { name: "Who is notified" }).getByRole("heading").getByRole("link"),
    );
    await page.getByRole("heading", { name: "Who is notified", level: 1 }).waitFor();
    await part(page, /^Cart.*"Old pager" is switched off/).waitFor();
    await part(page, /^Payments again.*never reached: "Payments" takes/).waitFor();
    expect(await faults(seen)).toEqual([]);
    expect(await lit(page)).toEqual([]);

    await keys.pick(page.getByRole("combobox", { name: "Labels of an alert" }), /^service/, "serv");
    await keys.pick(page.getByRole("combobox", { name: "Labels of an alert" }), /^payments/);
    await page.getByText("It goes through Payments.").waitFor();
    await until(async () => (await lit(page)).length > 0);
    expect(await lit(page)).toEqual(["payments", "Payments", "Pay room"]);
    // The address keeps it.
    await page.reload();
    await until(async () => (await lit(page)).length === 3);
    expect(await faults(seen)).toEqual([]);

    await page.getByRole("combobox", { name: "Labels of an alert" }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("service=nobody");
    await page
      .getByText(
        "No route takes it. Labels that would decide otherwise: severity. Mailed about the event: oncall@example.com.",
      )
      .waitFor();
    await until(async () => (await lit(page)).join() === "nobody,No route");
  }));

it("is narrowed by a press to what goes through a part, sends a test through it, and lights each place", () =>
  as(console_, "member", async ({ page, open }) => {
    const keys = withKeys(page);
    await open(`${home}/notified`);
    await part(page, /^Old pager/).waitFor();
    await keys.press(part(page, /^Pay room/));
    await page.getByText(/^1 of \d+ alerts of the last week went through Pay room\./).waitFor();
    expect(await part(page, /^Old pager/).count()).toBe(0);
    await keys.press(page.getByRole("button", { name: "Show all" }));
    await keys.press(part(page, /^Payments(?! again)/));
    expect(await part(page, /^Cart/).count()).toBe(0);

    const before = received.length;
    await keys.press(page.getByRole("button", { name: "Send a test through it" }));
    const test = page.getByRole("region", { name: "Test" });
    await test.getByText("Proved", { exact: true }).waitFor();
    await test.getByText(/Pay room.* took it/).waitFor();
    await until(async () => (await lit(page)).join() === "payments,Payments,Pay room");
    expect(received.slice(before).some((text) => text.includes("DRILL: "))).toBe(true);
    const { data } = await act(console_, "list_drills", {});
    const [{ id, status, hops }] = data as [{ id: string; status: string; hops: { name: string }[] }];
    expect([status, hops.map(({ name }) => name)]).toEqual([
      "proved",
      ["intake", "decided", "queued", "sent", "taken"],
    ]);
    expect(page.url()).toContain(id);
    await keys.press(page.getByRole("button", { name: "Show as a table" }));
    const row = page.getByRole("row", { name: /Payments 1 service="payments" Pay room/ });
    expect(await row.getAttribute("aria-current")).toBe("true");
  }));

it("lets a viewer look, and send nothing", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(`${home}/notified?labels=service%3Dpayments`);
    await page.getByText("It goes through Payments.").waitFor();
    expect(await page.getByRole("button", { name: "Send a test through it" }).count()).toBe(0);
    await page
      .getByRole("region", { name: "What decides it" })
      .getByRole("link", { name: "Payments again" })
      .waitFor();
  }));

it("has a form of a route with chips, names and an order, which saves what was typed", () =>
  as(console_, "org_admin", async (seen) => {
    const { page, open } = seen;
    const keys = withKeys(page);
    const option = (name: RegExp) => page.getByRole("option", { name }).first().waitFor();
    const take = async (typed: string, name: RegExp) => {
      await page.keyboard.type(typed);
      await option(name);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
    };
    await open(`${home}/new/alert_routes`);
    await keys.type(page.getByRole("textbox", { name: "Name" }), "Refunds");
    // What is added has the focus, and a label leads to its value.
    await keys.press(page.getByRole("button", { name: "Add matcher" }));
    await take("serv", /^service/);
    await take("paym", /^payments/);
    await page.getByText("1 alert of the last week", { exact: true }).waitFor();
    await keys.press(page.getByRole("button", { name: "Add matcher" }));
    await page.keyboard.type('severity!~"info|none"');
    await keys.press(page.getByRole("button", { name: "Add matcher" }));
    await page.keyboard.type("team");
    await page.keyboard.press("Tab");
    await page.keyboard.type("pay.*");
    await keys.pick(page.getByRole("combobox", { name: "Matcher 3: comparison" }), /^matches/);
    expect(await page.getByRole("textbox", { name: "Matcher 2: value" }).inputValue()).toBe("info|none");
    await keys.type(page.getByRole("textbox", { name: "People and channels" }), "");
    await take("pay r", /^Pay room/);
    await page.keyboard.type("refunds@example.com");
    await option(/^refunds@example\.com/);
    await page.keyboard.press("Enter");
    await page.getByRole("group", { name: "Destinations" }).getByText("Pay room").waitFor();
    await keys.press(page.getByRole("button", { name: "Put it before Cart" }));
    await page.getByText("2 other routes move down by that, and the order of the others stays.").waitFor();
    await page.getByText(/^Alerts with the same alertname and service are sent together: 30 s/).waitFor();
    expect(await faults(seen)).toEqual([]);
    await keys.press(page.getByRole("button", { name: "Create", exact: true }));
    await page.getByRole("heading", { name: "Refunds", level: 1 }).waitFor();

    const { data } = await act(console_, "list_alert_routes", {});
    const routes = data as { id: string; name: string; matchers: string[]; destinations: object[] }[];
    expect(routes.map(({ name }) => name)).toEqual(["Payments", "Refunds", "Cart", "Payments again"]);
    expect(routes[1]).toMatchObject({
      matchers: ['service="payments"', 'severity!~"info|none"', 'team=~"pay.*"'],
      destinations: [{ outbound_config_id: hookId }, { email: "refunds@example.com" }],
    });
    await open(`${home}/settings/alert_routes`);
    await page.getByRole("row", { name: /Refunds.*Pay room.*refunds@example\.com/ }).waitFor();
  }));

it("leaves what is stored of a route as it is written", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const matchers = ["severity=critical", 'service =~ "a|b"', 'name!=""', '"dotted.name"=x'];
    const { id } = await act(console_, "create_alert_route", {
      name: "Odd",
      matchers,
      destinations: [{ email: "odd@example.com" }],
    });
    const { updated_at: _, ...before } = await act(console_, "get_alert_route", { id });
    await open(`${home}/settings/alert_routes/${id}?view=edit`);
    expect(await page.getByRole("textbox", { name: "Matcher 2", exact: true }).inputValue()).toBe("service");
    await withKeys(page).type(page.getByRole("textbox", { name: "Name" }), "Even");
    await withKeys(page).press(page.getByRole("button", { name: "Save", exact: true }));
    await page.getByText("Saved.").waitFor();
    const { updated_at: __, ...after } = await act(console_, "get_alert_route", { id });
    expect(after).toEqual({ ...before, name: "Even" });
  }));
