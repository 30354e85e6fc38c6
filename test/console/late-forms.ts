/** The forms whose calls come late: where each is, how keys fill it in, and what it sends. */
import type { Page } from "playwright-core";
import { dayText, minuteText } from "../../src/kernel/readable.ts";
import { dayAt } from "../../src/kernel/time-zone.ts";
import { typeInto, unfold } from "./browser.ts";

/** Hours before and after the clocks of the browser: neither is UTC. */
export const zone = "Asia/Karachi";
export const ownZone = "America/Halifax";
/** Of a rota: neither of them. */
export const rotaZone = "Pacific/Auckland";

/** Rows that forms are about, by the names that their addresses have. */
export type Ids = Readonly<Record<"rota" | "alert" | "route" | "component" | "maintenance", string>>;

export interface Form {
  readonly name: string;
  /** Below the organization's address, with rows as `:alert`. */
  readonly path: string;
  /** Fills it in by keys, and sends it. @returns what it said, where it is gone before anything is sent */
  readonly send: (page: Page) => Promise<unknown>;
  /** The action that sends it. */
  readonly by: RegExp;
  /** Where times are on other clocks than the organization's: how these are named there. */
  readonly place?: string;
  /** How a moment stands on the page; a minute of the clocks of the zone where left out. */
  readonly says?: (moment: string) => string;
  /** Of very many calls, those that are about what it sends. */
  readonly holds?: RegExp;
  /** What stands in what is sent besides times. */
  readonly sends?: RegExp;
  /** The moments that are sent; how many of them at least, where they depend on when the form is opened. */
  readonly times: readonly string[] | number;
}

const press = async (page: Page, name: string | RegExp) => {
  const button = page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) });
  await button.focus();
  await page.keyboard.press("Enter");
};
const box = (page: Page, path: string) => page.locator(`[data-path="${path}"]`);

/** The form of a kind: texts by field, and then times as people write them. */
function formOf(
  [name, kind, action]: readonly [string, string, string],
  texts: Readonly<Record<string, string>>,
  times: Readonly<Record<string, readonly [string, string]>>,
  query = "",
): Form {
  return {
    name,
    path: `/new/${kind}${query}`,
    by: new RegExp(`^${action}$`),
    times: Object.values(times).map(([, moment]) => moment),
    async send(page) {
      for (const [path, text] of Object.entries(texts)) {
        await box(page, path).waitFor();
        await typeInto(box(page, path), text);
        await page.keyboard.press("Escape");
      }
      for (const [path, [text]] of Object.entries(times)) {
        if (!(await box(page, path).isVisible())) await unfold(page);
        await box(page, path).waitFor();
        await typeInto(box(page, path), text);
      }
      const save = page.locator("form.form button[type=submit]:enabled:not([data-loading])");
      await save.focus();
      await page.keyboard.press("Enter");
    },
  };
}

/** A sentence of the palette. */
const sentence = (name: string, text: string, by: RegExp, verb: string): Form => ({
  ...{ name, by, path: "/keys", times: ["2098-03-01T04:00:00Z"] },
  // The palette asks for the rows of every kind.
  holds: /deploy_polic|alert_mutes|services?$|settings|alerts$/,
  async send(page) {
    await page.getByRole("button", { name: /^Find anything/ }).waitFor();
    await page.keyboard.press("ControlOrMeta+k");
    await page.getByRole("combobox", { name: "Find a page, a row or an action" }).waitFor();
    await page.keyboard.type(text);
    await page.getByRole("option", { name: new RegExp(`^${verb}`) }).waitFor();
    await page.keyboard.press("Enter");
    await submit(page, new RegExp(`^${verb}`));
  },
});

/** Sends the dialog as it is filled in. */
async function submit(page: Page, name: RegExp): Promise<void> {
  const button = page.getByRole("dialog", { name }).locator("button[type=submit]:enabled");
  await button.focus();
  await page.keyboard.press("Enter");
}

const ofRota = { place: "Auckland", says: (moment: string) => minuteText(moment, rotaZone) };
const nine = ["2098-03-01 9:00", "2098-03-01T04:00:00Z"] as const;
/** A length counts from the beginning. */
const later = ["2.5 h", "2098-03-01T06:30:00Z"] as const;

