/** Every dialog of the console, and how keys open it. dialogs.test.ts holds that none is missing. */
import type { Locator, Page } from "playwright-core";
import { withKeys } from "./hands.ts";
import type { Seeded } from "./seed.ts";

export interface DialogToSee {
  readonly name: string;
  /** The file of console/ that draws it. */
  readonly file: string;
  readonly path: (there: There) => string;
  /** Opens it by keys. @returns what is to have the focus when it is left */
  readonly open: (page: Page, tools: Tools) => Promise<Locator>;
  /** Of one that no key leaves, because what it shows is shown once: the button that does. */
  readonly leave?: string;
}

interface There {
  readonly home: string;
  readonly settings: string;
  readonly seeded: Seeded;
}

interface Tools {
  /** Types in the place of what stands there. */
  readonly type: (into: Locator, text: string) => Promise<void>;
  /** What somebody else does meanwhile. */
  readonly act: (action: string, body: object) => Promise<unknown>;
  readonly operatorToken: string;
  readonly seeded: Seeded;
}

/** Drawn over a page when the session ends (session-ends.browser.test.ts), or before what is grave (pages.browser.test.ts). */
export const overAll = ["parts/over-all.tsx", "pages/sign-in/page.tsx", "shell/question.tsx"];

async function press(target: Locator): Promise<Locator> {
  await target.focus();
  await target.press("Enter");
  return target;
}

const button = (name: string | RegExp) => (page: Page) =>
  press(page.getByRole("button", { name, ...(typeof name === "string" ? { exact: true } : {}) }).first());

/** By an item of a menu, whose button is left then. */
const item = (menu: string | RegExp, name: string) => async (page: Page) => {
  const opener = await button(menu)(page);
  await press(page.getByRole("menuitem", { name }));
  return opener;
};

/** With the first row of a list chosen. */
const chosen = (name: string) => async (page: Page) => {
  const box = page.getByRole("checkbox", { name: /^Select (?!all)/ }).first();
  await box.focus();
  await box.press("Space");
  return button(name)(page);
};

/** After the operator's token was given. */
const asOperator =
  (open: (page: Page) => Promise<Locator>): DialogToSee["open"] =>
  async (page, { type, operatorToken }) => {
    await type(page.getByRole("textbox", { name: "Operator token" }), operatorToken);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Organizations" }).waitFor();
    return open(page);
  };

/** With a way that nobody has verified: no message comes to it. */
async function withWay(page: Page): Promise<void> {
  const body = { kind: "ntfy", name: "Old phone", url: `https://ntfy.invalid/${Date.now()}` };
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(body) };
  await page.evaluate(`fetch("/api/v1/account/ways", ${JSON.stringify(init)})`);
  await page.reload();
  await page.getByRole("heading", { name: "Your ways" }).waitFor();
}

const alert = ({ home, seeded }: There) => `${home}/alerts/${seeded.alertId}`;
const at = (place: string) => (there: There) => `${there.home}/${place}`;
const setting = (place: string) => (there: There) => `${there.settings}/${place}`;
const team = ({ settings, seeded }: There) => `${settings}/teams/${seeded.teamId}`;
const route = ({ settings, seeded }: There) => `${settings}/alert_routes/${seeded.routeId}`;

const nameOf = (page: Page) => page.locator('input[data-path="name"]');

