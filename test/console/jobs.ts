/** Eight jobs that people come to the console for, each from Now, by keys, by mouse, or by thumb. */
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { credentials } from "../support/receivers.ts";
import type { Hands } from "./hands.ts";
import { act } from "./people.ts";
import type { Scene } from "./tasks.ts";

export type Way = "keys" | "mouse" | "thumb";

/** Presses, and fields that are filled in. */
type Acts = number;

export interface Job {
  readonly title: string;
  /** What it takes, as docs/console.md says. */
  readonly acts: Readonly<Record<Way, Acts>>;
  /** What is there before. */
  prepare?(scene: Scene, name: string): Promise<void>;
  /** Where it begins: by the palette, or by what is pressed from Now on. */
  readonly begin: { readonly typed: (name: string) => string; readonly option?: (name: string) => RegExp };
  readonly pressed: (page: Page, name: string) => readonly ReturnType<Page["locator"]>[];
  run(page: Page, hands: Hands, name: string, scene: Scene): Promise<void>;
  /** Asks the service whether it is done. */
  check(page: Page, name: string, scene: Scene): Promise<void>;
}

type Row = Readonly<Record<string, unknown>> & { readonly id: string };

async function rowOf({ console_ }: Scene, action: string, holds: (row: Row) => boolean): Promise<Row> {
  const { data } = await act(console_, action, {});
  const found = (data as Row[]).find(holds);
  if (found === undefined) throw new Error(`${action} answers no such row`);
  return found;
}

const entry = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: new RegExp(`^${name}`) });
const link = (page: Page, name: string | RegExp) =>
  page.locator("main").getByRole("link", typeof name === "string" ? { name, exact: true } : { name });
const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
const template = (page: Page, name: string) =>
  page.getByRole("group", { name: "Templates" }).getByRole("button", { name });

const incident: Job = {
  title: "New incident",
  acts: { keys: 3, mouse: 5, thumb: 6 },
  begin: { typed: () => "New status page incident" },
  pressed: (page) => [entry(page, "Incidents"), link(page, "New incident")],
  async run(page, { type, press }, name) {
    await type(page.getByLabel("Title"), name);
    await press(template(page, "Investigating"));
    await press(button(page, /^(Save|Publish)\b/));
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  },
  async check(_, name, scene) {
    const row = await rowOf(scene, "list_status_page_incidents", ({ title }) => title === name);
    expect(row).toMatchObject({ status: "investigating", draft: false });
  },
};

const update: Job = {
  title: "Post an update",
  acts: { keys: 2, mouse: 4, thumb: 5 },
  async prepare({ console_ }, name) {
    await act(console_, "create_status_page_incident", { title: name, body: "We are looking into it." });
  },
  begin: { typed: (name) => `Post an update on ${name}` },
  pressed: (page, name) => [entry(page, "Incidents"), link(page, name)],
  async run(page, { press }) {
    await press(template(page, "Identified"));
    await press(button(page, /^(Save|Post update)\b/));
    await page.getByRole("region", { name: "Updates" }).getByRole("listitem").nth(1).waitFor();
  },
  async check(_, name, scene) {
    const row = await rowOf(scene, "list_status_page_incidents", ({ title }) => title === name);
    expect(row).toMatchObject({ status: "identified" });
  },
};

const maintenance: Job = {
  title: "Plan a maintenance",
  acts: { keys: 5, mouse: 7, thumb: 8 },
  begin: { typed: () => "Plan maintenance" },
  pressed: (page) => [entry(page, "Incidents"), link(page, "Plan maintenance")],
  async run(page, { type, press }, name) {
    await type(page.getByLabel("Title"), name);
    await type(page.getByRole("textbox", { name: "Scheduled for" }), "tomorrow 22:00");
    await press(button(page, "For 2 h"));
    await press(template(page, "Scheduled"));
    await press(button(page, /^(Save|Publish)\b/));
    await page.getByRole("heading", { name, level: 1 }).waitFor();
  },
  async check(_, name, scene) {
    const row = await rowOf(scene, "list_status_page_incidents", ({ title }) => title === name);
    expect(row).toMatchObject({ status: "scheduled", impact: "maintenance" });
    const [from, until] = [Date.parse(String(row.scheduled_for)), Date.parse(String(row.scheduled_until))];
    expect(until - from).toBe(2 * 3_600_000);
    const clock = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
    expect(clock.format(from)).toBe("22:00");
  },
};

