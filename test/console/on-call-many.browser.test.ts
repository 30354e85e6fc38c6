/** On call where there are many rotas: no more is read than is looked at; and what being on call asks of people. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webhook } from "../alerts/support.ts";
import { until } from "../support/until.ts";
import { faults } from "./axe.ts";
import { type Console, settled, startConsole } from "./browser.ts";
import { withKeys } from "./hands.ts";
import { act, as } from "./people.ts";

const [ada, max, ben] = ["ada@example.com", "max@example.com", "ben@example.com"];
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const weekly = { every: 1, unit: "weeks", at: "00:00" };

let console_: Console;
let path: string;
const ids: string[] = [];
beforeAll(async () => {
  console_ = await startConsole();
  path = `/o/${console_.organization.slug}/on-call`;
  await console_.site.makeMember(console_.organization.id, "member", ben);
  for (let index = 1; index <= 40; index += 1) {
    const turns = (index <= 2 ? [max, ada] : [ben]).map((email) => ({ people: [email] }));
    const { id } = await act(console_, "create_on_call_rota", {
      ...{ name: `Shop ${index}`, timezone: "Europe/Berlin", must_cover: { always: true } },
      rotations: [{ name: "R", turns, starts_on: day(-60), handover: weekly }],
    });
    ids.push(id);
  }
}, 600_000);
afterAll(() => console_?.close());

const rotas = (page: Page) => page.getByRole("list", { name: "Rotas" }).getByRole("heading");
const search = (page: Page) => page.getByRole("textbox", { name: "Find rotas" });
const opener = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** How often shifts and coverage were asked for since. */
function countCalls(page: Page): () => number {
  let calls = 0;
  page.on("request", (request) => {
    if (/\/(list_shifts|check_coverage)$/.test(request.url())) calls += 1;
  });
  return () => calls;
}

describe("many rotas", () => {
  it("shows a member their own, open, and asks about no other", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      const calls = countCalls(page);
      await open(path);
      expect(await rotas(page).allTextContents()).toEqual(["Shop 1", "Shop 2"]);
      await page.getByRole("table", { name: "Shop 2: now and next" }).waitFor();
      expect(await page.getByRole("table", { name: "The next four weeks" }).count()).toBe(2);
      expect(calls()).toBe(4);
      expect(await faults(seen)).toEqual([]);
      const keys = withKeys(page);
      await keys.press(opener(page, "Shop 1"));
      await page.getByRole("table", { name: "Shop 1: now and next" }).waitFor({ state: "detached" });
      expect(await opener(page, "Shop 1").getAttribute("aria-expanded")).toBe("false");
    }));

  it("has all of them as lines, which are found by name and by person, and open where they stand", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      const calls = countCalls(page);
      const keys = withKeys(page);
      await open(path);
      await page.getByRole("radio", { name: "All (40)" }).focus();
      await page.keyboard.press("Space");
      await page.getByText("40 rotas", { exact: true }).waitFor();
      expect((await rotas(page).allTextContents()).slice(0, 3)).toEqual(["Shop 1", "Shop 2", "Shop 3"]);
      // Whoever has it now stands in the line itself.
      expect(await page.getByRole("list", { name: "Shop 3: now" }).textContent()).toMatch(/^primaryben/);
      expect(await faults(seen)).toEqual([]);
      await page.keyboard.press("Escape");
      await keys.type(search(page), "shop 37");
      await page.getByText("1 of 40 rotas").waitFor();
      await until(() => page.url().includes("q=shop+37") || page.url().includes("q=shop%2037"));
      const before = calls();
      await keys.press(opener(page, "Shop 37"));
      await page.getByRole("table", { name: "Shop 37: now and next" }).waitFor();
      await settled(page);
      expect(calls() - before).toBe(2);
      // The address has it all.
      await page.reload();
      await page.getByText("1 of 40 rotas").waitFor();
      await keys.type(search(page), "ada@");
      await page.getByText("2 of 40 rotas").waitFor();
      await keys.type(search(page), "nothing such");
      await page.getByText("No rota is called so, and nobody of one: nothing such.").waitFor();
    }));

  it("knows a shift that an override gives in a rota of others, and says the reader's next one", async () => {
    const [from, to] = [1, 2].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
    const override = await act(console_, "create_on_call_override", {
      ...{ rota_id: ids[29], role: "primary", email: "vera@example.com", starts_at: from, ends_at: to },
    });
    await as(console_, "viewer", async ({ page, open }) => {
      await open(path);
      await page.getByText(/^Your next shift: Shop 30 \(primary\), from /).waitFor();
      expect(await rotas(page).allTextContents()).toEqual(["Shop 30"]);
    });
    await act(console_, "delete_on_call_override", { id: override.id, confirm: true });
  });

  it("shows those with a gap first, and is no wider than a phone", async () => {
    const rotations = [
      { name: "R", turns: [{ people: [ben] }], starts_on: day(-60), ends_on: day(3), handover: weekly },
    ];
    await act(console_, "update_on_call_rota", { id: ids[19], rotations });
    await as(
      console_,
      "viewer",
      async (seen) => {
        const { page, open } = seen;
        const calls = countCalls(page);
        await open(path);
        expect(await rotas(page).first().textContent()).toBe("Shop 20");
        const line = page.getByRole("region", { name: "Shop 20" });
        await line.getByText(/^Nobody is on call as primary from /).waitFor();
        expect(calls()).toBe(0);
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
        await withKeys(page).press(opener(page, "Shop 20"));
        await page.getByRole("region", { name: "Shop 20: gaps" }).waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
        expect(await faults(seen)).toEqual([]);
      },
      { width: 390, height: 844 },
    );
  });
});

