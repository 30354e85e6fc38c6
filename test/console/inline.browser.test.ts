/** What a form needs and is not there yet is made from within it, and the form goes on as it was. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type Console, settled, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;

beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

const dialog = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });
/** Where what is typed would go. */
const focused = (page: Page) => page.evaluate("document.activeElement?.closest('[data-path]')?.dataset.path");
const choose = async (page: Page, option: string | RegExp) =>
  page.getByRole("option", { name: option }).click();

it("says that a row of another service is taken, as long as it is", () =>
  as(console_, "org_admin", async ({ page, open }) => {
    const { sli_id } = await act(console_, "get_slo", { id: console_.seeded.sloId });
    const { service, name } = await act(console_, "get_sli", { id: sli_id });
    await open(`${home}/new/slos`);
    const own = page.getByRole("combobox", { name: "Service" });
    await typeInto(own, "cart");
    await page.getByRole("combobox", { name: "SLI" }).click();
    await choose(page, new RegExp(`${service}.*${name}|${name}.*${service}`));
    const note = page.getByText(`It is of the service ${service}, not of cart.`);
    await note.waitFor();
    await typeInto(own, service);
    await note.waitFor({ state: "detached" });
  }));

describe("a new row from within a form", () => {
  it("is made two forms deep: an SLO with its SLI, and the data source of that", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/slos`);
      await typeInto(page.getByLabel("Name"), "Cart latency");
      await typeInto(page.getByRole("combobox", { name: "Service" }), "cart");
      await typeInto(page.getByRole("combobox", { name: "SLI" }), "Cart requests");
      // By keys alone.
      await page.getByRole("option", { name: "Create SLI “Cart requests”…" }).waitFor();
      await until(async () => {
        await page.keyboard.press("ArrowDown");
        return (await page.locator("[data-combobox-selected]").count()) === 1;
      });
      await page.keyboard.press("Enter");

      const sli = dialog(page, "New SLI");
      await sli.waitFor();
      // It takes the focus when it is there: what is typed before would go elsewhere.
      await until(async () => (await focused(page)) === "name");
      await until(async () => (await sli.getByLabel("Name").inputValue()) === "Cart requests");
      // It is for the service of the SLO.
      await until(async () => (await sli.getByRole("combobox", { name: "Service" }).inputValue()) === "cart");
      await typeInto(sli.getByRole("combobox", { name: "Data source" }), "Cart Prometheus");
      await choose(page, "Create data source “Cart Prometheus”…");

      const source = page.getByRole("dialog", { name: "New data source" });
      await source.waitFor();
      await source.getByRole("button", { name: "Prometheus", exact: true }).click();
      await typeInto(source.getByLabel("Address"), "https://prometheus.cart.example.com");
      await page.keyboard.press("Enter");
      await source.getByText(/^It does not work/).waitFor();
      await source.getByRole("button", { name: "Save it all the same" }).click();
      await source.waitFor({ state: "detached" });

      await until(async () => (await focused(page)) === "data_source_id");
      const chosen = sli.getByRole("combobox", { name: "Data source" });
      await until(async () => (await chosen.inputValue()) === "Cart Prometheus");
      await sli.getByRole("combobox", { name: "Kind" }).click();
      await choose(page, "Ratio");
      await typeInto(sli.getByLabel("Good query"), "sum(rate(good[5m]))");
      await typeInto(sli.getByLabel("Total query"), "sum(rate(all[5m]))");
      await sli.getByRole("button", { name: "Create" }).click();
      await sli.waitFor({ state: "detached" });

      await until(
        async () =>
          (await page.getByRole("combobox", { name: "SLI" }).inputValue()) === "cart / Cart requests",
      );
      expect(await page.getByLabel("Name").inputValue()).toBe("Cart latency");
      await typeInto(page.getByLabel("Target"), "99.5");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: "Cart latency" }).waitFor();

      const { data } = await act(console_, "list_slos", {});
      const slo = (data as { name: string; sli_id: string }[]).find(({ name }) => name === "Cart latency");
      const made = await act(console_, "get_sli", { id: slo?.sli_id });
      expect(made).toMatchObject({ name: "Cart requests", service: "cart" });
    }));

  it("is asked about before what was typed is lost, and leaves the form around it alone", () =>
    as(console_, "org_admin", async ({ page, open, follow }) => {
      await open(home);
      await follow(`${home}/new/outbound_rules`);
      await typeInto(page.getByLabel("Name"), "Page the team");
      await page.getByRole("button", { name: "New outbound target" }).click();
      const target = dialog(page, "New outbound target");
      await target.waitFor();
      await page.keyboard.press("Escape");
      await target.waitFor({ state: "detached" });

      await page.getByRole("button", { name: "New outbound target" }).click();
      await target.getByRole("button", { name: "Slack", exact: true }).click();
      await typeInto(target.getByLabel("Name"), "Team chat");
      await page.keyboard.press("Escape");
      const question = dialog(page, "Discard the new outbound target?");
      await question.waitFor();
      await page.keyboard.press("Enter");
      await question.waitFor({ state: "detached" });
      expect(await target.getByLabel("Name").inputValue()).toBe("Team chat");
      await page.keyboard.press("Escape");
      await question.getByRole("button", { name: "Discard" }).click();
      await target.waitFor({ state: "detached" });
      expect(await page.getByLabel("Name").inputValue()).toBe("Page the team");

      // A step back leaves both of them, and is asked about once.
      await page.getByRole("button", { name: "New outbound target" }).click();
      await target.getByRole("button", { name: "Slack", exact: true }).click();
      await typeInto(target.getByLabel("Name"), "Team chat");
      await page.goBack();
      const leaving = page.getByRole("dialog", { name: "Leave without saving?" });
      await leaving.waitFor();
      expect(await leaving.count()).toBe(1);
      await leaving.getByRole("button", { name: "Leave" }).click();
      await target.waitFor({ state: "detached" });
      await settled(page);
      expect([await leaving.count(), new URL(page.url()).pathname]).toEqual([0, home]);
    }));

  it("joins a list of references, and stays in it when the form is saved", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${home}/new/status_page_incidents`);
      await typeInto(page.getByLabel("Title"), "Searches are slow");
      await typeInto(page.getByRole("textbox", { name: "Body", exact: true }), "We look into it.");
      await typeInto(page.getByRole("combobox", { name: "Components" }), "Search box");
      await choose(page, /Create .*“Search box”…/);
      const component = page.getByRole("dialog", { name: /^New status page component$/ });
      await until(async () => (await component.getByLabel("Name").inputValue()) === "Search box");
      await component.getByRole("button", { name: "Create" }).click();
      await component.waitFor({ state: "detached" });
      await page.getByText("Search box").first().waitFor();
      await page.getByRole("combobox", { name: "Status" }).click();
      await page.getByRole("option", { name: "Investigating" }).click();
      await page.getByRole("button", { name: /^Save\b/ }).click();
      await page.getByRole("heading", { name: "Searches are slow" }).waitFor();
      const { data } = await act(console_, "list_status_page_incidents", {});
      const incident = (data as { title: string; component_ids: string[] }[]).find(
        ({ title }) => title === "Searches are slow",
      );
      expect(incident?.component_ids).toHaveLength(1);
    }));

  it("is offered to nobody who may not make one", () =>
    as(console_, "member", async ({ page, open }) => {
      await open(`${home}/new/status_page_incidents`);
      await page.getByRole("combobox", { name: "Components" }).click();
      await page.getByRole("option").first().waitFor();
      expect(await page.getByRole("option", { name: /Create/ }).count()).toBe(0);
      expect(await page.getByRole("button", { name: /New status page component/ }).count()).toBe(0);
    }));
});
