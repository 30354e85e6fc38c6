/** What people do in the console, in a real browser, against the real service. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { goodPassword } from "../support/sign-in.ts";
import {
  type Console,
  edit,
  more,
  patient,
  settled,
  signIn,
  startConsole,
  typeInto,
  visit,
} from "./browser.ts";
import { as } from "./people.ts";

let console_: Console;
let settings: string;
beforeAll(async () => {
  console_ = await startConsole();
  settings = `/o/${console_.organization.slug}/settings`;
}, 600_000);
afterAll(() => console_?.close());

/** Counts how often a button says "Copied": it does for a second only, which a busy machine may look past. */
const countCopied = `
  window.copied = 0;
  new MutationObserver((changes) => {
    if (changes.some(({ target }) => target.textContent === "Copied")) window.copied += 1;
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
`;

describe("signing in", () => {
  it("says no to a wrong password, and leads to the page that was asked for", async () => {
    const seen = await visit(console_);
    await seen.open(`${settings}/teams`);
    await signIn(seen.page, "ada@example.com", "not the password");
    await seen.page.getByText("The email address or the password is wrong.").waitFor();
    await signIn(seen.page, "ada@example.com");
    await seen.page.getByRole("heading", { name: "Teams", level: 1 }).waitFor();
    expect(new URL(seen.page.url()).pathname).toBe(`${settings}/teams`);
    await seen.page.getByRole("button", { name: "ada@example.com" }).click();
    await seen.page.getByRole("menuitem", { name: "Sign out" }).click();
    await seen.page.getByRole("heading", { name: "Sign in" }).waitFor();
    // The session's cookie is gone. The device stays known, which opens nothing.
    expect((await seen.context.cookies()).map(({ name }) => name)).toEqual(["orgconfig_device"]);
    await seen.context.close();
  });
});

describe("a generated page", () => {
  it("makes, shows as code, changes and deletes a row, with the service's problems at the fields", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`/o/${console_.organization.slug}/new/certificate_monitors`);
      await typeInto(page.getByLabel("Hostname"), "not a host!");
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByText(/Must be a host name/).waitFor();
      expect(await page.getByLabel("Hostname").getAttribute("aria-invalid")).toBe("true");
      await expect.poll(() => page.evaluate("document.activeElement.dataset.path"), patient).toBe("hostname");

      await typeInto(page.getByLabel("Hostname"), "api.example.com");
      await page.getByRole("button", { name: "Show as code" }).click();
      await page.getByText('"hostname": "api.example.com"').waitFor();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.evaluate(countCopied);
      let copies = 0;
      for (const [tab, begins] of [
        ["curl", "curl -X POST http://127.0.0.1:"],
        ["Terraform", 'resource "orgconfig_certificate_monitor"'],
        ["MCP", "{"],
      ] as const) {
        await page.getByRole("tab", { name: tab }).click();
        await page.getByRole("button", { name: `Copy ${tab}` }).click();
        copies += 1;
        await expect.poll(() => page.evaluate("window.copied"), patient).toBe(copies);
        const copied = (await page.evaluate("navigator.clipboard.readText()")) as string;
        expect(copied.startsWith(begins)).toBe(true);
        expect(copied).toContain("api.example.com");
      }
      await page.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Create" }).click();
      await page.getByRole("heading", { name: /api\.example\.com/, level: 1 }).waitFor();

      await edit(page);
      await page.getByText(/From 5 min to 7 d\. Default: 12 h\./).waitFor();
      await typeInto(page.getByRole("textbox", { name: "Interval" }), "60");
      await page.getByText("Changed: Interval").waitFor();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Saved.").waitFor();

      await more(page, "Delete");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Delete/ })
        .click();
      await page.getByRole("heading", { name: "Certificate monitors", level: 1 }).waitFor();
      await settled(page);
      expect(await page.getByRole("link", { name: "api.example.com" }).count()).toBe(0);
    }));

  it("searches, sorts and keeps both in the address", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${settings}/teams`);
      await page.keyboard.press("/");
      await page.keyboard.type("pay");
      await page.getByText("1 found").waitFor();
      await page.reload();
      await page.getByText("1 found").waitFor();
      await typeInto(page.getByLabel("Search teams"), "");
      await page.getByRole("button", { name: "Name" }).click();
      await page.getByRole("button", { name: "Name" }).click();
      await page.waitForURL(/sort=-name/);
      // The address moves first, then what is shown.
      await expect
        .poll(() => page.locator("tbody a").allTextContents(), patient)
        .toEqual(["Storefront", "Platform", "Payments"]);
    }));

  it("turns the pages of a long list, and counts it", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const { send } = console_.people.org_admin;
      const path = `organizations/${console_.organization.slug}/actions/create_certificate_monitor`;
      for (let number = 100; number < 160; number += 1)
        await send("POST", path, { body: { hostname: `host-${number}.example.com` } });
      await open(`${settings}/certificate_monitors`);
      await page.getByText("1–50 of 61 in total").waitFor();
      await expect.poll(() => page.locator("tbody tr").count(), patient).toBe(50);
      await page.getByRole("button", { name: "Page 2" }).click();
      await page.waitForURL(/page=2/);
      await page.reload();
      await page.getByRole("link", { name: "host-159.example.com" }).click();
      await page.getByRole("heading", { name: /host-159\.example\.com/, level: 1 }).waitFor();
    }));

  it("shows mine and theirs when somebody saved first", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      const { policyId } = console_.seeded;
      await open(`${settings}/deploy_policies/${policyId}?view=edit`);
      await typeInto(page.getByRole("textbox", { name: "Error budget threshold" }), "15");
      const { send } = console_.people.org_admin;
      const path = `organizations/${console_.organization.slug}/actions/update_deploy_policy`;
      await send("POST", path, {
        body: { id: policyId, error_budget_threshold: 20, freeze_reason: "Holidays" },
      });
      await page.getByRole("button", { name: "Save" }).click();
      // The same person, past this page.
      const dialog = page.getByRole("dialog", { name: "You changed this in another place" });
      await dialog.getByText(/^You saved it .*, such as in another tab\./).waitFor();
      await dialog.getByRole("radio", { name: "Error budget threshold: yours" }).waitFor();
      expect(await dialog.getByRole("row", { name: /Freeze reason/ }).textContent()).toContain("Holidays");
      await dialog.getByRole("radio", { name: "Error budget threshold: theirs" }).check();
      await dialog.getByRole("radio", { name: "Error budget threshold: yours" }).check();
      await dialog.getByRole("button", { name: "Save these values" }).click();
      await page.getByText("Saved.").waitFor();
      const read = await send("POST", path.replace("update", "get"), { body: { id: policyId } });
      expect(read.body).toMatchObject({ error_budget_threshold: 15, freeze_reason: "Holidays" });
    }));

  it("asks before what was typed is lost", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/teams/${console_.seeded.teamId}`);
      await edit(page);
      await typeInto(page.getByLabel("Name"), "Another name");
      await page.getByRole("link", { name: "Set-up", exact: false }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
      expect(await page.getByLabel("Name").inputValue()).toBe("Another name");
      await page.getByRole("link", { name: "Set-up", exact: false }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
      await page.getByRole("heading", { name: "Set-up", level: 1 }).waitFor();
    }));

  it("says what holds a row that cannot be deleted", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`${settings}/teams/${console_.seeded.teamId}`);
      await more(page, "Delete");
      await page.getByRole("dialog").getByText("Platform is in use").waitFor();
      await page
        .getByRole("dialog")
        .getByRole("link", { name: /Critical to platform/ })
        .first()
        .click();
      await page.getByRole("heading", { name: "Critical to platform", level: 1 }).waitFor();
    }));
});

