/** On call, by keys: now and next, four weeks, gaps and their ways out, and shifts that are taken, given and swapped. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shortMoment } from "../../console/pages/on-call/words.ts";
import { dayAt } from "../../src/kernel/time-zone.ts";
import { until } from "../support/until.ts";
import { faults } from "./axe.ts";
import { type Console, settled, startConsole } from "./browser.ts";
import { clicksOn, countClicks, withKeys } from "./hands.ts";
import { act, as } from "./people.ts";

const zone = "Europe/Berlin";
const [ada, max, ben] = ["ada@example.com", "max@example.com", "ben@example.com"];
const dayMs = 86_400_000;
/** Of the rota's zone, counted from the day on which the tests begin. */
const today = Date.parse(dayAt(Date.now(), zone));
const date = (days: number) => new Date(today + days * dayMs).toISOString().slice(0, 10);
const weekday = new Date(today).toLocaleDateString("en", { weekday: "short", timeZone: "UTC" }).toLowerCase();

let console_: Console;
let path: string;
let id: string;
beforeAll(async () => {
  console_ = await startConsole();
  path = `/o/${console_.organization.slug}/on-call`;
  await console_.site.makeMember(console_.organization.id, "member", ben);
}, 600_000);
afterAll(() => console_?.close());

interface Shift {
  readonly role: string;
  readonly people: readonly string[];
  readonly from: string;
  readonly to: string;
}

/** Of the next four weeks, from the first day on. */
async function shifts(): Promise<readonly Shift[]> {
  return (await act(console_, "list_shifts", { id })).data;
}

const names = async () => (await shifts()).map(({ people }) => people[0]?.split("@")[0]);
const closed = (page: Page) => page.getByRole("dialog").waitFor({ state: "detached" });
const dialog = (page: Page) => page.getByRole("dialog");
const notice = (page: Page) => page.locator(".notices");
const yours = (page: Page) => page.getByRole("region", { name: "Your shifts" });

async function undo(page: Page): Promise<void> {
  await withKeys(page).press(notice(page).getByRole("button", { name: /^Undo/ }));
  await notice(page).getByText("Undone.").waitFor();
}

describe("without a rota", () => {
  it("says what one is, and leads to the first one and to moving in", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(path);
      await page.getByRole("heading", { name: "No rotas yet" }).waitFor();
      const main = page.getByRole("main");
      for (const [name, to] of [
        ["New rota", "/new/on_call_rotas"],
        ["Move in from PagerDuty, Opsgenie or Grafana OnCall", "/move-in"],
      ] as const)
        expect(await main.getByRole("link", { name }).getAttribute("href")).toMatch(new RegExp(`${to}$`));
    }));

  it("offers a viewer nothing that would be refused", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(path);
      await page.getByText("An admin makes the first one.").waitFor();
      expect(await page.getByRole("link", { name: "New rota" }).count()).toBe(0);
    }));
});

