/**
 * What a person sees where the service answers a call of the console with each of its "no", with nothing, or late: the
 * answer where it was asked for, and the page with all that was typed. Only the end of the own session covers it.
 */
import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type Console, patient, startConsole, typeInto, visit } from "./browser.ts";

let console_: Console;
let home: string;
let page: Page;
let complaints: readonly string[];
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  ({ page, complaints } = await visit(console_, console_.people.org_admin));
  page.on("dialog", (dialog) => void dialog.accept());
}, 600_000);
afterAll(() => console_?.close());

const message = "The kettle is empty, fill it first.";
/** Nothing came, and the "no" of the service by its status. */
const answers: readonly (readonly [status: number, error: string])[] = [
  ...([
    [401, "unauthorized"],
    [403, "forbidden"],
    [409, "conflict"],
    [412, "precondition_failed"],
  ] as const),
  ...([
    [422, "unprocessable"],
    [429, "rate_limited"],
    [500, "internal"],
    [0, "nothing"],
  ] as const),
];

/** Answers a call in its own way from now on, and says how to end that. */
async function answerWith(call: string, give: (route: Route) => unknown): Promise<() => Promise<void>> {
  const matches = (url: URL) => url.pathname.startsWith("/api/") && url.pathname.endsWith(`/${call}`);
  const handler = (route: Route) => void give(route);
  await page.route(matches, handler);
  return () => page.unroute(matches, handler);
}

/** Each answer has words of its own, so that one is not taken for the one before. */
const wordsOf = (status: number) =>
  status === 0 ? "The service cannot be reached." : `${message} (${status})`;

function giving(status: number, error: string, body: object = {}) {
  return (route: Route) =>
    status === 0
      ? route.abort()
      : route.fulfill({
          status,
          json: { error, message: wordsOf(status), request_id: "req_kettle", ...body },
        });
}

const said = (status: number) => page.getByText(wordsOf(status)).first().waitFor();

/** The session is good, and so nothing covers the page, which stands. */
async function stands(): Promise<void> {
  expect(await page.getByText("Your session has ended").count()).toBe(0);
  expect(await page.getByText("Something went wrong on this page").count()).toBe(0);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
}

/** What each page reads, and cannot do without. */
const reading: readonly (readonly [call: string, path: () => string])[] = [
  ["get_attention", () => home],
  ["get_timeline", () => home],
  ["list_alerts", () => `${home}/alerts`],
  ["get_alert", () => `${home}/alerts/${console_.seeded.alertId}`],
  ["who_is_on_call", () => `${home}/on-call`],
  ["list_drills", () => `${home}/drills`],
  ["get_alert_flow", () => `${home}/notified`],
  ["search_rows", () => `${home}/settings/alert_routes`],
  ["get_alert_route", () => `${home}/settings/alert_routes/${console_.seeded.routeId}`],
  ["list_references", () => `${home}/settings/alert_routes/${console_.seeded.routeId}`],
  ["row_history", () => `${home}/settings/alert_routes/${console_.seeded.routeId}?view=history`],
  ["list_services", () => `${home}/services`],
  ["get_service", () => `${home}/services/checkout`],
  ["get_service_notified", () => `${home}/services/checkout`],
  ["resolve_deploy_gate", () => `${home}/services/checkout`],
  ["get_slo", () => `${home}/settings/slos/${console_.seeded.sloId}`],
  ["get_figures", () => `${home}/settings/slos/${console_.seeded.sloId}`],
  ["get_organization_settings", () => `${home}/settings/organization_settings`],
  ["members", () => `${home}/members`],
  ["sso", () => `${home}/sign-in`],
  ["list_audit_log", () => `${home}/changes`],
  ["list_plans", () => `${home}/plans`],
  ["get_plan", () => `${home}/plans/${console_.seeded.planId}`],
  ["ways", () => "/account/ways"],
];

describe("a page that is answered", () => {
  // Each call has another answer first, and is then asked for again with the next one.
  it.each(reading)("otherwise by %s says so, and shows the rest", async (call, path) => {
    const first = reading.findIndex(([one]) => one === call);
    const [status, error] = answers[first % answers.length] ?? [0, ""];
    const stop = await answerWith(call, giving(status, error));
    await page.goto(`${console_.origin}${path()}`);
    await said(status);
    await stands();
    expect(await page.getByText(/All is well|No open alerts|Nothing was changed/).count()).toBe(0);
    await stop();
  });

  // What is read on the side: its place is empty, and the page says that it is not because nothing is there.
  it.each([
    ["get_activity", () => `${home}/organization`],
    ["list_figures", () => `${home}/settings/slos`],
    ["row_counts", () => `${home}/set-up`],
  ] as const)("by nothing to %s says that a part is missing, until it is there", async (call, path) => {
    const stop = await answerWith(call, giving(500, "internal"));
    await page.goto(`${console_.origin}${path()}`);
    const missing = page.getByText(/^A part of this page could not be read/);
    await missing.waitFor();
    await stands();
    await stop();
    // By itself, or sooner with the button next to it.
    await missing.waitFor({ state: "detached" });
  });

  it("late says nothing wrong meanwhile", async () => {
    for (const call of ["get_attention", "list_alerts", "list_audit_log"]) {
      const held: Route[] = [];
      const stop = await answerWith(call, (route) => held.push(route));
      const [, path] = reading.find(([one]) => one === call) ?? ["", () => home];
      await page.goto(`${console_.origin}${path()}`);
      await until(() => held.length > 0);
      expect(await page.getByText(/All is well|No open alerts|Nothing was changed/).count()).toBe(0);
      expect(await page.getByRole("alert").count()).toBe(0);
      await stop();
      // A page that is left takes its calls back.
      for (const route of held) await route.abort().catch(() => {});
    }
  });
});

