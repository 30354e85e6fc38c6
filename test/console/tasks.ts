/** Ten tasks that people come to the console for, each from Now, by what the pages show. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { credentials, type Receivers, startReceivers } from "../support/receivers.ts";
import { goodPassword } from "../support/sign-in.ts";
import type { Console } from "./browser.ts";
import type { Hands } from "./hands.ts";
import { act } from "./people.ts";
import { type StandIn, startStandIn } from "./prometheus-stand-in.ts";

export interface Task {
  readonly title: string;
  /** What it takes, as hands.ts counts, an Enter in a field among it; docs/console.md repeats it. */
  readonly clicks: number;
  /** No more than that, whatever the pages become. */
  readonly most: number;
  /** Begins at the page for signing in. A password that is typed ends with an Enter, which is the one that is not counted. */
  readonly signedOut?: true;
  /** What was there before. */
  prepare?(scene: Scene): Promise<void>;
  /** Does it. `name` is new in every run. */
  run(page: Page, hands: Hands, name: string, scene: Scene): Promise<void>;
  /** Asks the service whether it is done. */
  check(page: Page, name: string, scene: Scene): Promise<void>;
}

/** The service, and what stands in for the systems next to it. */
export interface Scene {
  readonly console_: Console;
  readonly prometheus: StandIn;
  /** Answers as Slack does, and refuses what Slack would. */
  readonly receivers: Receivers;
}

export async function makeScene(console_: Console): Promise<Scene & { close(): Promise<void> }> {
  const [prometheus, receivers] = await Promise.all([startStandIn(), startReceivers()]);
  return {
    console_,
    prometheus,
    receivers,
    async close() {
      await Promise.all([prometheus.close(), receivers.close()]);
    },
  };
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

async function rowOf({ console_ }: Scene, action: string, holds: (row: Row) => boolean): Promise<Row> {
  const { data } = await act(console_, action, {});
  const found = (data as Row[]).find(holds);
  if (found === undefined) throw new Error(`${action} answers no such row`);
  return found;
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });
const region = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });

/** An Enter in the field that has the focus. */
const enter = (page: Page) => page.keyboard.press("Enter");

const signIn: Task = {
  title: "Sign in",
  clicks: 0,
  most: 0,
  signedOut: true,
  async run(page, { type }) {
    await type(page.getByLabel("Email"), "ada@example.com");
    await type(page.getByRole("textbox", { name: "Password" }), goodPassword);
    await enter(page);
    await page.getByRole("navigation", { name: "Pages" }).waitFor();
  },
  async check(page, _, { console_: { origin } }) {
    const answer = await page.context().request.get(`${origin}/api/v1/session`);
    expect(await answer.json()).toMatchObject({ user: { email: "ada@example.com" } });
  },
};

const connect: Task = {
  title: "Connect a Prometheus, and test its connector",
  clicks: 4,
  most: 6,
  async run(page, { go, press, type }, name, { prometheus }) {
    await go("New connector");
    await press(page.getByRole("link", { name: "Prometheus", exact: true }));
    await type(page.getByLabel("Address"), `${prometheus.url}/${name}`);
    await enter(page);
    await page.getByText("It works", { exact: true }).waitFor();
    await press(
      page
        .locator("main")
        .getByRole("link", { name: /^Prometheus/ })
        .last(),
    );
    await press(button(page, "Test the connection"));
    await page.getByText("It works", { exact: true }).waitFor();
  },
  async check(_, name, scene) {
    const url = `${scene.prometheus.url}/${name}`;
    const source = await rowOf(scene, "list_data_sources", (row) => row.url === url);
    expect(source).toMatchObject({ type: "prometheus", health_status: "healthy" });
    const connector = await act(scene.console_, "get_connector", { id: source.connector_id });
    expect(connector).toMatchObject({
      connector_type: "prometheus",
      config_set: true,
      health_status: "healthy",
    });
  },
};