describe("load", () => {
  beforeAll(async () => {
    const { id: route } = await act(console_, "create_alert_route", {
      ...{ name: "To a rota", position: 1, matchers: ['service="shop"'] },
      destinations: [{ rota_id: ids[0] }],
    });
    const { value } = await console_.test.makeKey(console_.organization.id, ["api:admin"]);
    const startsAt = new Date().toISOString();
    const fired = ["One", "Two"].map((name) => ({ name, startsAt, labels: { service: "shop" } }));
    await console_.test.send("POST", `/api/v1/intake/alertmanager/${console_.seeded.engineId}`, {
      headers: { authorization: `Bearer ${value}` },
      body: webhook({ receiver: route, group: "shop" }, fired),
    });
    await console_.test.service.alerts.flush();
  });

  it("is a table by person, past and planned, whose time is chosen, typed, and kept in the address", () =>
    as(console_, "viewer", async (seen) => {
      const { page, open } = seen;
      const keys = withKeys(page);
      const calls = countCalls(page);
      await open(path);
      await keys.press(
        page.getByRole("navigation", { name: "Shifts or load" }).getByRole("link", { name: "Load" }),
      );
      const table = page.getByRole("table", { name: "Load" });
      await table.waitFor();
      expect(calls()).toBe(0);
      const heads = await table.getByRole("rowheader").allTextContents();
      // Ben has 38 rotas at once, which is his time once.
      expect(heads[0]).toBe("ben");
      expect(heads.slice(1).sort()).toEqual(["ada", "max"]);
      const { data } = await act(console_, "who_is_on_call", {}).then(({ rotas: all }) => ({ data: all }));
      const onCall = data.find(({ rota_id }: { rota_id: string }) => rota_id === ids[0]).roles[0].people[0];
      const cells = table.getByRole("row", { name: onCall.email.split("@")[0] }).getByRole("cell");
      // Hours, nights, weekends, pages.
      expect(await cells.nth(3).textContent()).toBe("2");
      expect(await cells.count()).toBe(9);
      await settled(page);
      expect(await faults(seen)).toEqual([]);
      await keys.press(page.getByRole("button", { name: "Next month" }));
      await page.getByText("Until now", { exact: true }).waitFor({ state: "detached" });
      expect(await cells.count()).toBe(3);
      await page.reload();
      await page.getByRole("button", { name: "Next month", pressed: true }).waitFor();
      // A time that is longer than is counted is refused at its field.
      await keys.type(page.getByLabel("Until"), "2099-01-01 9:00");
      await page.getByText(/400 days/).waitFor();
      await keys.press(page.getByRole("button", { name: "Last month" }));
      await table.waitFor();
    }));

  it("is a file, of the same time", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${path}?view=load`);
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        withKeys(page).press(page.getByRole("button", { name: "Download CSV" })),
      ]);
      expect(file.suggestedFilename()).toBe("on-call-load.csv");
      const [head, ...lines] = readFileSync(await file.path(), "utf8")
        .trimEnd()
        .split("\r\n");
      expect(head).toMatch(/^email,name,past_hours,/);
      expect(lines.map((line) => line.split(",")[0])).toEqual([ada, ben, max]);
    }));

  it("is a list on a phone, and no address of it breaks the page", () =>
    as(
      console_,
      "member",
      async (seen) => {
        const { page, open } = seen;
        await open(`${path}?view=load&from=yesterday&to=2026-13-45`);
        const list = page.getByRole("list", { name: "Load" });
        await list
          .getByText(/^\d+(\.\d)? h, \d+ nights?, \d+ weekends?$/)
          .first()
          .waitFor();
        await list.getByText("max (you)").waitFor();
        expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
        expect(await faults(seen)).toEqual([]);
      },
      { width: 390, height: 844 },
    ));
});