const press = async (name: string | RegExp) => {
  const button = page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
  await button.first().focus();
  await page.keyboard.press("Enter");
};
const typed = "Typed by hand";
const nameField = () => page.locator('input[data-path="name"]');
const keepsName = async () => expect(await nameField().inputValue()).toBe(typed);

interface Act {
  readonly name: string;
  readonly path: () => string;
  /** The end of the address that it calls. */
  readonly call: string;
  /** Done once: fills in what is sent. */
  readonly begin?: () => Promise<void>;
  readonly send: () => Promise<void>;
  /** What has to be there afterwards, whatever the answer. */
  readonly kept?: () => Promise<void>;
  /** Of a status that has a dialog of its own here. */
  readonly without?: readonly number[];
}

const acts: readonly Act[] = [
  {
    name: "a new row",
    path: () => `${home}/new/teams`,
    call: "create_team",
    begin: () => typeInto(nameField(), typed),
    send: () => press("Create"),
    kept: keepsName,
  },
  {
    name: "a change of a row",
    path: () => `${home}/settings/teams/${console_.seeded.teamId}?view=edit`,
    call: "update_team",
    begin: () => typeInto(nameField(), typed),
    send: () => press("Save"),
    kept: keepsName,
    // It opens the comparison of both.
    without: [412],
  },
  {
    name: "an alert that is taken",
    path: () => `${home}/alerts/${console_.seeded.alertId}`,
    call: "acknowledge_alert",
    send: () => press(/^Acknowledge/),
  },
  {
    name: "a mute by a sentence",
    path: () => `${home}/keys`,
    call: "create_alert_mute",
    async begin() {
      await page.getByRole("button", { name: /^Find anything/ }).waitFor();
      await page.keyboard.press("ControlOrMeta+k");
      await page.keyboard.type("mute checkout until tomorrow 9:00");
      await page.getByRole("option", { name: /^Mute checkout until/, selected: true }).waitFor();
      await page.keyboard.press("Enter");
    },
    send: () => press("Mute"),
  },
  {
    name: "a name of one's own",
    path: () => "/account",
    call: "account",
    begin: () => typeInto(page.getByLabel("Name"), typed),
    send: () => press("Save"),
    kept: async () => expect(await page.getByLabel("Name").inputValue()).toBe(typed),
  },
];

describe("an act", () => {
  it.each(acts)("that is refused: $name", async ({ path, call, begin, send, kept, without = [] }) => {
    await page.goto(`${console_.origin}${path()}`);
    await begin?.();
    for (const [status, error] of answers) {
      if (without.includes(status)) continue;
      const stop = await answerWith(call, (route) =>
        route.request().method() === "GET" ? route.continue() : giving(status, error)(route),
      );
      await send();
      await said(status);
      await stands();
      await kept?.();
      await stop();
    }
  });
});

describe("the end of a session", () => {
  it("is no failed test of a sign-in: the provider's no stands where it was asked for", async () => {
    const words = "https://idp.example refuses the connection. Check the issuer.";
    const stop = await answerWith("sso/test", (route) =>
      route.fulfill({ status: 401, json: { error: "unauthorized", message: words, field: "issuer" } }),
    );
    await page.goto(`${console_.origin}${home}/sign-in?test=ssotest_1`);
    await page.getByText(words).first().waitFor();
    await stands();
    await stop();
  });

  it("covers the page, and nothing else does", async () => {
    const person = await console_.site.makeMember(console_.organization.id, "member", "gone@example.com");
    const other = await visit(console_, person);
    await other.open(`${home}/alerts/${console_.seeded.alertId}`);
    await person.send("DELETE", "session");
    await other.page.getByRole("button", { name: /^Acknowledge/ }).focus();
    await other.page.keyboard.press("Enter");
    await other.page.getByText("Your session has ended").waitFor();
    await other.context.close();
  });
});

it("a conflict names who saved first and when, and only what differs", async () => {
  const abe = await console_.site.makeMember(console_.organization.id, "org_admin", "abe@example.com");
  const { teamId } = console_.seeded;
  await page.goto(`${console_.origin}${home}/settings/teams/${teamId}?view=edit`);
  await typeInto(nameField(), typed);
  const { status } = await abe.send(
    "POST",
    `organizations/${console_.organization.slug}/actions/update_team`,
    {
      body: { id: teamId, name: "Saved by another" },
    },
  );
  expect(status).toBe(200);
  await press("Save");
  const dialog = page.getByRole("dialog", { name: /^Somebody else changed this/ });
  await expect
    .poll(() => dialog.textContent(), patient)
    .toMatch(/abe@example\.com saved it (just now|\d+ \w+ ago)\./);
  await expect.poll(() => dialog.getByRole("rowheader").allTextContents(), patient).toEqual(["Name"]);
});

it("and the browser has nothing to complain about", () =>
  expect(complaints.filter((one) => !one.includes("ERR_FAILED"))).toEqual([]));
