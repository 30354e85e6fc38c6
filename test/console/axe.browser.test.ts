/**
 * Pages light and dark, on a desk, on a phone and at 200 %, as everybody may use them: axe finds no fault. Here every
 * page on a desk, and elsewhere one of each sort; `npm run test:browser:whole`, which a release runs, looks at every
 * page, form and row on each.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Definitions } from "../../src/surfaces/console/definitions.ts";
import { faults } from "./axe.ts";
import {
  type Console,
  type Look,
  more,
  settled,
  startConsole,
  typeInto,
  type Visit,
  visit,
} from "./browser.ts";
import { withKeys } from "./hands.ts";
import { type PageToSee, pagesOf, pagesOfGuests } from "./pages.ts";
import { act } from "./people.ts";

const whole = process.env.TEST_BROWSER === "whole";
/** A page of each sort, by what it is built of. */
const sorts = [
  ...["overview", "alerts", "alert", "alert-route", "services", "service", "slos", "slo", "engine"],
  ...["empty-list", "notifications", "deploy-policies", "prompt-review", "service-bindings", "members"],
  ...["changes", "notified", "set-up", "screen", "incident", "your-prometheus", "new-slack-target"],
  ...[
    "new-incident",
    "plan-review",
    "drift",
    "history",
    "alert-route-form",
    "engine-form",
    "status-page-form",
    "tokens",
  ],
];
/** Forms with every sort of field: conditions, members by a type, secrets, texts, times, choices. */
const formsSeen = ["data_sources", "slis", "repo_settings"];

/** Lists with states, long names, several columns of texts, times and switches. */
const listsSeen = [
  ...["slos", "synthetic_checks", "certificate_monitors", "alert_routes", "alert_mutes", "outbound_configs"],
  ...["deploy_policies", "data_sources", "connectors", "service_bindings"],
];

/** Tables that are no lists of a kind. */
const tablesSeen = ["services", "members", "keys", "plans", "drills"];

const looks: Readonly<Record<string, Look>> = {
  "on a desk": { width: 1440, height: 900 },
  "on a phone": { width: 390, height: 844, touch: true },
  "at 200 %": { width: 720, height: 450, scale: 2 },
};

const seenHere = (name: string): boolean => whole || sorts.includes(name) || formsSeen.includes(name);

let console_: Console;
let incidentId: string;
beforeAll(async () => {
  console_ = await startConsole();
  incidentId = await openIncident();
}, 600_000);
afterAll(() => console_?.close());

/** An incident with an update, of a component. */
async function openIncident(): Promise<string> {
  const [component] = (await act(console_, "list_status_page_components", {})).data;
  const { id } = await act(console_, "create_status_page_incident", {
    title: "Orders fail",
    status: "investigating",
    impact: "major",
    component_ids: [component.id],
    body: "We are looking into it.",
  });
  await act(console_, "update_status_page_incident", { id, status: "identified", body: "A bad deploy." });
  return id;
}

const allPages = () => pagesOf({ ...console_, seeded: { ...console_.seeded, incidentId } });

/** What of a page is otherwise in the dark. */
const ofColours = ["color-contrast", "link-in-text-block"];

/** The faults in light, and then those of the other colours. */
async function faultsInBoth(seen: Visit): Promise<string[]> {
  const light = await faults(seen);
  await seen.page.emulateMedia({ colorScheme: "dark" });
  await settled(seen.page);
  const dark = await faults(seen, ofColours);
  await seen.page.emulateMedia({ colorScheme: "light" });
  return [...light, ...dark.map((fault) => `dark: ${fault}`)];
}

async function kindsOf({ test }: Console): Promise<Definitions["kinds"]> {
  const { body } = await test.service.server.inject({ url: "/console/definitions.json" });
  return (JSON.parse(body) as Definitions).kinds;
}