export const forms: readonly Form[] = [
  formOf(
    ["a mute", "alert_mutes", "create_alert_mute"],
    { pattern: "late", reason: "The disks are replaced" },
    { until: nine },
  ),
  formOf(
    ["a correction", "slo_corrections", "create_slo_correction"],
    { reason: "The database moves", service: "checkout" },
    { starts_at: nine, ends_at: later },
  ),
  formOf(
    ["a maintenance", "status_page_incidents", "create_status_page_incident"],
    { title: "The database moves" },
    { scheduled_for: nine, scheduled_until: later },
    "?impact=maintenance&status=scheduled",
  ),
  formOf(
    ["an absence", "absences", "create_absence"],
    { email: "max@example.com" },
    { starts_at: nine, ends_at: later },
  ),
  formOf(
    ["a policy with a freeze", "deploy_policies", "create_deploy_policy"],
    { service: "parcels" },
    { freeze_until: nine },
  ),
  formOf(
    ["a heartbeat", "alert_heartbeats", "create_alert_heartbeat"],
    { name: "Nightly", every_minutes: "60" },
    { expect_from: nine },
  ),
  formOf(
    ["an incident that is over", "status_page_incidents", "create_status_page_incident"],
    { title: "The database moved" },
    {
      started_at: ["2020-03-01 9:00", "2020-03-01T04:00:00Z"],
      resolved_at: ["2020-03-01 11:30", "2020-03-01T06:30:00Z"],
    },
    "?impact=minor&status=resolved",
  ),
  formOf(
    ["an override", "on_call_overrides", "create_on_call_override"],
    { email: "max@example.com" },
    { starts_at: nine, ends_at: later },
    "?rota_id=:rota",
  ),
  {
    ...formOf(
      ["an incident of a component", "status_page_incidents", "plan_changes"],
      { title: "The cart is slow" },
      {},
      "?impact=major&status=identified&component_ids=:component",
    ),
    holds: /component|subscribers/,
    sends: /"partial_outage"/,
  },
  {
    ...{ name: "a maintenance that is done", path: "/settings/status_page_incidents/:maintenance", times: 0 },
    ...{ by: /plan_changes$/, holds: /component|mutes|subscribers|emit/, sends: /"op":"delete"/ },
    async send(page) {
      await page.getByRole("radio", { name: "Completed" }).focus();
      await page.keyboard.press("Space");
      await typeInto(page.getByRole("textbox", { name: "Message" }), "All is done.");
      const post = page.locator("form").filter({ has: page.getByRole("textbox", { name: "Message" }) });
      await post.locator("button[type=submit]:enabled").focus();
      await page.keyboard.press("Enter");
    },
  },
  {
    ...{ name: "a mute at an alert", path: "/alerts/:alert", by: /create_alert_mute$/, times: [nine[1]] },
    holds: /alert|mute|settings/,
    async send(page) {
      await press(page, /^Mute/);
      const dialog = page.getByRole("dialog", { name: /^Mute/ });
      await dialog.getByRole("radio", { name: "Until a moment" }).focus();
      await page.keyboard.press("Space");
      await typeInto(dialog.getByLabel("Ends at"), nine[0]);
      await typeInto(dialog.getByRole("textbox", { name: "Reason" }), "The disks are replaced");
      await submit(page, /^Mute/);
    },
  },
  {
    ...{ name: "a key with an end", path: "/keys", by: /\/api_keys$/, times: 1 },
    says: (moment) => dayText(dayAt(Date.parse(moment), zone)),
    async send(page) {
      await press(page, "New API key");
      await typeInto(page.getByRole("dialog", { name: /API key/ }).getByLabel("Name"), "ci");
      await submit(page, /API key/);
    },
  },
  {
    ...{ name: "a route's drills", path: "/settings/alert_routes/:route?view=edit", times: 0 },
    ...{ by: /update_alert_route$/, place: "Halifax", sends: /"time":"09:00","timezone":"America\/Halifax"/ },
    holds: /alert_routes?$|settings/,
    async send(page) {
      const at = (name: string) => box(page, `drill_schedule.${name}`);
      await page.locator("form.form").waitFor();
      if (!(await box(page, "drill_schedule").isVisible())) await unfold(page);
      const set = box(page, "drill_schedule").getByRole("button", { name: "Set" });
      await set.focus();
      await page.keyboard.press("Enter");
      await at("day").focus();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      await typeInto(at("time"), "09:00");
      await typeInto(at("timezone"), ownZone);
      await page.keyboard.press("Escape");
      await press(page, /^Save/);
    },
  },
  sentence("a freeze by a sentence", "freeze parcels until 2098-03-01 9:00", /_deploy_policy$/, "Freeze"),
  sentence("a mute by a sentence", "mute parcels until 2098-03-01 9:00", /create_alert_mute$/, "Mute"),
  {
    ...{ name: "freezes of many", path: "/settings/deploy_policies", by: /plan_changes$/, times: 1 },
    async send(page) {
      const first = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
      await first.focus();
      await page.keyboard.press("Space");
      await press(page, "Freeze");
      const said = await page.getByRole("dialog", { name: "Freeze deploys" }).textContent();
      await press(page, "Next");
      return said;
    },
  },
  {
    ...{ name: "an absence of one's own", path: "/on-call", by: /plan_changes$/, times: 2, ...ofRota },
    async send(page) {
      await press(page, "I am away");
      await submit(page, /^I am away/);
    },
  },
  ...(["Give", "Swap"] as const).map(
    (verb): Form => ({
      ...{ name: `a shift: ${verb}`, path: "/on-call", by: /take_shift$/, ...ofRota },
      times: verb === "Give" ? 1 : 3,
      async send(page) {
        const shifts = page.getByRole("region", { name: "Your shifts" });
        await shifts
          .getByRole("button", { name: new RegExp(`^${verb}: `) })
          .first()
          .focus();
        await page.keyboard.press("Enter");
        await submit(page, /Payments/);
      },
    }),
  ),
];
