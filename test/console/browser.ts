/** The real service on loopback with the built console, and Debian's chromium to look at it. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
} from "playwright-core";
import { calls } from "../../console/api/calls.ts";
import { given } from "../../src/kernel/given.ts";
import { findConsole } from "../../src/surfaces/console/serve.ts";
import type { Reach } from "../../src/transports/reach.ts";
import { startService, type TestService } from "../support/service.ts";
import { goodPassword, type Person, type Site, siteOf } from "../support/sign-in.ts";
import { type Seeded, seed } from "./seed.ts";

export interface Console {
  readonly test: TestService;
  readonly site: Site;
  readonly origin: string;
  readonly organization: { readonly id: string; readonly slug: string; readonly name: string };
  readonly people: Readonly<Record<"viewer" | "member" | "org_admin", Person>>;
  readonly seeded: Seeded;
  readonly browser: Browser;
  close(): Promise<void>;
}

/** Debian's chromium: without what only a window needs, where that is installed, since it takes half the processors' time. */
const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
const executablePath =
  process.env.CHROMIUM_PATH ?? places.find((place) => existsSync(place)) ?? "/usr/bin/chromium";

/** For what a page does later: a second, which is vitest's own, is little on a busy machine. */
export const patient = { timeout: 30_000 } as const;

/**
 * @param listenAt the port that the service takes for its own; any that is free where it is left out
 * @param reach in the place of what sends to people's devices
 */
export async function startConsole(
  env: Readonly<Record<string, string>> = {},
  listenAt = 0,
  reach?: Reach,
): Promise<Console> {
  buildConsole();
  const test = await startService(env, [], undefined, given({ reach }));
  await test.service.server.listen({ host: "127.0.0.1", port: listenAt });
  const { port } = test.service.server.server.address() as AddressInfo;
  const site = siteOf(test);
  const organization = await site.makeOrganization({ name: "Acme" });
  const people = {
    viewer: await site.makeMember(organization.id, "viewer", "vera@example.com"),
    member: await site.makeMember(organization.id, "member", "max@example.com"),
    org_admin: await site.makeMember(organization.id, "org_admin", "ada@example.com"),
  };
  const seeded = await seed(test, organization.id);
  shared ??= startBrowser();
  const browser = await shared;
  return {
    test,
    site,
    origin: `http://127.0.0.1:${port}`,
    organization,
    people,
    seeded,
    browser,
    async close() {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await test.close();
    },
  };
}

/** One for all files of a process, which ends with it: each visit has a context of its own. */
let shared: Promise<Browser> | undefined;

/** Debian's chromium, without a window. */
export function startBrowser(): Promise<Browser> {
  if (!existsSync(executablePath)) throw new Error(`There is no chromium at ${executablePath}.`);
  return chromium.launch({
    executablePath,
    timeout: 150_000,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** Builds the pages where there are none: the service finds them when it is made. */
export function buildConsole(): void {
  if (findConsole() !== undefined) return;
  const vite = "node_modules/vite/bin/vite.js";
  execFileSync(
    process.execPath,
    [vite, "build", "--config", "console/vite.config.ts", "--logLevel", "warn"],
    // As it is shipped: Vitest says `test`, of which the parts that only help while developing are built in.
    { env: { ...process.env, NODE_ENV: "production" } },
  );
}

export interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: "light" | "dark";
  /** A phone, which is touched. */
  readonly touch?: boolean;
  /** Dots of the screen for one of the page: 2 is a page at 200 %. */
  readonly scale?: number;
  /** Where the reader's clock is; left out, where the tests run. */
  readonly timeZone?: string;
}

export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Requests that went anywhere but to the service. */
  readonly foreign: string[];
  /** What the browser complained about: blocked by the policy, or thrown. */
  readonly complaints: string[];
  /** Opens a page by its address and waits until nothing is loading. */
  open(path: string): Promise<void>;
  /** Goes to a page as its links do, which loads no script again: what looks at many pages saves half its time. */
  follow(path: string): Promise<void>;
}

/** A browser with nothing in it, or with a person's session. */
export async function visit(
  console_: Console,
  person?: Pick<Person, "cookie">,
  { width = 1440, height = 900, scheme = "light", touch = false, scale = 1, timeZone }: Look = {},
): Promise<Visit> {
  const { browser, origin } = console_;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: scale,
    ...(timeZone === undefined ? {} : { timezoneId: timeZone }),
    ...(touch ? { hasTouch: true, isMobile: true } : {}),
  });
  context.setDefaultTimeout(60_000);
  if (person !== undefined) {
    const [name = "", value = ""] = person.cookie.split("=");
    await context.addCookies([{ name, value, url: origin }]);
  }
  return tabIn(console_, context);
}