/** Each kind's setting, or its form for a new row. */
async function formsOf(console_: Console): Promise<readonly PageToSee[]> {
  const { organization } = console_;
  return (await kindsOf(console_))
    .filter(({ shape, verbs }) => verbs.includes(shape === "setting" ? "update" : "create"))
    .map(({ kind, shape }) => ({
      name: kind,
      path: `/o/${organization.slug}/${shape === "setting" ? "settings" : "new"}/${kind}`,
    }));
}

/** The first row of each kind. */
async function rowsOf(console_: Console): Promise<readonly PageToSee[]> {
  const { organization, people } = console_;
  const kinds = (await kindsOf(console_)).filter(({ shape }) => shape === "collection");
  const pages = kinds.map(async ({ kind, actionNames }): Promise<PageToSee[]> => {
    const path = `organizations/${organization.slug}/actions/${actionNames.list}`;
    const { body } = await people.org_admin.send("POST", path, { body: {} });
    const [row] = body.data as { id: string }[];
    if (row === undefined) return [];
    return [{ name: kind, path: `/o/${organization.slug}/settings/${kind}/${encodeURIComponent(row.id)}` }];
  });
  return (await Promise.all(pages)).flat();
}

it("a page stands there with all its parts, whether it was loaded anew or reached by a link", async () => {
  const [loaded, followed] = [
    await visit(console_, console_.people.org_admin),
    await visit(console_, console_.people.org_admin),
  ];
  await followed.open("/account");
  // One was drawn a moment after the other, when what was just now may be a minute ago.
  const partsOf = async ({ page }: Visit) =>
    (await page.locator("main").ariaSnapshot()).replaceAll(/just now|\d+ (s|min|h) ago/g, "lately");
  const withParts = ["deploy-policies", "prompt-templates", "service-bindings", "setting"];
  for (const { path } of pagesOf(console_).filter(({ name }) => withParts.includes(name))) {
    await loaded.open(path);
    await followed.follow(path);
    expect(await partsOf(followed)).toBe(await partsOf(loaded));
  }
  await Promise.all([loaded.context.close(), followed.context.close()]);
}, 600_000);

it.each(Object.keys(looks))(
  "pages, as org_admin, %s, light and dark",
  async (name) => {
    const seen = await visit(console_, console_.people.org_admin, looks[name]);
    const own = allPages();
    const forms = (await formsOf(console_)).filter(({ path }) => own.every((page) => page.path !== path));
    const all = [...own, ...forms];
    expect(all.map((page) => page.name)).toEqual(expect.arrayContaining([...sorts, ...formsSeen]));
    const everyPage = name === "on a desk" ? own : [];
    const found: Record<string, string[]> = {};
    for (const page of all.filter((one) => seenHere(one.name) || everyPage.includes(one))) {
      await seen.follow(page.path);
      const wrong = [...(await faultsInBoth(seen)), ...((await seen.page.evaluate(cutOff)) as string[])];
      if (wrong.length > 0) found[page.name] = wrong;
    }
    expect(found).toEqual({});
    expect({ foreign: seen.foreign, complaints: seen.complaints }).toEqual({ foreign: [], complaints: [] });
    await seen.context.close();
  },
  1_200_000,
);

it.each(Object.keys(looks))(
  "pages of whoever is not signed in, %s, light and dark",
  async (name) => {
    const seen = await visit(console_, undefined, looks[name]);
    const found: Record<string, string[]> = {};
    for (const page of pagesOfGuests(await linksOf(`${Object.keys(looks).indexOf(name)}@example.com`))) {
      await seen.open(page.path);
      const wrong = [...(await faultsInBoth(seen)), ...((await seen.page.evaluate(cutOff)) as string[])];
      if (wrong.length > 0) found[page.name] = wrong;
    }
    expect(found).toEqual({});
    expect({ foreign: seen.foreign, complaints: seen.complaints }).toEqual({ foreign: [], complaints: [] });
    await seen.context.close();
  },
  600_000,
);