describe("the palette", () => {
  it("takes every letter from the first on, right after the page is loaded", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`/o/${console_.organization.slug}`);
      await page.keyboard.press("Control+k");
      await page.keyboard.type("new team");
      const input = page.getByRole("combobox", { name: "Find a page" });
      expect(await input.inputValue()).toBe("new team");
      await page.getByRole("option", { name: "New team member" }).waitFor();
      expect(await page.getByRole("option").first().textContent()).toBe("New teamAction");
    }));

  it("reaches pages, rows and actions", () =>
    as(console_, "org_admin", async ({ page, open }) => {
      await open(`/o/${console_.organization.slug}`);
      await page.keyboard.press("Control+k");
      const input = page.getByRole("combobox", { name: "Find a page" });
      await typeInto(input, "critical to");
      await page.getByRole("option", { name: /Critical to platform/ }).waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Critical to platform", level: 1 }).waitFor();
      await page.keyboard.press("Control+k");
      await typeInto(input, "new team");
      await page.getByRole("option", { name: "New team" }).first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "New team", level: 1 }).waitFor();
    }));
});

describe("a session that ends while somebody types", () => {
  /** Somebody with a session of their own, who has typed a name when it is revoked, and presses Save. */
  async function caughtTyping(email: string) {
    const person = await console_.site.makeMember(console_.organization.id, "org_admin", email);
    const seen = await visit(console_, person);
    const { page } = seen;
    await seen.open(`/o/${console_.organization.slug}/new/teams`);
    await typeInto(page.getByLabel("Name"), `The team of ${email}`);
    await person.send("DELETE", "session");
    await page.getByRole("button", { name: "Create" }).click();
    const dialog = page.getByRole("dialog", { name: "Your session has ended" });
    await dialog.getByText("What you typed is kept").waitFor();
    return { ...seen, dialog };
  }

  it("says so over the page, and goes on with what was typed", async () => {
    const { page, dialog, context, complaints } = await caughtTyping("tess@example.com");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    expect(await dialog.getByLabel("Email").inputValue()).toBe("tess@example.com");
    await page.keyboard.type(goodPassword);
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "hidden" });
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByLabel("Name").inputValue()).toBe("The team of tess@example.com");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByRole("heading", { name: "The team of tess@example.com", level: 1 }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("shows nothing of it to somebody else who signs in there", async () => {
    const { page, dialog, context } = await caughtTyping("theo@example.com");
    await signIn(page, "ada@example.com", "not the password");
    await dialog.getByText("The email address or the password is wrong.").waitFor();
    await signIn(page, "ada@example.com");
    await page.getByRole("button", { name: "ada@example.com" }).waitFor();
    expect(await page.getByLabel("Name").inputValue()).toBe("");
    await context.close();
  });
});
