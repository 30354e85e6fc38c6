/**
 * The pictures of the docs, into docs/images/: `npm run screenshots`; or `npm run screenshots -- NAME…` for any page, such
 * as `plans plans-dark plans-phone plans-phone-dark`; or `npm run screenshots -- every FOLDER [LOOK…]` for every page, whole,
 * in every look or in those such as `wide small phone-dark`, into a folder of yours, to be looked through by hand. It
 * starts the service on an embedded database of its own with the rows of `orgconfig seed --demo`, and ends with it. Needs fonts for the demo's names (Debian: fonts-liberation fonts-vlgothic). Where pngquant is installed, it
 * makes them smaller.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { definitions } from "../src/resources/index.ts";
import { seedDemo } from "../src/seed/index.ts";
import {
  type Look,
  more,
  settled,
  startConsole,
  typeInto,
  type Visit,
  visit,
} from "../test/console/browser.ts";
import { type PageToSee, pagesOf } from "../test/console/pages.ts";
import { add, addVerified, recordingReach, subscription } from "../test/identity/ways-scene.ts";
import type { Person } from "../test/support/sign-in.ts";
import makeTemplate from "../test/support/template.ts";
import { fromBrowsers, makeLifelike } from "./screenshots/lifelike.ts";

const [first, elsewhere, ...chosen] = process.argv.slice(2);
const every = first === "every" && elsewhere !== undefined;
const folder = every ? `${elsewhere}/` : fileURLToPath(new URL("../docs/images/", import.meta.url));
const only = every ? [] : process.argv.slice(2);
const looks = {
  "": { width: 1440, height: 900 },
  "-dark": { width: 1440, height: 900, scheme: "dark" },
  "-small": { width: 1024, height: 768 },
  "-small-dark": { width: 1024, height: 768, scheme: "dark" },
  "-phone": { width: 390, height: 844 },
  "-phone-dark": { width: 390, height: 844, scheme: "dark" },
} satisfies Record<string, Look>;
type Suffix = keyof typeof looks;

/** What the docs show, light and dark. */
const inDocs = [
  ...[
    "overview",
    "notified",
    "on-call",
    "ways",
    "alert-route-form",
    "slos",
    "slo",
    "services",
    "service",
    "incident",
  ],
  ...["changes", "proposal", "set-up", "sentence", "plan-review", "deploy-policy", "new-outbound-target"],
  ...["your-prometheus", "show-as-code"],
];
const inDocsOnAPhone = ["overview", "screen", "alert", "slo", "on-call", "proposal", "ways"];
/** It looks as its organization wants it, whatever its reader's own look is. */
const inDocsInOneLook = ["status-page"];
const wanted = new Set(
  only.length > 0
    ? only
    : [
        ...inDocs.flatMap((name) => [name, `${name}-dark`]),
        ...inDocsOnAPhone.flatMap((name) => [`${name}-phone`, `${name}-phone-dark`]),
        ...inDocsInOneLook,
      ],
);

/** Taken elsewhere, or nothing to look at. */
const unwanted = ["overview", "screen", "empty-list", "past", "no-page", "not-a-member", "authorize"];

mkdirSync(folder, { recursive: true });
await makeTemplate();
/** What is sent to devices goes nowhere. */
const reach = recordingReach();
const console_ = await startConsole({}, 0, reach);
try {
  await take("sign-in", undefined, ({ open }) => open("/"));
  await takeDemo();
  if (!every) await takeWelcome();
} finally {
  await console_.close();
  await console_.browser.close();
}

type Work = (seen: Visit) => Promise<unknown>;

/** A picture of what the work leads to, in a browser with nothing in it but the person's session; in each of its looks. */
async function take(name: string, person: Person | undefined, work: Work): Promise<void> {
  for (const suffix of Object.keys(looks) as Suffix[]) {
    if (!wanted.has(`${name}${suffix}`)) continue;
    const seen = await visit(console_, person, looks[suffix]);
    // A browser without a screen blocks notifications; one of people asks.
    await seen.context.addInitScript(
      `Object.defineProperty(Notification, "permission", { get: () => "default" })`,
    );
    await work(seen);
    await settled(seen.page);
    const path = `${folder}${name}${suffix}.png`;
    await seen.page.screenshot({ path });
    spawnSync("pngquant", ["--force", "--ext=.png", "--skip-if-larger", "--quality=85-100", path]);
    await seen.context.close();
  }
}