/** Links for somebody new, and for a member. */
async function linksOf(email: string): Promise<{ readonly invitation: string; readonly reset: string }> {
  const { id, slug } = console_.organization;
  const invited = await console_.people.org_admin.send("POST", `organizations/${slug}/members`, {
    body: { email, role: "viewer" },
  });
  const member = await console_.site.makeMember(id, "viewer", `member-${email}`);
  const again = await console_.site.operator("POST", "operator/accounts/reset", {
    body: { email: member.email },
  });
  return {
    invitation: new URL(invited.body.invite_url).pathname,
    reset: new URL(again.body.reset_url).pathname,
  };
}

it("signing in, dialogs, drawers and the palette, light and dark", async () => {
  const guest = await visit(console_);
  await guest.open("/");
  expect(await faultsInBoth(guest)).toEqual([]);
  await guest.context.close();

  const { slug } = console_.organization;
  const seen = await visit(console_, console_.people.org_admin);
  const { page } = seen;
  const check = async () => {
    await settled(page);
    expect(await faultsInBoth(seen)).toEqual([]);
  };
  await seen.open(`/o/${slug}/keys`);
  await page.getByRole("button", { name: "New API key" }).click();
  await page.getByRole("dialog").getByLabel("Name").waitFor();
  await check();
  await page.keyboard.press("Escape");

  await seen.open(`/o/${slug}/settings/teams/${console_.seeded.teamId}`);
  await more(page, "Show as code");
  await page.getByRole("tab", { name: "Terraform" }).click();
  await check();
  await page.keyboard.press("Escape");
  await more(page, "Delete");
  await page.getByRole("dialog").getByText("is in use").waitFor();
  await check();
  await page.keyboard.press("Escape");

  await seen.open(`/o/${slug}/settings/alert_routes/${console_.seeded.routeId}`);
  await more(page, "Delete");
  await page.getByRole("dialog").getByText("is deleted immediately").waitFor();
  await check();
  await page.keyboard.press("Escape");

  await seen.open(`/o/${slug}/alerts/${console_.seeded.alertId}`);
  await page.keyboard.press("m");
  await page.getByRole("dialog").getByText("It mutes 1 open alert").waitFor();
  await check();
  await page.keyboard.press("Escape");

  await page.keyboard.press("Control+k");
  await typeInto(page.getByRole("combobox", { name: "Find a page" }), "alert");
  await check();
  await seen.context.close();
}, 600_000);

it("who gets in: every page and dialog of it, reached by keys alone, light and dark", async () => {
  const { slug } = console_.organization;
  const seen = await visit(console_, console_.people.org_admin);
  const { page } = seen;
  const hands = withKeys(page);
  const button = (name: string | RegExp) => page.getByRole("button", { name }).first();
  /** Opens a dialog with its button, looks at it, and leaves it: the focus is back at the button then. */
  const look = async (name: string, opener: string | RegExp, ready: string) => {
    await hands.press(button(opener));
    await page.getByRole("dialog").getByText(ready).first().waitFor();
    await settled(page);
    await page.screenshot({ path: `.tmp/walk-${name}.png` });
    expect([name, await faultsInBoth(seen)]).toEqual([name, []]);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect([name, await button(opener).evaluate((one) => one === one.ownerDocument.activeElement)]).toEqual([
      name,
      true,
    ]);
  };
  const open = async (name: string, path: string) => {
    await seen.open(path);
    await page.screenshot({ path: `.tmp/walk-${name}.png`, fullPage: true });
    expect([name, await faultsInBoth(seen)]).toEqual([name, []]);
  };
  await console_.site.makeMember(console_.organization.id, "viewer", "walt@example.com");
  await open("sign-in", `/o/${slug}/sign-in`);
  await look("scim", "New SCIM token", "Provisioning stops with the token.");
  await open("members", `/o/${slug}/members`);
  await look("member", "Add a member", "A viewer can read.");
  await look("remove", "Remove walt@example.com", "They lose access");
  await hands.press(button("More about walt@example.com"));
  await hands.press(page.getByRole("menuitem", { name: "End sessions…" }));
  await page.getByRole("dialog").waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/walk-sessions.png" });
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await open("keys", `/o/${slug}/keys`);
  await look("key", "New API key", "What the key is for.");
  await open("security", "/account/security");
  await look("app", "Add an app", "Scan it with");
  await look("passkey", "Add a passkey", "Your browser asks");
  await open("password", "/account/password");
  await open("tokens", "/account/tokens");
  await look("token", "New access token", "Where the token can act.");
  await seen.context.close();
}, 600_000);