const objective: Task = {
  title: "An SLO from nothing to its budget: with its SLI and its data source",
  clicks: 9,
  most: 12,
  async run(page, { go, press, type, pick }, name, { prometheus }) {
    await go("New SLO");
    await type(page.getByLabel("Name"), name);
    await type(page.getByRole("combobox", { name: "Service" }), name);
    await press(button(page, "New SLI"));
    const sli = dialog(page, "New SLI");
    await type(sli.getByLabel("Name"), "Good requests");
    await press(sli.getByRole("button", { name: "New data source" }));
    const source = dialog(page, "New data source");
    await press(source.getByRole("button", { name: "Prometheus", exact: true }));
    await type(source.getByLabel("Address"), prometheus.url);
    await enter(page);
    await source.waitFor({ state: "detached" });
    await pick(sli.getByRole("combobox", { name: "Kind" }), "Ratio");
    await type(sli.getByLabel("Good query"), "sum(rate(good[5m]))");
    await type(sli.getByLabel("Total query"), "sum(rate(all[5m]))");
    await press(sli.getByRole("button", { name: "Create" }));
    await sli.waitFor({ state: "detached" });
    await press(page.getByRole("button", { name: "99.5%" }));
    await press(button(page, "Create"));
    await page.getByRole("heading", { name: new RegExp(name) }).waitFor();
    // A tenth of what it answers is bad, and half of a percent may be.
    await page.getByText(/^Overspent by 1,900%/).waitFor();
  },
  async check(_, name, scene) {
    const slo = await rowOf(scene, "list_slos", (row) => row.name === name);
    expect(slo).toMatchObject({ service: name, target_percent: 99.5 });
    const sli = await act(scene.console_, "get_sli", { id: slo.sli_id });
    expect(sli).toMatchObject({ name: "Good requests", service: name });
    const source = await act(scene.console_, "get_data_source", { id: sli.data_source_id });
    expect(source).toMatchObject({ url: scene.prometheus.url, health_status: "healthy" });
    const connector = await act(scene.console_, "get_connector", { id: source.connector_id });
    expect(connector).toMatchObject({ name: source.name, connector_type: "prometheus" });
  },
};

const route: Task = {
  title: "Route a team to Slack, and prove it",
  clicks: 1,
  most: 8,
  async run(page, { go, type }, name, { receivers }) {
    await go("Send a team's alerts to Slack or a pager");
    await type(page.getByRole("combobox", { name: "Team" }), name);
    await type(page.getByLabel("Webhook URL"), `${receivers.url}/services/${credentials.slack}`);
    await enter(page);
    const drill = region(page, "Drill");
    await drill.getByText("Proved", { exact: true }).waitFor();
    await drill.getByText(`${name} to Slack took it.`).waitFor();
  },
  async check(_, name, scene) {
    const { faults, received } = scene.receivers;
    expect(faults).toEqual([]);
    // Of the end of a drill there may be a message as well.
    const [sent] = received.filter(({ body }) => JSON.stringify(body).includes(name));
    expect([sent?.status, sent?.body.text]).toEqual([200, expect.stringContaining("DRILL: ")]);
    const team = await rowOf(scene, "list_teams", (row) => row.name === name);
    const target = await rowOf(scene, "list_outbound_configs", (row) => row.name === `${name} to Slack`);
    const row = await rowOf(scene, "list_alert_routes", (one) => one.owning_team_id === team.id);
    expect(row).toMatchObject({
      matchers: [`team="${name}"`],
      destinations: [{ outbound_config_id: target.id }],
      last_proved_at: expect.any(String),
    });
  },
};

const mute: Task = {
  title: "Mute a service for the night",
  clicks: 1,
  most: 2,
  async run(page, { go, press }) {
    await go("mute search until tomorrow 9:00", /^Mute search until .* 09:00 \(Europe\/Berlin\)/);
    const preview = dialog(page, /^Mute search until/);
    await preview.getByText(/^It mutes \d+ open alerts?$/).waitFor();
    await press(preview.getByRole("button", { name: "Mute", exact: true }));
    await preview.waitFor({ state: "detached" });
  },
  async check(_, __, scene) {
    const { id, ...row } = await rowOf(scene, "list_alert_mutes", ({ reason }) =>
      String(reason).startsWith("mute search"),
    );
    expect(row).toMatchObject({ matchers: ['service="search"'], active: true });
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
    const end = Date.parse(String(row.expires_at));
    // It lasts whole minutes from when it was opened.
    expect(["08:59", "09:00"]).toContain(clock.format(new Date(end)));
    await act(scene.console_, "delete_alert_mute", { id, confirm: true });
  },
};

const incident: Task = {
  title: "Open an incident, update it, and resolve it",
  clicks: 6,
  most: 6,
  async run(page, { go, press, type }, name) {
    const template = (text: string) =>
      page.getByRole("group", { name: "Templates" }).getByRole("button", { name: text });
    await go("New status page incident");
    await type(page.getByLabel("Title"), name);
    await press(template("Investigating"));
    await press(page.getByRole("button", { name: /^(Save|Publish)\b/ }));
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    const updates = region(page, "Updates").getByRole("listitem");
    for (const [index, state] of ["Identified", "Resolved"].entries()) {
      await press(template(state));
      await press(page.getByRole("button", { name: /^(Save|Post update)\b/ }));
      await updates.nth(index + 1).waitFor();
    }
  },
  async check(_, name, scene) {
    const row = await rowOf(scene, "list_status_page_incidents", ({ title }) => title === name);
    const states = (row.updates as { status: string }[]).map(({ status }) => status);
    expect([row.status, states]).toEqual(["resolved", ["investigating", "identified", "resolved"]]);
  },
};