const prove: Job = {
  title: "Prove a route",
  acts: { keys: 1, mouse: 3, thumb: 4 },
  async prepare({ console_, receivers }, name) {
    const url = `${receivers.url}/services/${credentials.slack}`;
    const target = await act(console_, "create_outbound_config", { name, kind: "slack", secret: url });
    const destinations = [{ outbound_config_id: target.id }];
    await act(console_, "create_alert_route", {
      name,
      // Before all others: what another job moved in takes every alert.
      position: -900,
      matchers: [`team="${name}"`],
      destinations,
    });
  },
  begin: { typed: () => "prove a route", option: () => /^Drills/ },
  pressed: (page) => [entry(page, "Set-up"), link(page, /^Drills/)],
  async run(page, { press }, name) {
    await press(button(page, `Start a drill of ${name}`));
    await page
      .getByRole("row", { name: new RegExp(`^${name} `) })
      .getByText(/^Proved, (just now|\d+ min ago)/)
      .waitFor();
  },
  async check(_, name, scene) {
    const row = await rowOf(scene, "list_alert_routes", (one) => one.name === name);
    expect(row).toMatchObject({ last_proved_at: expect.any(String) });
  },
};

const invite: Job = {
  title: "Invite somebody",
  acts: { keys: 3, mouse: 6, thumb: 7 },
  begin: { typed: () => "Invite a member" },
  pressed: (page) => [entry(page, "Organization"), link(page, /^Members/), button(page, "Add a member")],
  async run(page, { type, press }, name) {
    const email = `${name}@example.com`;
    const dialog = page.getByRole("dialog", { name: "Add a member" });
    await type(dialog.getByLabel("Email"), email);
    await press(dialog.getByRole("button", { name: "Add member" }));
    const invited = page.getByRole("dialog", { name: `${email} is invited` });
    await press(invited.getByRole("button", { name: "Copy and close" }));
    await page.getByText(email).first().waitFor();
  },
  async check(page, name, { console_ }) {
    const link = String(await page.evaluate("navigator.clipboard.readText()"));
    const token = new URL(link).pathname.split("/").pop();
    const invitation = await console_.test.send("GET", `/api/v1/invitations/${token}`);
    expect(invitation.body).toMatchObject({ email: `${name}@example.com`, role: "member" });
  },
};

const key: Job = {
  title: "Make a key for Terraform",
  acts: { keys: 3, mouse: 7, thumb: 8 },
  begin: { typed: () => "New API key" },
  pressed: (page) => [entry(page, "Organization"), link(page, /^API keys/), button(page, "New API key")],
  async run(page, { type, press }, name) {
    const dialog = page.getByRole("dialog", { name: "New API key" });
    await press(dialog.getByRole("radio", { name: "Terraform, Git or a script" }));
    await type(dialog.getByLabel("Name"), name);
    await press(dialog.getByRole("button", { name: "Create key" }));
    const made = page.getByRole("dialog", { name: `The key ${name} was created` });
    await press(made.getByRole("button", { name: "Copy and close" }));
    await page.getByText(name, { exact: true }).first().waitFor();
  },
  async check(page, _, { console_ }) {
    const headers = { authorization: `Bearer ${await page.evaluate("navigator.clipboard.readText()")}` };
    const answer = await console_.test.send("POST", "/api/v1/config/teams", { headers, body: {} });
    // It may change rows: what is wrong is the row.
    expect(answer.status).toBe(422);
  },
};

const prometheus: Job = {
  title: "Connect a Prometheus",
  acts: { keys: 2, mouse: 4, thumb: 5 },
  begin: { typed: () => "connect prometheus", option: () => /^Your Prometheus/ },
  pressed: (page) => [entry(page, "Set-up"), link(page, /^Your Prometheus/)],
  async run(page, { type, press }, name, scene) {
    await type(page.getByLabel("Address"), `${scene.prometheus.url}/${name}`);
    await press(button(page, "Connect and test"));
    await page.getByText("It works", { exact: true }).waitFor();
  },
  async check(_, name, scene) {
    const url = `${scene.prometheus.url}/${name}`;
    const source = await rowOf(scene, "list_data_sources", (row) => row.url === url);
    expect(source).toMatchObject({ type: "prometheus", health_status: "healthy" });
  },
};

const moveIn: Job = {
  title: "Move in from an Alertmanager",
  acts: { keys: 4, mouse: 6, thumb: 7 },
  begin: { typed: () => "Move in" },
  pressed: (page) => [entry(page, "Organization"), link(page, /^Move in/)],
  async run(page, { type, press }, name) {
    // Flow style: the box indents what is typed line by line.
    const configuration = `{route: {receiver: ${name}}, receivers: [{name: ${name}, webhook_configs: [{url: "https://chat.example.com/${name}"}]}]}`;
    await type(page.getByLabel("Or paste it"), configuration);
    await press(button(page, "Show what it becomes"));
    const plan = page.getByRole("region", { name: "What it becomes" }).getByRole("button", { name: "Plan" });
    // It is proved first, which is work for a busy machine.
    await plan.waitFor({ timeout: 300_000 });
    await press(plan);
    await page.waitForURL(/\/plans\/plan_/);
    await press(button(page, "Apply"));
    await page.getByRole("heading", { name: /^Plan: .*created/, level: 1 }).waitFor();
  },
  async check(_, name, scene) {
    await rowOf(scene, "list_outbound_configs", (row) => String(row.name).includes(name));
  },
};

export const jobs: readonly Job[] = [incident, update, maintenance, prove, invite, key, prometheus, moveIn];