it.each([
  ["org_admin", "light"],
  ["viewer", "dark"],
] as const)(
  "every page on a small screen, as %s, %s",
  async (role, scheme) => {
    const seen = await visit(console_, console_.people[role], { scheme, width: 375, height: 812 });
    const found: Record<string, string[]> = {};
    for (const { name, path } of pagesOf(console_)) {
      await seen.follow(path);
      // Fields that cannot be changed look otherwise, so what a viewer sees is looked at too.
      const wrong = role === "viewer" && seenHere(name) ? await faults(seen) : [];
      const cut = (await seen.page.evaluate(cutOff)) as string[];
      if (wrong.length + cut.length > 0) found[name] = [...wrong, ...cut];
    }
    expect(found).toEqual({});
    await seen.context.close();
  },
  600_000,
);

it.each(whole ? [1280, 375] : [375])(
  "every row fits a screen %i wide, however long its texts",
  async (width) => {
    const seen = await visit(console_, console_.people.org_admin, { width, height: 800 });
    const tooWide: string[] = [];
    for (const { name, path } of await rowsOf(console_)) {
      await seen.follow(path);
      const needed = await seen.page.evaluate("document.documentElement.scrollWidth");
      if (Number(needed) > width) tooWide.push(name);
    }
    expect(tooWide).toEqual([]);
    await seen.context.close();
  },
  600_000,
);

it("every list and table fits a small desk and a phone: nothing is cut, and no state is hidden", async () => {
  const seen = await visit(console_, console_.people.org_admin, { width: 1024, height: 800 });
  const lists = (await kindsOf(console_)).filter(({ shape }) => shape === "collection");
  const found: Record<string, unknown> = {};
  const seenKinds = whole ? lists : lists.filter(({ kind }) => listsSeen.includes(kind));
  for (const place of [...seenKinds.map(({ kind }) => `settings/${kind}`), ...tablesSeen]) {
    await seen.follow(`/o/${console_.organization.slug}/${place}`);
    for (const width of [1024, 390]) {
      await seen.page.setViewportSize({ width, height: 800 });
      await settled(seen.page);
      const wrong = [
        ...((await seen.page.evaluate(cutOff)) as string[]),
        ...((await seen.page.evaluate(cutTexts)) as string[]),
      ];
      if (wrong.length > 0) found[`${place} at ${width}`] = wrong;
    }
  }
  expect(found).toEqual({});
  await seen.context.close();
}, 600_000);

/** Texts of a table or a heading that end in the middle, with nothing that shows there is more. */
const cutTexts = `[...document.querySelectorAll("main :is(h1, h2, th, td, td *)")]
  .filter((element) => {
    const { overflowX, textOverflow } = getComputedStyle(element);
    const hides = overflowX === "hidden" || overflowX === "clip";
    return element.checkVisibility() && hides && textOverflow !== "ellipsis" && element.clientWidth > 1 &&
      element.textContent !== "" && element.scrollWidth > element.clientWidth + 1;
  })
  .map((element) => "cut: " + element.outerHTML.slice(0, 160))`;

/** What a screen cannot reach: a page that is wider than it, and buttons beyond its edge. */
const cutOff = `[
  ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
  ...[...document.querySelectorAll("main :is(button, a, input, th, td)")]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth)
    // A list scrolls in its place; its buttons and links have to be there all the same.
    .filter((element) => !element.matches("th, td") || element.closest(".mantine-ScrollArea-viewport") === null)
    .map((element) => "cut off: " + element.outerHTML.slice(0, 120)),
]`;
