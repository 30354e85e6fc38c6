/** Now, and the menu that people keep as they like it; with real keys. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { entries } from "../../console/shell/entries.ts";
import type { Definitions } from "../../src/surfaces/console/definitions.ts";
import { type Console, startConsole, visit } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

describe("Now", () => {
  const list = (page: Page) => page.getByRole("region", { name: "What needs you" });

  it("says in one sentence what presses, and takes an alert on the spot", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      const sentence = page.getByRole("heading", { level: 1 });
      await sentence.getByText(/^\d+ alerts reached nobody, .*1 gate closed\.$/).waitFor();
      const button = list(page)
        .getByRole("button", { name: /^Take: / })
        .first();
      const name = await button.getAttribute("aria-label");
      await button.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: String(name) }).waitFor({ state: "detached" });
      await list(page).getByText("Mine", { exact: true }).click();
      await page.waitForURL(/who=mine/);
      await list(page).getByText("ada@example.com took it").waitFor();
    }));

  it("stands on the first screen of a good day, and is the same at /now", async () => {
    const { organization, config } = await console_.test.makeTenant({ name: "Quiet" });
    const person = await console_.site.makeMember(organization.id, "viewer", "quinn@example.com");
    const { page, open, context, complaints } = await visit(console_, person);
    await open(`/o/${organization.slug}`);
    // As long as nothing says that something is wrong, and nothing leads to anybody, no quiet is a good one.
    await page.getByRole("heading", { name: "Nothing is watched yet.", level: 1 }).waitFor();
    await list(page)
      .getByText(/^Nobody is notified of any alert/)
      .waitFor();
    const hook = {
      name: "Hook",
      kind: "webhook",
      url: "https://events.example.com/hook",
      secret: "s3cr3t-value",
    };
    const target = await config("POST", "outbound_configs", { body: hook });
    const destinations = [{ outbound_config_id: target.body.id }];
    const route = { name: "All", position: 1, matchers: [], destinations };
    expect((await config("POST", "alert_routes", { body: route })).status).toBe(201);
    const job = { name: "Backup", service: "db", every_minutes: 1_440 };
    expect(await config("POST", "alert_heartbeats", { body: job })).toMatchObject({ status: 201 });
    await open(`/o/${organization.slug}`);
    await page.getByRole("heading", { name: "All is well.", level: 1 }).waitFor();
    expect(Number(await page.evaluate("document.documentElement.scrollHeight"))).toBeLessThanOrEqual(1_000);
    await open("/now");
    await page.getByRole("heading", { name: "All is well.", level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("is narrowed by a drag over the strip, and by an address", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      // Of a bad day too: what is long is folded.
      const height = await page.evaluate("document.documentElement.scrollHeight");
      expect(Number(height)).toBeLessThanOrEqual(1_000);
      await list(page)
        .getByRole("button", { name: /^Show \d+ more$/ })
        .waitFor();
      const strip = page.getByRole("region", { name: "Time" });
      const tracks = strip.locator(".time-tracks");
      const box = await tracks.boundingBox();
      if (box === null) throw new Error("the strip is not there");
      await page.mouse.move(box.x + box.width * 0.5, box.y + 8);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.75, box.y + 8, { steps: 4 });
      await page.mouse.up();
      await page.waitForURL(/from=.*&to=/);
      await page.getByRole("region", { name: "In this time" }).waitFor();
      await strip.getByRole("button", { name: "All 24 hours" }).click();
      await list(page).waitFor();
      await open(`${home}?from=2020-01-01T00:00:00Z&to=2020-01-01T06:00:00Z`);
      await page.getByText("No alert, incident or deploy in this time.").waitFor();
    }));

  it("begins on a phone with what needs attention, and has its strip of 24 hours below", async () => {
    const phone = { width: 390, height: 844, touch: true } as const;
    const { page, open, context, complaints } = await visit(console_, console_.people.viewer, phone);
    await open(home);
    const [needs, strip] = await Promise.all([
      list(page).boundingBox(),
      page.getByRole("region", { name: "Time" }).boundingBox(),
    ]);
    if (needs === null || strip === null) throw new Error("the list or the strip is not there");
    expect(needs.y).toBeLessThan(phone.height / 2);
    expect(strip.y).toBeGreaterThanOrEqual(needs.y + needs.height);
    expect(strip.x + strip.width).toBeLessThanOrEqual(phone.width);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("leads to what nobody measures, and shows a viewer nothing to take", async () => {
    const { id } = (await act(console_, "list_slos", {})).data[0];
    const { sli_id } = await act(console_, "get_slo", { id });
    const slo = { name: "Nobody looks", service: "unwatched", sli_id, target_percent: 99 };
    const made = await act(console_, "create_slo", slo);
    await as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      await list(page)
        .getByRole("button", { name: /^Show \d+ more$/ })
        .click();
      await list(page)
        .getByText("Nobody evaluates this SLO yet: connect an engine that does.")
        .first()
        .waitFor();
      expect(await page.getByRole("button", { name: /^Take: / }).count()).toBe(0);
      await list(page).getByRole("link", { name: "Connect an engine: unwatched / Nobody looks" }).click();
      await page.waitForURL(/\/settings\/connectors/);
      await open(`${home}/services?q=unwatched`);
      await page
        .getByRole("row", { name: /unwatched/ })
        .getByText("1 not measured")
        .waitFor();
      await open(`${home}/settings/slos/${made.id}`);
      const state = page.getByRole("status").filter({ hasText: "Nobody evaluates this SLO yet" });
      await state.getByRole("link", { name: "See Prometheus in Frankfurt" }).waitFor();
      // With two engines either could, until the data source says which.
      const oslo = { name: "Prometheus in Oslo", type: "observability", connector_type: "prometheus" };
      const { id: second } = await act(console_, "create_connector", oslo);
      await page.reload();
      await state.getByText("Engines that could: Prometheus in Frankfurt, Prometheus in Oslo").waitFor();
      const { data_source_id: source } = await act(console_, "get_sli", { id: sli_id });
      await act(console_, "update_data_source", { id: source, connector_id: second });
      await page.reload();
      await state.getByRole("link", { name: "Start the agent of Prometheus in Oslo" }).click();
      await page.waitForURL(new RegExp(`/settings/connectors/${second}$`));
      await act(console_, "update_data_source", { id: source, connector_id: null });
      await act(console_, "delete_connector", { id: second, confirm: true });
    });
    await act(console_, "delete_slo", { id: made.id, confirm: true });
  });

  it("shows a freeze in the reader's words, without a time of machines, and when it ends", async () => {
    const { data } = await act(console_, "list_deploy_policies", {});
    const [{ id, service }] = data;
    await act(console_, "update_deploy_policy", {
      id,
      freeze_until: new Date(Date.now() + 30 * 3_600_000).toISOString(),
      freeze_reason: "Holidays",
    });
    await as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      await list(page)
        .getByRole("button", { name: /^Show \d+ more$/ })
        .click();
      await list(page)
        .getByText(/Deploys are frozen until \d+ \w+ \d{4}/)
        .waitFor();
      await page.getByRole("region", { name: "What comes" }).getByText(`Freeze ends: ${service}`).waitFor();
      expect(await page.locator("main").textContent()).not.toMatch(/\d{4}-\d\d-\d\dT/);
    });
  });
});

describe("the menu", () => {
  it("has its entries, and counts at each what needs attention", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      const nav = page.getByRole("navigation", { name: "Pages" });
      await nav.getByRole("link", { name: /^Objectives \d+ need attention$/ }).waitFor();
      const names = await nav.getByRole("link").allTextContents();
      expect(names.map((name) => name.replace(/\d.*$/, ""))).toEqual(entries.map(({ title }) => title));
      await nav.getByRole("link", { name: /^Objectives/ }).click();
      await page.getByRole("heading", { name: "Objectives", level: 1 }).waitFor();
      expect(await nav.locator("[aria-current=page]").textContent()).toMatch(/^Objectives/);
    }));

  it("leads by Set-up to every kind, and finds one by a field; old addresses lead on", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/set-up`);
      const tiles = page.locator("main");
      const { body } = await console_.test.service.server.inject({ url: "/console/definitions.json" });
      const addresses = await tiles
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
      expect(addresses).toEqual(
        expect.arrayContaining(
          (JSON.parse(body) as Definitions).kinds.map(({ kind }) => `${home}/settings/${kind}`),
        ),
      );
      await page.keyboard.press("/");
      await page.keyboard.type("timezone");
      await page.waitForURL(/q=timezone/);
      const card = tiles.getByRole("region", { name: "Who belongs here" });
      await card.getByText("Fields: Timezone").waitFor();
      await card.getByRole("link", { name: "Organization" }).focus();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Organization", level: 1 }).waitFor();
      await open(`${home}/audit?action=create_team`);
      await page.waitForURL(/\/changes\?action=create_team/);
      await page.getByRole("heading", { name: "Changes", level: 1 }).waitFor();
      await open(`${home}/organization`);
      await page.locator("main").getByRole("link", { name: "Members", exact: true }).click();
      await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
    }));

  it("can be put away, also for the next time", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      await page.getByRole("button", { name: "Hide the menu" }).click();
      await page.getByRole("button", { name: "Show the menu" }).waitFor();
      await page.reload();
      await page.getByRole("button", { name: "Show the menu" }).click();
      await page.getByRole("button", { name: "Hide the menu" }).waitFor();
    }));

  it("keeps pinned pages with their filters, and the rows that were looked at", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/settings/slos?is.status=at_risk`);
      await page.getByRole("button", { name: "Pin this page" }).click();
      await page.getByRole("link", { name: "checkout / Checkout availability" }).click();
      const nav = page.getByRole("navigation", { name: "Pages" });
      const recent = nav.getByRole("region", { name: "Recent" });
      await recent.getByRole("link", { name: "checkout / Checkout availability" }).waitFor();
      await page.reload();
      await nav.getByRole("region", { name: "Pinned" }).getByRole("link", { name: "Objectives" }).click();
      await page.waitForURL(/is\.status=at_risk/);
      await nav.getByRole("button", { name: "Unpin Objectives" }).click();
      await nav.getByRole("region", { name: "Pinned" }).waitFor({ state: "detached" });
    }));

  it("stays next to a page that there is not", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/no/such/page`);
      await page.getByRole("heading", { name: "There is no such page" }).waitFor();
      await page.getByRole("link", { name: "Set-up" }).waitFor();
    }));
});

describe("the palette's verbs", () => {
  it("mute a service until a time, after a preview that names it on the organization's clocks", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("mute search until tomorrow 9:00");
      await page
        .getByRole("option", { name: /^Mute search until .* 09:00 \(Europe\/Berlin\)/, selected: true })
        .waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: /^Mute search until .* 09:00/ });
      await dialog.getByText(/^It mutes \d+ open alerts?$/).waitFor();
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "detached" });
      const { data } = await act(console_, "list_alert_mutes", {});
      const mute = data.find(({ reason }: { reason: string }) => reason.startsWith("mute search"));
      expect(mute).toMatchObject({ matchers: ['service="search"'], active: true });
      const hours = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", timeStyle: "short" });
      expect(hours.format(new Date(Date.parse(mute.expires_at) + 30_000))).toMatch(/^(08:59|09:00)$/);
      await act(console_, "delete_alert_mute", { id: mute.id, confirm: true });
    }));

  it("mute a service until a moment that somebody types", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("mute payments");
      await page.getByRole("option", { name: /^Mute payments: until when/ }).waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: /^Mute payments/ });
      await dialog.getByRole("radio", { name: "Until a moment" }).check();
      expect(await dialog.getByRole("button", { name: "Mute" }).isDisabled()).toBe(true);
      await dialog.getByLabel("Ends at").focus();
      await page.keyboard.type("2035-03-30 3:30");
      await dialog.getByText("In Europe/Berlin time: 30 Mar 2035, 03:30.").waitFor();
      await dialog.getByRole("button", { name: "Mute" }).click();
      await dialog.waitFor({ state: "detached" });
      const { data } = await act(console_, "list_alert_mutes", {});
      const mute = data.find(({ until }: { until: string | null }) => until !== null);
      expect(mute).toMatchObject({ matchers: ['service="payments"'], until: "2035-03-30T01:30:00Z" });
      await act(console_, "delete_alert_mute", { id: mute.id, confirm: true });
    }));

  it("freeze a service's deploys, and ask until when", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("freeze payments");
      await page.getByRole("option", { name: /^Freeze deploys of payments: until when/ }).waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: /^Freeze deploys of payments/ });
      expect(await dialog.getByRole("button", { name: "Freeze" }).isDisabled()).toBe(true);
      await dialog.getByRole("radio", { name: "Until Monday 09:00" }).check();
      await dialog.getByRole("button", { name: "Freeze" }).click();
      await dialog.waitFor({ state: "detached" });
      const { data } = await act(console_, "list_deploy_policies", {});
      const policy = data.find(({ service }: { service: string }) => service === "payments");
      expect(policy).toMatchObject({ frozen: true, freeze_reason: "freeze payments" });
      await act(console_, "delete_deploy_policy", { id: policy.id, confirm: true });
    }));

  it("say where no service has the name, also one of several words", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      for (const [sentence, name, isKnown] of [
        ["freeze legacy crm until monday", "Freeze deploys of legacy crm until", false],
        ["who is notified of nobody", "Who is notified of nobody", false],
        ["freeze checkout until monday", "Freeze deploys of checkout until", true],
      ] as const) {
        await page.keyboard.press("Control+k");
        await page.keyboard.type(sentence);
        await page.getByRole("option", { name: new RegExp(`^${name}`) }).waitFor();
        await page.keyboard.press("Enter");
        const dialog = page.getByRole("dialog", { name: new RegExp(`^${name}`) });
        await dialog.waitFor();
        await page.waitForLoadState("networkidle");
        const note = dialog.getByText(/^No service is called /);
        if (isKnown) expect(await note.count()).toBe(0);
        else await note.waitFor();
        await page.keyboard.press("Escape");
        await dialog.waitFor({ state: "detached" });
      }
    }));

  it("answer who is notified at night; a viewer is offered no mute", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("mute search for 2h");
      await page.getByText(/^Mute search until .*: it takes the role Member\.$/).waitFor();
      // The service itself is near, and there is always where to look on.
      await page.getByRole("option", { name: "Search alerts for “mute search for 2h”" }).waitFor();
      await page.getByRole("option", { name: /^search Service$/i }).waitFor();
      await page.keyboard.press("Control+a");
      await page.keyboard.type("who is notified of checkout at night");
      await page.getByRole("option", { name: /^Who is notified of checkout at .* 03:00 \(Europe/ }).waitFor();
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog", { name: /^Who is notified of checkout/ });
      await dialog.getByRole("list", { name: "Would be notified" }).getByRole("listitem").first().waitFor();
      await dialog.getByRole("link", { name: "See why, route by route" }).click();
      await page.getByRole("heading", { name: "Alert routes", level: 1 }).waitFor();
    }));

  it("acknowledge an alert", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("acknowledge search-3");
      await page.getByRole("option", { name: /^Acknowledge search-3/ }).waitFor();
      await page.keyboard.press("Enter");
      await page
        .getByText(/Acknowledged/)
        .first()
        .waitFor();
    }));
});
