/** Services in the console: found, looked at as a whole, and named in forms without a slip. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, startConsole, typeInto, type Visit } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

const heading = ({ page }: Visit, name: string) => page.getByRole("heading", { name, level: 1, exact: true });
const hint = ({ page }: Visit) => page.getByText("New service: nothing else names it yet.");
const valueIn = ({ page }: Visit, label: string) =>
  page.getByRole("combobox", { name: label, exact: true }).inputValue();

describe("the list of services", () => {
  it("finds services by a part of their name, and those in trouble", () =>
    as(console_, "viewer", async (seen) => {
      const { page, open } = seen;
      await act(console_, "create_deploy_policy", { service: "quiet one" });
      await open(`${home}/services`);
      const quiet = page.getByRole("row", { name: /quiet one/ });
      await quiet.getByText("Nothing measures it").waitFor();
      await page.keyboard.press("/");
      await page.keyboard.type("UIET");
      await page.getByText("1 service", { exact: true }).waitFor();
      await page.getByText("In trouble").click();
      await page.getByText("No service in trouble has “UIET” in its name.").waitFor();
      await typeInto(page.getByRole("textbox", { name: "Search services" }), "check");
      await page.getByRole("link", { name: "checkout" }).click();
      await heading(seen, "checkout").waitFor();
    }));

  it("opens a service whose name looks like an address", () =>
    as(console_, "viewer", async (seen) => {
      const name = "a/b?c=d&e#f 100% återbruk";
      await act(console_, "create_deploy_policy", { service: name });
      await seen.open(`${home}/services`);
      await seen.page.getByRole("link", { name, exact: true }).click();
      await heading(seen, name).waitFor();
      await seen.page.reload();
      await heading(seen, name).waitFor();
      await seen.page
        .getByRole("region", { name: "Deploy gate" })
        .getByText("decided by its policy")
        .waitFor();
      expect(seen.complaints).toEqual([]);
    }));
});

describe("a service's page", () => {
  it("gathers alerts, budgets, the gate, who learns of it and who owns it", () =>
    as(console_, "viewer", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/services/checkout`);
      const section = (name: string) => page.getByRole("region", { name, exact: true });
      await section("Open alerts")
        .getByRole("link", { name: /^Checkout answers more/ })
        .waitFor();
      await section("SLOs").getByText("Error budget: 4.2% is left").waitFor();
      const bar = section("SLOs").getByRole("progressbar", { name: "Error budget left" });
      expect(await bar.getAttribute("aria-valuenow")).toBe("4.2");
      await section("Deploy gate")
        .getByText(/^Deploys are held/)
        .waitFor();
      await section("In telemetry").getByText("/ecs/checkout").waitFor();
      await section("Who is notified").getByText("oncall@example.com").waitFor();
      await section("Who is notified").getByRole("button", { name: "Routes, rules and mutes" }).click();
      await section("Who is notified of its alerts")
        .getByRole("link", { name: "Critical to platform" })
        .waitFor();
      await section("Owner").getByRole("link", { name: "Payments" }).waitFor();
      expect(await page.getByRole("link", { name: /^Add / }).count()).toBe(0);
      await section("SLOs").getByRole("link", { name: "Checkout availability" }).click();
      await heading(seen, "checkout / Checkout availability").waitFor();
      await page.getByRole("link", { name: "checkout", exact: true }).first().click();
      await heading(seen, "checkout").waitFor();
    }));

  it("opens a new row that names the service already", () =>
    as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/services/checkout`);
      await page.getByRole("link", { name: "Add certificate monitor" }).click();
      await heading(seen, "New certificate monitor").waitFor();
      expect(await valueIn(seen, "Service")).toBe("checkout");
      await typeInto(page.getByLabel("Hostname"), "shop.example.com");
      await page.getByRole("button", { name: "Create" }).click();
      await heading(seen, "shop.example.com / 443").waitFor();
      await page.goto(`${console_.origin}${home}/services/checkout`);
      await page.getByRole("button", { name: /^\d+ more: / }).click();
      const monitors = page.getByRole("region", { name: "Certificate monitors" });
      await monitors.getByRole("link", { name: /^shop\.example\.com/ }).waitFor();
    }));

  it("is reached by typing its name, also one that nothing names", () =>
    as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(home);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("checkout");
      await page.getByRole("option", { name: "checkout Service", exact: true }).waitFor();
      await page.keyboard.press("Enter");
      await heading(seen, "checkout").waitFor();
      await open(`${home}/services/nobody`);
      await page.getByText("Nothing names this service yet").waitFor();
      await page.getByRole("link", { name: "Add SLO", exact: true }).waitFor();
    }));
});

describe("a field that names a service", () => {
  it("completes known names by keys, and says when one is new, without moving what is below", () =>
    as(console_, "org_admin", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/new/image_targets`);
      const input = page.getByRole("combobox", { name: "Service", exact: true });
      await input.click();
      await page.keyboard.type("chec");
      await page.getByRole("option", { name: "checkout" }).waitFor();
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      expect(await input.inputValue()).toBe("checkout");
      expect(await hint(seen).count()).toBe(0);
      const below = page.getByRole("textbox", { name: "Environment" });
      const before = await below.boundingBox();
      await page.keyboard.type("2");
      await hint(seen).waitFor();
      await page.keyboard.press("Tab");
      expect(await below.boundingBox()).toEqual(before);
      await typeInto(input, "CHECKOUT");
      await page.getByText("Known as “checkout”. Capital letters count.").waitFor();
    }));

  it("asks the gate about a service that was chosen from the known ones", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/settings/deploy_policies`);
      const ask = page.getByRole("region", { name: "Ask the gate" });
      await ask.getByRole("combobox", { name: "Service" }).click();
      await page.keyboard.type("CHE");
      await page.getByRole("option", { name: "checkout" }).click();
      await page.keyboard.press("Enter");
      await page
        .getByRole("region", { name: "Deploy gate" })
        .getByText(/^Deploys are held/)
        .waitFor();
    }));
});
