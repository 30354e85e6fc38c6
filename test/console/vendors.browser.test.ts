/** What is connected begins with a tile, asks for little, and ends in a budget on screen: with a real Prometheus. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startPrometheus } from "../support/engines.ts";
import { type Console, patient, startConsole, typeInto, visit } from "./browser.ts";
import { clicksOn, countClicks } from "./hands.ts";
import { act, as } from "./people.ts";

let console_: Console;
let prometheus: RunningEngine;
let home: string;

beforeAll(async () => {
  prometheus = await startPrometheus({ rules: [], measured: shopOfThreeHours() });
  console_ = await startConsole({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(async () => {
  await prometheus?.stop();
  await console_?.close();
});

/** Ten requests a second; of those of the last two hours a twentieth fails, where half of a percent may. */
function shopOfThreeHours(): string[] {
  const end = Math.floor(Date.now() / 1_000);
  const minutes = Array.from({ length: 181 }, (_, at) => at);
  const at = (minute: number) => end - (180 - minute) * 60;
  const failed = (minute: number) => Math.max(0, minute - 60) * 30;
  return [
    "# TYPE shop_requests counter",
    ...minutes.map(
      (minute) => `shop_requests_total{code="200"} ${minute * 600 - failed(minute)} ${at(minute)}`,
    ),
    ...minutes.map((minute) => `shop_requests_total{code="500"} ${failed(minute)} ${at(minute)}`),
  ];
}

const good = 'sum(rate(shop_requests_total{code="200"}[5m]))';
const total = "sum(rate(shop_requests_total[5m]))";

const focused = (page: Page) => page.evaluate("document.activeElement?.closest('[data-path]')?.dataset.path");

it("the first steps lead from nothing to a budget that burns, within 12 clicks", async () => {
  const fresh = await console_.site.makeOrganization({ name: "From nothing" });
  const person = await console_.site.makeMember(fresh.id, "org_admin", "nora@example.com");
  const seen = await visit(console_, person);
  await countClicks(seen.context);
  const { page } = seen;
  await seen.open(`/o/${fresh.slug}`);
  await page.getByRole("region", { name: "Set up" }).getByRole("link", { name: "Connect it" }).click();

  await expect.poll(() => focused(page), patient).toBe("url");
  await page.keyboard.type(prometheus.url);
  await page.keyboard.press("Enter");
  await page.getByText("It works", { exact: true }).waitFor();
  await page.getByText("It evaluates queries.").waitFor();
  await page.getByText("Nobody evaluates SLOs there yet").waitFor();
  await page.getByText(/^orgconfig agent --connector 'Prometheus'/).waitFor();
  await page.getByRole("link", { name: "Measure something" }).click();

  await expect.poll(() => focused(page), patient).toBe("name");
  const source = page.getByRole("combobox", { name: "Data source" });
  await expect.poll(() => source.inputValue(), patient).toBe("Prometheus");
  await page.keyboard.type("Good requests");
  await page.keyboard.press("Tab");
  await page.keyboard.type("shop");
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Ratio" }).click();
  await typeInto(page.getByLabel("Good query"), good);
  await typeInto(page.getByLabel("Total query"), total);
  await page.getByRole("button", { name: "Create" }).click();

  const next = page.getByRole("region", { name: "Next step" });
  await next.getByText("Next: Set an objective (2 of 5 steps done)").waitFor();
  await next.getByRole("link", { name: "Add an SLO" }).click();
  await expect.poll(() => focused(page), patient).toBe("name");
  await page.keyboard.type("Availability");
  expect(await page.getByRole("combobox", { name: "Service" }).inputValue()).toBe("shop");
  await expect
    .poll(() => page.getByRole("combobox", { name: "SLI" }).inputValue(), patient)
    .toBe("shop / Good requests");
  await page.getByRole("button", { name: "99.5%" }).click();
  await page.getByRole("button", { name: "Create" }).click();

  // Of three hours two had ten times the errors that the target allows.
  const budget = page.getByRole("region", { name: "Error budget", exact: true });
  await budget.getByText(/^All 3\.6 hours are spent, and /).waitFor();
  await budget.getByText(/^Overspent by .*Burn rate of the last hour: (9|10)/).waitFor();
  await budget.getByRole("figure", { name: "Error budget remaining" }).waitFor();
  await budget.getByText(/^Measured once by this service/).waitFor();
  expect(await clicksOn(page)).toBeLessThanOrEqual(12);

  // Nobody evaluates it: the page says so, with the one step.
  await page.getByRole("status").getByRole("link", { name: "Start the agent of Prometheus" }).waitFor();
  await next.getByRole("link", { name: "Choose where" }).waitFor();
  expect({ foreign: seen.foreign, complaints: seen.complaints }).toEqual({ foreign: [], complaints: [] });
  await seen.context.close();
});