/** A phone with steps, and a laptop that is still to be confirmed. */
async function addWays(person: Person): Promise<void> {
  const ids = ["way_mail"];
  for (const way of [
    { kind: "push", name: "Pixel", subscription: subscription("https://fcm.googleapis.com/fcm/send/a") },
    { kind: "ntfy", name: "ntfy on the Pixel", url: "https://ntfy.tidewater.example/grace-7f3c91d2" },
    { kind: "call", name: "Phone", number: "+4915123456789" },
  ])
    ids.unshift(await addVerified(person, reach, way));
  await add(person, {
    ...{ kind: "push", name: "Firefox on Linux" },
    subscription: subscription("https://updates.push.services.mozilla.com/wpush/v2/a"),
  });
  const page = ids
    .reverse()
    .slice(1)
    .map((way_id, at) => ({ way_id, after_seconds: [0, 60, 180][at] ?? 0 }));
  await person.send("PUT", "account/steps", { body: { page, other: [] } });
}

async function takeDemo(): Promise<void> {
  const { test, site } = console_;
  const organization = await site.makeOrganization({ name: "Tidewater" });
  const home = `/o/${organization.slug}`;
  await seedDemo({ service: test.service, settings: test.settings, organization: organization.slug });
  const grace = await fromBrowsers(
    site,
    await site.makeMember(organization.id, "org_admin", "grace@tidewater.example"),
  );
  await grace.send("PATCH", "account", { body: { name: "Grace Park" } });
  await addWays(grace);
  const seeded = await makeLifelike(test, grace, organization.slug);
  const pages = pagesOf({ organization, seeded });
  if (every) return takeEvery(grace, pages, organization.slug);
  const pathOf = (name: string) => pages.find((page) => page.name === name)?.path ?? "/";
  for (const { name, path } of pages.filter((page) => !unwanted.includes(page.name)))
    await take(name, grace, ({ open }) => open(path));
  await take("status-page", undefined, async ({ page, open }) => {
    await open(`/status/status-${organization.slug}`);
    await page.getByRole("link", { name: "Subscribe" }).waitFor();
  });
  await take("show-as-code", grace, async ({ page, open }) => {
    await open(pathOf("alert-route"));
    await more(page, "Show as code");
    await page.getByRole("tab", { name: "Terraform" }).click();
  });
  await take("palette", grace, async ({ page, open }) => {
    await open(pathOf("slos"));
    await find(page, "pay");
    await page.getByRole("option", { name: "payments Alert routes" }).waitFor();
  });
  await take("sentence", grace, async ({ page, open }) => {
    await open(home);
    await find(page, "mute search until tomorrow 9:00");
    await page.getByRole("option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button").last().waitFor();
  });
  await takeNow(grace, home);
}

/** Whole pages, and the forms of all kinds; each in all looks. */
async function takeEvery(person: Person, pages: readonly PageToSee[], slug: string): Promise<void> {
  const forms = definitions
    .filter(({ shape, verbs }) => shape === "collection" && verbs.includes("create"))
    .map(({ kind }) => ({ name: `form-${kind}`, path: `/o/${slug}/new/${kind}` }));
  for (const suffix of Object.keys(looks) as Suffix[]) {
    if (chosen.length > 0 && !chosen.includes(suffix.slice(1) || "wide")) continue;
    const seen = await visit(console_, person, looks[suffix]);
    for (const { name, path } of [
      ...pages,
      ...forms,
      { name: "status-page", path: `/status/status-${slug}` },
    ]) {
      await (name === "status-page" ? seen.open(path) : seen.follow(path)).catch((error) =>
        console.log(name, error),
      );
      const { width, height } = looks[suffix];
      const whole = await seen.page.evaluate<number>("document.documentElement.scrollHeight");
      const clip = { x: 0, y: 0, width, height: Math.min(Math.max(whole, height), 2.5 * height) };
      await seen.page.screenshot({ path: `${folder}${name}${suffix}.png`, fullPage: true, clip });
    }
    await seen.context.close();
  }
}

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press("Control+k");
  await typeInto(page.getByRole("combobox", { name: "Find a page" }), text);
}

/** By now it is written down that the keys were used, so that nothing greets a newcomer. */
async function takeNow(person: Person, home: string): Promise<void> {
  await take("overview", person, async ({ page, open }) => {
    await open(home);
    while (await page.getByRole("region", { name: "First steps" }).isVisible()) {
      await page.waitForTimeout(5_000);
      await page.reload();
      await settled(page);
    }
  });
  await take("screen", person, ({ open }) => open("/now"));
}

async function takeWelcome(): Promise<void> {
  const { id, slug } = await console_.site.makeOrganization({ name: "Fresh" });
  const newcomer = await console_.site.makeMember(id, "org_admin", "nora@example.com");
  await take("welcome", newcomer, async ({ page, open }) => {
    await open(`/o/${slug}`);
    await page.getByRole("button", { name: "Create an api:admin key" }).click();
    await page.locator("[data-code=first]").waitFor();
  });
  await take("empty-list", newcomer, ({ open }) => open(`/o/${slug}/settings/connectors`));
}
