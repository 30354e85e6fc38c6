/** What a change would have meant for the past, at its plan and at the form before it is saved. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, patient, settled, startConsole, typeInto, unfold } from "./browser.ts";
import { act, as } from "./people.ts";
import { type SeededHistory, seedHistory } from "./seed-history.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let console_: Console;
let home: string;
let past: SeededHistory;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  past = await seedHistory(console_);
}, 600_000);
afterAll(() => console_?.close());

it("a plan has a strip of the days, and the same figures in a table", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { id } = await act(console_, "plan_changes", {
      edits: [
        { op: "save", resource: "alert_routes", id: past.routeId, fields: { matchers: ['service="x"'] } },
      ],
    });
    await open(`${home}/plans/${id}`);
    const card = page.getByRole("region", { name: "Replay of the last 30 days" });
    const strip = card.getByRole("figure", { name: "Notifications a day" });
    const picture = strip.getByRole("img", { name: /These differ: .*3 before, 0 after/ });
    await picture.waitFor();
    // Alerts that are alike are one line. Ten of the 18 are named.
    expect(await card.getByRole("listitem").allTextContents()).toEqual(
      [
        "The backup of the night is late (critical), 6 times",
        "The invoice of the night is late (error), at least 4 times",
      ].map((line) => expect.stringContaining(line)),
    );
    expect(await strip.locator(".strip-days > div").count()).toBe(31);
    expect(await strip.locator(".strip-days > [data-mark]").count()).toBe(14);
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const { violations } = (await page.evaluate("axe.run('figure.strip')")) as { violations: object[] };
      expect([colorScheme, violations]).toEqual([colorScheme, []]);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await expect
      .poll(() => page.evaluate("document.documentElement.scrollWidth"), patient)
      .toBeLessThanOrEqual(390);
    await strip.getByRole("button", { name: "Show as a table" }).focus();
    await page.keyboard.press("Enter");
    const rows = strip.getByRole("table").getByRole("row");
    expect(await rows.count()).toBe(32);
    expect(await strip.getByRole("table").getByText("3", { exact: true }).count()).toBeGreaterThan(0);
  }));

it("a plan says whose pages and nights move by it, person by person", () =>
  as(
    console_,
    "org_admin",
    async ({ page, open }) => {
      const day = new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10);
      const rotations = (email: string) => [
        { name: "R", turns: [{ people: [email] }], starts_on: day, handover: { every: 1, unit: "weeks" } },
      ];
      // At 02:00 where alerts of noon are those of a night.
      const { id: rotaId } = await act(console_, "create_on_call_rota", {
        ...{ name: "Nights", timezone: "Pacific/Auckland", rotations: rotations("ada@example.com") },
      });
      const sendTo = (destination: object) =>
        act(console_, "update_alert_route", { id: past.routeId, destinations: [destination] });
      await sendTo({ rota_id: rotaId });
      const { id } = await act(console_, "plan_changes", {
        edits: [
          {
            ...{ op: "save", resource: "on_call_rotas", id: rotaId },
            fields: { rotations: rotations("max@example.com") },
          },
        ],
      });
      await open(`${home}/plans/${id}`);
      // People without a name are called by their address.
      await page.getByText("Nights (primary) now: ada@example.com -> max@example.com").waitFor();
      const table = page.getByRole("table", { name: "By person on call" });
      const rowOf = async (name: string) =>
        (await table.getByRole("row", { name }).getByRole("cell").allTextContents()).join(", ");
      expect(await rowOf("ada@example.com")).toMatch(/^18 → 0, \d+ → 0$/);
      expect(await rowOf("max@example.com")).toMatch(/^0 → 18, 0 → [1-9]\d*$/);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await page.evaluate(axe);
      await settled(page);
      expect(await page.evaluate("axe.run('main').then(({ violations }) => violations)")).toEqual([]);
      await sendTo({ outbound_config_id: past.targetId });
    },
    { width: 390, height: 844 },
  ));

it("a form says it before it is saved, keeps no plan, and is not held up by it", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const plans = (await act(console_, "list_plans", {})).data.length;
    await open(`${home}/settings/outbound_configs/${past.targetId}?view=edit`);
    await unfold(page);
    await page.getByLabel("Enabled").focus();
    await page.keyboard.press("Space");
    const card = page.getByRole("region", { name: "Replay of the last 30 days" });
    await card.getByText(/^With this, 18 of the \d+ alerts would have reached nobody\./).waitFor();
    await card.getByRole("img", { name: /These differ/ }).waitFor();
    await page.keyboard.press("Space");
    await typeInto(page.getByRole("textbox", { name: "Name", exact: true }), "Pager of the night");
    await card.getByText(/^None of the \d+ alerts would have been sent otherwise\.$/).waitFor();
    expect(await card.getByRole("img").count()).toBe(0);
    expect((await act(console_, "list_plans", {})).data.length).toBe(plans);
    expect(await page.getByRole("button", { name: "Save" }).isEnabled()).toBe(true);
  }));

it("a form asks the engine for the past of what is new where somebody wants that, and not by itself", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const asked: boolean[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/actions/replay")) asked.push(request.postDataJSON().replay_query);
    });
    const slis = (await act(console_, "list_slis", {})).data;
    const slos = (await act(console_, "list_slos", {})).data;
    const measured = slis.find(
      ({ id, kind }: { id: string; kind: string }) =>
        kind === "ratio" && slos.some(({ sli_id }: { sli_id: string }) => sli_id === id),
    );
    await open(`${home}/settings/slis/${measured.id}?view=edit`);
    await typeInto(page.locator('[data-path="good_query"]'), "sum(rate(other[5m]))");
    const ask = page.getByRole("button", { name: "Ask the engine for its past" });
    await ask.waitFor();
    expect(asked).not.toContain(true);
    await ask.press("Enter");
    await ask.waitFor({ state: "detached" });
    expect(asked.filter((one) => one)).toEqual([true]);
    await typeInto(page.locator('[data-path="good_query"]'), "sum(rate(another[5m]))");
    await ask.waitFor();
    expect(asked.filter((one) => one)).toEqual([true]);
  }));

it("a plan of a deploy policy says which deploys would have been held", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { test, organization } = console_;
    const { value } = await test.makeKey(organization.id, ["api:config_read"]);
    const headers = { authorization: `Bearer ${value}` };
    await test.send("GET", "/api/v1/deploy_gate?service=night", { headers });
    const fields = { service: "night", freeze_until: "2999-01-01T00:00:00Z" };
    const { id } = await act(console_, "plan_changes", {
      edits: [{ op: "create", resource: "deploy_policies", fields }],
    });
    await open(`${home}/plans/${id}`);
    const card = page.getByRole("region", { name: "Deploy gate, last 30 days" });
    await card.getByText("Of the 1 answer of the deploy gate 1 would have been held.").waitFor();
    await card.getByText("of 1, 1 would have been held (frozen)").waitFor();
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const { violations } = (await page.evaluate("axe.run('main')")) as { violations: object[] };
      expect([colorScheme, violations]).toEqual([colorScheme, []]);
    }
  }));

it("a row shows the tests that it decides, and a test its result and the rows that decide", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    await act(console_, "create_behaviour_test", {
      name: "Night jobs are paged",
      alert: { labels: { service: "night" } },
      expect: { notified: ["Night pager"] },
    });
    await open(`${home}/settings/alert_routes/${past.routeId}`);
    const tests = page.getByRole("region", { name: "Behaviour tests" });
    await tests.getByText("Holds").waitFor();
    await tests.getByRole("link", { name: "Night jobs are paged" }).focus();
    await page.keyboard.press("Enter");
    const result = page.getByRole("region", { name: "Result" });
    await result.getByText("Holds").waitFor();
    await result.getByRole("link", { name: "Night pager" }).waitFor();

    await act(console_, "update_alert_route", {
      ...{ id: past.routeId, enabled: false, override_tests: "to see it fail" },
    });
    await page.reload();
    await result.getByText("Fails").waitFor();
    await result.getByText(/"Nights" \(position 1\) does not take it: the route is disabled/).waitFor();
    await result.getByRole("link", { name: "Nights", exact: true }).click();
    await tests.getByText("1 of 1 fail").waitFor();
  }));