describe("your Prometheus", () => {
  it("is found by the menu, connected and tested, and taken back with one press", () =>
    as(console_, "org_admin", async (seen) => {
      const { page } = seen;
      await seen.open(home);
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Set-up" }).click();
      await page.getByRole("main").getByRole("link", { name: "Your Prometheus" }).click();
      await expect.poll(() => focused(page), patient).toBe("url");
      await page.keyboard.press("Enter");
      await page.getByText("Write the address, such as http://prometheus.example.com:9090").waitFor();
      await page.keyboard.type("not an address");
      await page.keyboard.press("Enter");
      await page.getByText(/Must be an absolute http or https URL/).waitFor();
      await typeInto(page.getByLabel("Address"), prometheus.url);
      await page.keyboard.press("Enter");
      await page.getByText("It works", { exact: true }).waitFor();

      const [source] = await sources();
      const connector = await act(console_, "get_connector", { id: source?.connector_id });
      expect(connector).toMatchObject({
        name: source?.name,
        connector_type: "prometheus",
        config_set: true,
      });
      expect(source).toMatchObject({ health_status: "healthy" });
      await page.getByRole("status").getByRole("button", { name: /^Undo/ }).click();
      await page.getByText("Undone.").waitFor();
      expect(await sources()).toEqual([]);
      const { data } = await act(console_, "list_connectors", {});
      expect(data.map(({ id }: { id: string }) => id)).not.toContain(connector.id);
    }));

  it("says what came back where it does not answer, and is saved where its agent alone reaches it", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/prometheus`);
      await typeInto(page.getByLabel("Address"), "http://127.0.0.1:9");
      await typeInto(page.getByLabel("Token"), "tok-of-tests");
      await page.keyboard.press("Enter");
      await page.getByText("It does not work · network").waitFor();
      await page.getByText("Nothing is saved yet.").waitFor();
      await page.getByRole("button", { name: "Save it all the same" }).click();
      await page.getByText("Saved, not tested").waitFor();
      const { data } = await act(console_, "list_data_sources", {});
      expect(data.map(({ url }: { url: string }) => url)).toContain("http://127.0.0.1:9");
    }));
});

/** Those that lead to the real Prometheus. */
async function sources(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { data } = await act(console_, "list_data_sources", {});
  return (data as Record<string, unknown>[]).filter(({ url }) => url === prometheus.url);
}

describe("a vendor's tile", () => {
  it("shows its one field, its own help, and all else under Advanced", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/outbound_configs`);
      await page.getByRole("link", { name: "Slack", exact: true }).click();
      const about = page.getByRole("region", { name: "Slack" });
      await about.getByText(/^Posts each alert in one Slack channel\. In your Slack app/).waitFor();
      expect(await about.getByRole("link", { name: "How to get it" }).getAttribute("href")).toContain(
        "slack.dev",
      );
      await expect.poll(() => focused(page), patient).toBe("secret");
      expect(await page.getByLabel("Name").inputValue()).toBe("Slack");
      expect(await page.locator("main form").getByRole("textbox").filter({ visible: true }).count()).toBe(2);
      const send = page.getByRole("region", { name: "Send a test" });
      await send.getByText("Fill in first: Webhook URL").waitFor();
      // What nothing works without is wanted, at its field.
      await typeInto(page.getByLabel("Name"), "Payments chat");
      await page.keyboard.press("Enter");
      await page.getByText("Fill this in.").waitFor();
      expect(await focused(page)).toBe("secret");
      await page.keyboard.type("https://hooks.slack.com/services/T000/B000/YYYY");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Payments chat" }).waitFor();
      const { data } = await act(console_, "list_outbound_configs", {});
      expect(data.find(({ name }: { name: string }) => name === "Payments chat")).toMatchObject({
        kind: "slack",
        secret_set: true,
        url: null,
      });
    }));

  it("leads back to the others, and asks before what was typed is lost", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/connectors`);
      await page.getByRole("link", { name: "GitLab", exact: true }).click();
      await typeInto(page.getByLabel("Token"), "glpat-of-tests");
      await page.getByRole("link", { name: "Choose another" }).click();
      const question = page.getByRole("dialog", { name: "Leave without saving?" });
      await question.getByRole("button", { name: "Leave" }).click();
      await page.getByRole("link", { name: "AWS", exact: true }).waitFor();
      // What no tile names is typed.
      await page.getByRole("link", { name: "Another system" }).click();
      await page.getByRole("combobox", { name: "Connector type" }).waitFor();
      await page.goBack();
      await page.getByRole("link", { name: "Prometheus", exact: true }).click();
      await page.getByRole("heading", { name: "Your Prometheus" }).waitFor();
    }));

  it("keeps what it does not ask for first: each setting can be reached", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/connectors?connector_type=mimir`);
      await page.getByRole("button", { name: "More settings" }).click();
      await page.getByLabel("Tenant").waitFor();
      await page.getByRole("button", { name: "Advanced" }).click();
      await page.getByRole("combobox", { name: "Run in" }).waitFor();
      // After "Add" the new entry has the focus.
      await page.getByRole("button", { name: "Add entry" }).click();
      await page.keyboard.type("owner");
      await page.keyboard.press("Tab");
      await page.keyboard.type("Platform");
      await typeInto(page.getByLabel("URL"), "https://mimir.example.com");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "Grafana Mimir" }).waitFor();
      const { data } = await act(console_, "list_connectors", {});
      expect(data.find(({ name }: { name: string }) => name === "Grafana Mimir")).toMatchObject({
        type: "observability",
        connector_type: "mimir",
        metadata: { owner: "Platform" },
      });
    }));
});