export const dialogs: readonly DialogToSee[] = [
  { name: "palette", file: "shell/palette.tsx", path: at("keys"), open: button(/^Find anything/) },
  ...(["Mute", "Freeze"] as const).map((name) => ({
    ...{ name: `${name} a service`, file: "shell/sentence-dialog.tsx" },
    ...{ path: at("services/checkout"), open: button(name) },
  })),
  {
    ...{ name: "test a service", file: "pages/service/actions.tsx" },
    ...{ path: at("services/checkout"), open: button("Test") },
  },
  ...(["Resolve", "Mute"] as const).map((name) => ({
    ...{ name: `${name} an alert`, path: alert, open: button(new RegExp(`^${name}`)) },
    file: name === "Mute" ? "parts/alerts/mute-dialog.tsx" : "parts/alerts/controls.tsx",
  })),
  {
    ...{ name: "post from an alert", file: "kinds/special/status-page-incidents/from-alert.tsx" },
    ...{ path: alert, open: button("Post an update") },
  },
  ...(
    [
      ["a shift", "handing-dialog", /^Give: /],
      ["a calendar's address", "subscribe-dialog", "My calendar"],
      ["to be away", "away-dialog", "I am away"],
    ] as const
  ).map(
    ([name, file, opener]): DialogToSee => ({
      ...{ name, file: `pages/on-call/${file}.tsx`, path: at("on-call") },
      async open(page, { act }) {
        await act("create_on_call_rota", {
          ...{ name, timezone: "UTC" },
          rotations: [
            {
              ...{
                name: "Always",
                turns: [{ people: ["ada@example.com"] }, { people: ["max@example.com"] }],
              },
              ...{ starts_on: "2026-01-05", handover: { every: 1, unit: "weeks" } },
            },
          ],
        });
        await page.reload();
        return button(opener)(page);
      },
    }),
  ),
  { name: "keys of an alert", file: "parts/alerts/keys.tsx", path: alert, open: button(/^Keys/) },
  { name: "code", file: "kinds/code/panel.tsx", path: team, open: item("More", "Show as code") },
  { name: "delete", file: "kinds/delete-dialog.tsx", path: team, open: item("More", "Delete") },
  {
    ...{ name: "delete from a list", file: "pages/list/table.tsx", path: setting("teams") },
    open: item(/^More for Payments/, "Delete"),
  },
  {
    ...{ name: "change many", file: "parts/plans/plan-dialog.tsx", path: setting("alert_routes") },
    open: chosen("Disable"),
  },
  {
    ...{ name: "assign a team", file: "pages/list/bulk.tsx", path: setting("slos") },
    open: chosen("Assign a team"),
  },
  {
    ...{ name: "change a field of many", file: "pages/list/change-dialog.tsx", path: setting("slos") },
    open: chosen("Change a field"),
  },
  {
    ...{ name: "freeze many", file: "kinds/special/deploy-policies/freeze-many.tsx" },
    ...{ path: setting("deploy_policies"), open: chosen("Freeze") },
  },
  {
    ...{ name: "extend or end many mutes", file: "kinds/special/alert-mutes/times-many.tsx" },
    ...{ path: setting("alert_mutes"), open: chosen("Extend or end") },
  },
  {
    ...{ name: "people of many teams", file: "kinds/special/teams/people-many.tsx" },
    ...{ path: setting("teams"), open: chosen("Add or remove a person") },
  },
  {
    ...{ name: "test many", file: "kinds/many/each.tsx" },
    ...{ path: setting("connectors"), open: chosen("Test") },
  },
  {
    ...{ name: "leave what was typed", file: "forms/leave-dialog.tsx" },
    path: (there) => `${team(there)}?view=edit`,
    async open(page, { type }) {
      await type(nameOf(page), "Plattform");
      return press(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /^Services/ }));
    },
  },
  {
    ...{ name: "another's change", file: "forms/stale-dialog.tsx" },
    path: (there) => `${team(there)}?view=edit`,
    async open(page, { type, act, seeded }) {
      await type(nameOf(page), "Mine");
      await act("update_team", { id: seeded.teamId, name: "Theirs" });
      return button("Save")(page);
    },
  },
  {
    ...{ name: "a behaviour test would fail", file: "kinds/special/behaviour-tests/failed-tests.tsx" },
    path: (there) => `${route(there)}?view=edit`,
    async open(page, { act }) {
      await act("create_behaviour_test", {
        name: "On call is mailed",
        alert: { labels: { severity: "critical", service: "checkout" } },
        expect: { notified: [{ email: "oncall@example.com" }] },
      });
      await page.getByRole("switch", { name: "Enabled" }).focus();
      await page.keyboard.press("Space");
      return button("Save")(page);
    },
  },
  {
    ...{ name: "a row in a form", file: "forms/inline/dialog.tsx", path: at("new/outbound_rules") },
    open: button("New outbound target"),
  },
  {
    ...{ name: "a larger preview", file: "kinds/special/status-page-settings/preview.tsx" },
    ...{ path: setting("status_page_settings"), open: button("Larger") },
  },
  {
    ...{ name: "an engine's file", file: "kinds/special/connectors/engine.tsx" },
    path: ({ settings, seeded }) => `${settings}/connectors/${seeded.engineId}`,
    open: button(/\.yml/),
  },
  {
    ...{ name: "a value that is shown once", file: "parts/one-time-secret.tsx" },
    path: ({ settings, seeded }) => `${settings}/connectors/${seeded.engineId}`,
    ...{ open: button("New agent key"), leave: "I have copied it" },
  },
  {
    ...{ name: "decide on a proposal", file: "pages/proposal/decide-dialog.tsx", open: button("Approve") },
    path: ({ home, seeded }) => `${home}/proposals/${seeded.proposalId}`,
  },
  {
    ...{ name: "propose", file: "parts/proposals/propose-dialog.tsx", path: at("new/certificate_monitors") },
    async open(page, { type, act }) {
      const name = `Monitors are looked at ${Date.now()}`;
      await act("create_change_policy", { name, kinds: ["certificate_monitors"], by: "org_admin" });
      await page.reload();
      await type(page.locator('input[data-path="hostname"]'), "held.example.com");
      return button("Propose")(page);
    },
  },
  { name: "rotate", file: "parts/rotate.tsx", path: setting("aws_external_id"), open: button("Rotate…") },
  { name: "a new key", file: "pages/keys/new-key.tsx", path: at("keys"), open: button("New API key") },
  { name: "rotate a key", file: "pages/keys/rotate.tsx", path: at("keys"), open: button(/^Rotate /) },
  { name: "revoke a key", file: "parts/revoke-dialog.tsx", path: at("keys"), open: button(/^Revoke /) },
  { name: "a member", file: "pages/members/joining.tsx", path: at("members"), open: button("Add a member") },
  {
    ...{ name: "a link to a new password", file: "pages/members/safety.tsx", path: at("members") },
    open: item(/^More about/, "Send a link to a new password…"),
  },
  {
    ...{ name: "one's own role", file: "pages/members/page.tsx", path: at("members") },
    async open(page) {
      const role = page.getByRole("combobox", { name: "Role of ada@example.com" });
      await withKeys(page).pick(role, "Viewer");
      return role;
    },
  },
  {
    ...{ name: "a new organization", file: "pages/operator/new-dialog.tsx", path: () => "/operator" },
    open: asOperator(button("New organization")),
  },
  {
    ...{ name: "quotas of plans", file: "pages/operator/quota-dialogs.tsx", path: () => "/operator" },
    open: asOperator(button("Plans")),
  },
  {
    ...{ name: "suspend an organization", file: "pages/operator/dialogs.tsx", path: () => "/operator" },
    open: asOperator(item("Actions on Acme", "Suspend…")),
  },
  {
    ...{ name: "a SCIM token", file: "pages/sso/provisioning.tsx" },
    ...{ path: at("sign-in"), open: button("New SCIM token") },
  },
  {
    ...{ name: "a personal token", file: "pages/tokens/page.tsx" },
    ...{ path: () => "/account/tokens", open: button("New access token") },
  },
  ...(
    [
      ["Add a way", "add-way", button("Add ntfy")],
      ["Enter a code", "code-dialog", button("Enter the code of Old phone")],
      ["Remove a way", "remove-dialogs", button("Remove Old phone")],
      ["Remove all ways", "remove-dialogs", button("Lost a phone? Remove all ways")],
    ] as const
  ).map(([name, file, open]) => ({
    ...{ name, file: `pages/ways/${file}.tsx`, path: () => "/account/ways" },
    open: (page: Page) => withWay(page).then(() => open(page)),
  })),
  {
    ...{ name: "an app for codes", file: "pages/security/add-app.tsx" },
    ...{ path: () => "/account/security", open: button("Add an app") },
  },
  {
    ...{ name: "a passkey", file: "pages/security/add-passkey.tsx" },
    ...{ path: () => "/account/security", open: button("Add a passkey") },
  },
];

/** A second factor is needed first: second-factors.browser.test.ts. */
export const ofSecondFactors = ["pages/security/factors.tsx"];