describe("with one", () => {
  beforeAll(async () => {
    const weekly = { every: 1, unit: "weeks", at: "00:00", weekday };
    const turns = [max, ada, ben].map((email) => ({ people: [email] }));
    const made = await act(console_, "create_on_call_rota", {
      ...{ name: "Payments", timezone: zone, must_cover: { always: true } },
      rotations: [
        { name: "Weeks", turns, starts_on: date(0), ends_on: date(20), handover: weekly },
        {
          name: "After",
          turns: turns.slice(0, 1),
          starts_on: date(22),
          handover: { ...weekly, unit: "days" },
        },
      ],
    });
    id = made.id;
  });

  it("begins with the reader's own shift, and says who is on call now and next", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      const keys = withKeys(page);
      await open(`/o/${console_.organization.slug}`);
      await keys.press(
        page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "On call" }),
      );
      const [mine, theirs] = await shifts();
      const when = shortMoment(mine?.to ?? "", zone);
      await yours(page).getByText(`You are on call for Payments (primary) until ${when}.`).waitFor();
      const posts = page.getByRole("table", { name: "Payments: now and next" });
      const row = await posts.getByRole("row", { name: /^primary/ }).textContent();
      expect(row).toContain(`max (you)until ${when}`);
      expect(row).toContain(`adafrom ${shortMoment(theirs?.from ?? "", zone)}`);
      expect(await faults(seen)).toEqual([]);
    }));

  it("shows four weeks as a table by person, with today marked and a gap in it", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(path);
      const strip = page.getByRole("table", { name: "The next four weeks" });
      expect(await strip.getByRole("columnheader").count()).toBe(29);
      expect(await strip.locator("[aria-current=date]").textContent()).toContain("(today)");
      const heads = await strip.getByRole("rowheader").allTextContents();
      expect(heads).toEqual(["Nobody", "max", "ada", "ben"]);
      // Seven days in a row, each of which says so.
      const cells = strip.getByRole("row", { name: /^ada / }).getByRole("cell");
      const said = await cells.evaluateAll((all) => all.map(({ textContent }) => textContent !== ""));
      expect(said.map(Number).join("")).toBe("0000000111111100000000000000");
      // A bar ends where its shift does, in the column of that day: here, at its beginning.
      const end = await strip.getByRole("button", { name: /^ada@example.com as primary/ }).boundingBox();
      const column = await strip.getByRole("columnheader").nth(15).boundingBox();
      expect(Math.abs((end?.x ?? 0) + (end?.width ?? 0) - (column?.x ?? 0))).toBeLessThan(4);
      const colours = await page
        .locator("[data-colour]")
        .evaluateAll((all) =>
          all.map((one) => `${one.textContent?.replace(" (you)", "")} ${one.getAttribute("data-colour")}`),
        );
      expect(new Set(colours).size).toBe(3);
      // A viewer reads, and is offered nothing that would be refused.
      expect(await page.getByRole("button", { name: /Take|Give|Swap|away/ }).count()).toBe(0);
      await withKeys(page).press(strip.getByRole("button", { name: /^ada@example.com as primary/ }));
      await dialog(page)
        .getByText(/^ada@example.com: .* \(Berlin\)/)
        .waitFor();
      expect(
        await dialog(page)
          .getByRole("button", { name: /Take|Give|Swap/ })
          .count(),
      ).toBe(0);
    }));

  it("closes a gap in two acts, and takes that back in one", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await countClicks(page);
      await open(path);
      const keys = withKeys(page);
      const gaps = page.getByRole("region", { name: "Payments: gaps" });
      await gaps.getByText(/^Nobody is on call as primary: /).waitFor();
      await keys.press(gaps.getByRole("button", { name: /^Take it: primary/ }));
      await dialog(page).getByText("Nobody is on call:").waitFor();
      await settled(page);
      expect(await faults(seen)).toEqual([]);
      await keys.press(dialog(page).getByRole("button", { name: "Take it" }));
      await notice(page).getByText("You took Payments (primary).").waitFor();
      expect(await clicksOn(page)).toBe(2);
      await gaps.waitFor({ state: "detached" });
      expect((await act(console_, "check_coverage", { id, days: 28 })).covered).toBe(true);
      await undo(page);
      await gaps.waitFor();
      expect((await act(console_, "check_coverage", { id, days: 28 })).covered).toBe(false);
    }));

  it("takes somebody's shift from the calendar in two acts", () =>
    as(console_, "member", async ({ page, open }) => {
      await countClicks(page);
      await open(path);
      const keys = withKeys(page);
      const bars = page.getByRole("table", { name: "The next four weeks" });
      await keys.press(bars.getByRole("button", { name: /^ada@example.com as primary/ }));
      await keys.press(dialog(page).getByRole("button", { name: "Take it" }));
      await closed(page);
      expect(await clicksOn(page)).toBe(2);
      await bars.getByRole("button", { name: /^ada@example.com as primary/ }).waitFor({ state: "detached" });
      expect((await names()).slice(0, 3)).toEqual(["max", "max", "ben"]);
      await undo(page);
      expect((await names()).slice(0, 3)).toEqual(["max", "ada", "ben"]);
    }));

  it("swaps the reader's next shift with that of whoever is next, and gives a part of it by typed times", () =>
    as(console_, "member", async ({ page, open }) => {
      await countClicks(page);
      await open(path);
      const keys = withKeys(page);
      await keys.press(
        yours(page)
          .getByRole("button", { name: /^Swap: / })
          .first(),
      );
      // When it began, nothing here says.
      await dialog(page)
        .getByText(/^max@example.com: until .* \(Berlin\)$/)
        .waitFor();
      await keys.press(dialog(page).getByRole("button", { name: "Swap with ada@example.com" }));
      await notice(page).getByText("Swapped: Payments (primary).").waitFor();
      expect(await clicksOn(page)).toBe(2);
      expect((await names()).slice(0, 3)).toEqual(["ada", "max", "ben"]);
      await undo(page);
      expect((await names()).slice(0, 3)).toEqual(["max", "ada", "ben"]);

      await keys.press(
        yours(page)
          .getByRole("button", { name: /^Give: / })
          .first(),
      );
      await keys.type(dialog(page).getByRole("textbox", { name: "Give it to" }), ben);
      await keys.type(dialog(page).getByLabel("From", { exact: true }), `${date(3)} 9:00`);
      await keys.press(dialog(page).getByRole("button", { name: "Give it to ben@example.com" }));
      await closed(page);
      const [first, second] = await shifts();
      expect([first?.people, second?.people]).toEqual([[max], [ben]]);
      expect(shortMoment(second?.from ?? "", zone)).toMatch(/, 09:00$/);
      expect(dayAt(Date.parse(second?.from ?? ""), zone)).toBe(date(3));
      await undo(page);
    }));

  it("says at the field what the service refuses", () =>
    as(console_, "member", async ({ page, open }) => {
      await open(path);
      const keys = withKeys(page);
      await keys.press(
        yours(page)
          .getByRole("button", { name: /^Give: / })
          .first(),
      );
      await keys.type(dialog(page).getByRole("textbox", { name: "Give it to" }), "nobody@example.com");
      await keys.press(dialog(page).getByRole("button", { name: /^Give it to nobody/ }));
      await dialog(page)
        .getByText("Names nobody@example.com, who is no member of the organization.")
        .waitFor();
    }));

  it("takes an absence in two acts, and says who could cover", () =>
    as(console_, "member", async ({ page, open }) => {
      await countClicks(page);
      await open(path);
      const keys = withKeys(page);
      await keys.press(page.getByRole("button", { name: "I am away" }));
      await keys.press(dialog(page).getByRole("button", { name: "Save" }));
      await notice(page)
        .getByText(/^You are away: /)
        .waitFor();
      expect(await clicksOn(page)).toBe(2);
      const concerns = page.getByRole("region", { name: "Payments: concerns" });
      await concerns.getByText(/is away and on call as primary; could cover: (ada|ben)@/).waitFor();
      await keys.press(concerns.getByRole("button", { name: /^Give it to…: primary/ }));
      await keys.press(dialog(page).getByRole("button", { name: /^Give it to (ada|ben)@/ }));
      await closed(page);
      await until(async () => (await names())[0] !== "max");
      await undo(page);
      const { data } = await act(console_, "list_absences", {});
      await act(console_, "delete_absence", { id: data[0].id, confirm: true });
    }));

  it("lets an administrator give what is nobody's", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(path);
      const keys = withKeys(page);
      const gaps = page.getByRole("region", { name: "Payments: gaps" });
      await keys.press(gaps.getByRole("button", { name: /^Give it to…: primary/ }));
      await keys.press(dialog(page).getByRole("button", { name: "Give it to max@example.com" }));
      await gaps.waitFor({ state: "detached" });
      await undo(page);
      await gaps.waitFor();
    }));

  it("makes the address of a calendar, shows it once, and ends it", () =>
    as(console_, "viewer", async (seen) => {
      const { page, open } = seen;
      const keys = withKeys(page);
      await open(path);
      const read = async (url: string) =>
        (await console_.test.service.server.inject({ url: new URL(url).pathname })).statusCode;
      const secret = page.getByTestId("one-time-secret");
      for (const opener of ["My calendar", "Subscribe to Payments"]) {
        await keys.press(page.getByRole("button", { name: opener }));
        await keys.press(dialog(page).getByRole("button", { name: "Make an address" }));
        const url = (await secret.textContent()) ?? "";
        expect(await read(url)).toBe(200);
        await settled(page);
        expect(await faults(seen)).toEqual([]);
        await keys.press(dialog(page).getByRole("button", { name: "I have copied it" }));
        await closed(page);
        await keys.press(page.getByRole("button", { name: opener }));
        expect(await secret.count()).toBe(0);
        await keys.press(dialog(page).getByRole("button", { name: "End the address" }));
        await dialog(page).getByText("The address leads nowhere from now on.").waitFor();
        expect(await read(url)).toBe(404);
        await page.keyboard.press("Escape");
        await closed(page);
      }
    }));

  it("has the reader's own times on demand", () =>
    as(
      console_,
      "member",
      async ({ page, open }) => {
        await open(path);
        const own = "America/New_York";
        const [mine] = await shifts();
        const [there, here] = [shortMoment(mine?.to ?? "", zone), shortMoment(mine?.to ?? "", own)];
        await yours(page).getByText(`In Berlin time. On your clock (New York): ${here}.`).waitFor();
        const posts = page.getByRole("table", { name: "Payments: now and next" });
        await posts.getByText(`until ${there}`).waitFor();
        await withKeys(page).press(page.getByRole("switch", { name: "Times on my clock (New York)" }));
        await posts.getByText(`until ${here}`).waitFor();
        await page.getByText(`Days are those of ${zone}.`).waitFor();
      },
      { timeZone: "America/New_York" },
    ));

  it("is a list by day on a phone, and no wider than it", () =>
    as(
      console_,
      "member",
      async (seen) => {
        const { page, open } = seen;
        await open(path);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
        const days = page.getByRole("region", { name: "Payments, primary: days" });
        expect(await days.getByRole("listitem").first().textContent()).toMatch(/^Today, .*max \(you\)$/);
        await days.getByRole("listitem").filter({ hasText: "Nobody" }).waitFor();
        expect(await faults(seen)).toEqual([]);
        await withKeys(page).press(days.getByRole("button", { name: /^Nobody as primary/ }));
        await dialog(page).getByRole("button", { name: "Take it" }).waitFor();
        await settled(page);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      },
      { width: 390, height: 844 },
    ));

  it("says what is not known, and nothing in its place", () =>
    as(console_, "member", async ({ page, open }) => {
      const refuse = { status: 403, json: { error: "forbidden", message: "No shifts today." } };
      await page.route(/list_shifts(_of_person)?$/, (route) => route.fulfill(refuse));
      await open(path);
      await page.getByText("No shifts today.").waitFor();
      await yours(page).getByText("Your shifts are not known: they could not be read.").waitFor();
      await page.getByRole("table", { name: "Payments: now and next" }).waitFor();
      expect(await page.getByRole("table", { name: "The next four weeks" }).count()).toBe(0);
    }));
});