const restore: Task = {
  title: "Find out who changed an SLO's target, and put it back",
  clicks: 4,
  most: 4,
  async prepare({ console_ }) {
    await act(console_, "update_slo", { id: console_.seeded.sloId, target_percent: 97 });
  },
  async run(page, { press }) {
    const line = region(page, "What changed").getByRole("listitem").filter({ hasText: "97%" }).first();
    await press(line.getByRole("link", { name: /Checkout availability/ }));
    await press(page.getByRole("tab", { name: "History" }));
    const versions = page.getByRole("article");
    await versions.first().getByText("ada@example.com").waitFor();
    await press(versions.nth(1).getByRole("button", { name: /^Restore/ }));
    const plan = dialog(page, /^Restore /);
    await press(plan.getByRole("button", { name: "Restore", exact: true }));
    await plan.waitFor({ state: "detached" });
  },
  async check(_, __, { console_ }) {
    const { target_percent } = await act(console_, "get_slo", { id: console_.seeded.sloId });
    expect(target_percent).toBe(99.9);
  },
};

const invite: Task = {
  title: "Invite a member, and make an API key for CI",
  clicks: 4,
  most: 4,
  async run(page, { go, press, type }, name) {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await go("Invite a member");
    await type(dialog(page, "Add a member").getByLabel("Email"), `${name}@example.com`);
    await enter(page);
    const invited = dialog(page, `${name}@example.com is invited`);
    await press(invited.getByRole("button", { name: "Copy and close" }));
    await invited.waitFor({ state: "detached" });
    const link = await copied(page);
    await go("New API key");
    await type(dialog(page, "New API key").getByLabel("Name"), name);
    await enter(page);
    await press(dialog(page, `The key ${name} was created`).getByRole("button", { name: "Copy and close" }));
    await page.getByRole("row", { name: new RegExp(`^${name} `) }).waitFor();
    links.set(name, link);
  },
  async check(page, name, { console_: { test } }) {
    const token = new URL(links.get(name) ?? "").pathname.split("/").pop();
    const invitation = await test.send("GET", `/api/v1/invitations/${token}`);
    expect(invitation.body).toMatchObject({ email: `${name}@example.com`, role: "member" });
    const headers = { authorization: `Bearer ${await copied(page)}` };
    const statusOf = async (method: "GET" | "POST") =>
      (
        await test.send(method, "/api/v1/config/teams", {
          headers,
          ...(method === "POST" ? { body: {} } : {}),
        })
      ).status;
    // It begins with what can do least.
    expect([await statusOf("GET"), await statusOf("POST")]).toEqual([200, 403]);
  },
};

/** What was copied of an invitation, by the run's name. */
const links = new Map<string, string>();
const copied = (page: Page) => page.evaluate("navigator.clipboard.readText()") as Promise<string>;

const review: Task = {
  title: "Review a plan, and apply it",
  clicks: 2,
  most: 3,
  async prepare({ console_ }) {
    const { data } = await act(console_, "list_teams", {});
    const bundle = { teams: [{ name: `Crew ${(data as Row[]).length}` }] };
    await act(console_, "plan_changes", { bundle });
  },
  async run(page, { go, press }) {
    await go("Plans");
    await press(page.locator("main").getByRole("link", { name: "1 to create", exact: true }).first());
    await page.getByRole("heading", { name: "Plan: 1 to create", level: 1 }).waitFor();
    await region(page, "Teams").getByText(/^Crew/).first().waitFor();
    await press(button(page, "Apply"));
    await page.getByRole("heading", { name: "Plan: 1 created", level: 1 }).waitFor();
  },
  async check(page, _, scene) {
    const id = new URL(page.url()).pathname.split("/").pop();
    const { status, changes } = await act(scene.console_, "get_plan", { id });
    expect(status).toBe("applied");
    await rowOf(scene, "list_teams", (row) => row.id === changes[0].id);
  },
};

const blocked: Task = {
  title: "Find out why a deploy is held",
  clicks: 1,
  most: 1,
  async prepare({ console_ }) {
    // Critical alerts that nobody took come before gates.
    const { data } = await act(console_, "list_alerts", { status: "open" });
    for (const { id } of data as Row[]) await act(console_, "acknowledge_alert", { id });
  },
  async run(page, { press }) {
    await press(page.getByRole("link", { name: "See the reasons: checkout" }));
    await page
      .getByText(/has 4\.2% of its error budget left/)
      .first()
      .waitFor();
  },
  async check(_, __, { console_ }) {
    const { allowed, reasons } = await act(console_, "resolve_deploy_gate", { service: "checkout" });
    const why = (reasons as { holds: boolean; message: string }[]).find(({ holds }) => holds);
    expect([allowed, why?.message]).toEqual([false, expect.stringMatching(/4\.2/)]);
  },
};

export const tasks: readonly Task[] = [
  signIn,
  connect,
  objective,
  route,
  mute,
  incident,
  restore,
  invite,
  review,
  blocked,
];