/** Another tab of a browser. */
export async function tabIn({ origin }: Pick<Console, "origin">, context: BrowserContext): Promise<Visit> {
  const page = await context.newPage();
  const underway = new Set<Request>();
  waiting.set(page, underway);
  page.on("request", (request) => underway.add(request));
  page.on("requestfinished", (request) => underway.delete(request));
  page.on("requestfailed", (request) => underway.delete(request));
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => {
    const url = request.url();
    const { pathname } = new URL(url);
    const declared = Object.values(calls).some(
      ({ method, path }) => method === request.method() && matches(path, pathname),
    );
    if (pathname.startsWith("/api/") && !declared)
      complaints.push(`a call that console/api/calls.ts does not name: ${request.method()} ${pathname}`);
    if (!url.startsWith(origin) && !url.startsWith("data:") && !url.startsWith("blob:")) foreign.push(url);
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().includes("the server responded with a status of"))
      complaints.push(message.text());
  });
  const open = async (path: string): Promise<void> => {
    await page.goto(`${origin}${path}`);
    await settled(page);
  };
  return {
    context,
    page,
    foreign,
    complaints,
    open,
    async follow(path) {
      if (!page.url().startsWith(origin)) return open(path);
      await page.evaluate(`history.pushState(null, "", ${JSON.stringify(path)})`);
      for (let round = 0; !(await page.evaluate(arrived)); round += 1) {
        if (round === maxRounds) throw new Error(`${path} was never shown`);
        await page.waitForTimeout(roundMs);
      }
      await settled(page);
    },
  };
}

function matches(template: string, path: string): boolean {
  return new RegExp(`^${template.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);
}

/** Requests that wait for their answer. */
const waiting = new WeakMap<Page, Set<Request>>();

/** Nothing is loading any more, and nothing fades in or out, for a moment. */
export async function settled(page: Page): Promise<void> {
  const underway = waiting.get(page) ?? new Set();
  let quiet = 0;
  for (let round = 0; quiet < quietRounds; round += 1) {
    if (round === maxRounds)
      throw new Error(
        `${page.url()} never settles: ${[...underway].map((request) => request.url()).join(", ")}`,
      );
    await page.waitForTimeout(roundMs);
    quiet = underway.size === 0 && (await page.evaluate(still)) ? quiet + 1 : 0;
  }
}

/**
 * Evaluated from outside: the pages' policy allows no text to be run as code, not even a test's. Evaluated when the
 * page has nothing to do, since on a busy machine it may not yet have drawn what it was sent.
 */
const still = `new Promise((resolve) =>
  requestIdleCallback(
    () =>
      resolve(
        document.readyState === "complete" &&
          document.querySelector("[aria-busy=true]") === null &&
          document.getAnimations().length === 0,
      ),
    { timeout: 5_000 },
  ),
)`;
/** Whether the page of the present address is drawn. Until then the page before stands there, and nothing moves. */
const arrived = `(({ status, resolvedLocation: { pathname, searchStr } = {} }) =>
  status === "idle" &&
  decodeURI(pathname + searchStr) === decodeURI(location.pathname + location.search)
)(__TSR_ROUTER__.state)`;

const roundMs = 50;
const quietRounds = 4;
/** Only what never ends comes to it. */
const maxRounds = 1_200;

/** Types with real keys, as people do, in the place of what stands there: no input receives anything else. */
export async function typeInto(into: Locator, text: string): Promise<void> {
  const { keyboard } = into.page();
  await into.focus();
  await keyboard.press("ControlOrMeta+a");
  if (text === "") await keyboard.press("Delete");
  else await keyboard.type(text);
}

/** From a row's summary to its form. */
export async function edit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
}

/** What a row's page keeps behind More. */
export async function more(page: Page, item: "Duplicate" | "Show as code" | "Delete"): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** Opens what a form keeps folded. */
export async function unfold(page: Page): Promise<void> {
  const fold = page.getByRole("button", { name: "Advanced", expanded: false });
  if ((await fold.count()) > 0) await fold.click();
}

export async function signIn(page: Page, email: string, password = goodPassword): Promise<void> {
  await typeInto(page.getByLabel("Email"), email);
  await typeInto(page.getByRole("textbox", { name: "Password" }), password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}
