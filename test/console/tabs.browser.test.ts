/** One person, two organizations, one browser: each tab stays in its own, and the session is one for both. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import {
  type Console,
  patient,
  settled,
  signIn,
  startConsole,
  tabIn,
  typeInto,
  type Visit,
  visit,
} from "./browser.ts";

let console_: Console;
let other: Console["organization"];
beforeAll(async () => {
  console_ = await startConsole();
  other = await console_.site.makeOrganization({ name: "Beta" });
  for (const { id } of [console_.organization, other])
    await console_.site.makeMember(id, "org_admin", "tess@example.com");
}, 600_000);
afterAll(() => console_?.close());

/** What this browser stores of the pages, in either store. */
const stored = (page: Page) => page.evaluate("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");

/** The names of an organization's teams, as its admin lists them past the browser. */
async function teamsOf({ id, slug }: Console["organization"]): Promise<string[]> {
  const { send } = await console_.site.makeMember(id, "org_admin");
  const { body } = await send("POST", `organizations/${slug}/actions/list_teams`, { body: {} });
  return body.data.map(({ name }: { name: string }) => name).sort();
}

const switchTo = async ({ page }: Visit, name: string) => {
  await page.getByTitle("Change the organization").click();
  await page.getByRole("menuitem", { name: new RegExp(`^${name}`) }).click();
  await page.getByTitle("Change the organization").getByText(name).waitFor();
};

it("two tabs: each writes in its own organization, and signing out and in again keeps what is typed", async () => {
  const first = await visit(console_);
  await first.open(`/o/${console_.organization.slug}`);
  await signIn(first.page, "tess@example.com");
  await first.page.getByTitle("Change the organization").getByText("Acme").waitFor();
  const second = await tabIn(console_, first.context);
  await second.open(`/o/${other.slug}/new/teams`);
  await typeInto(second.page.getByLabel("Name"), "Half filled");
  await second.page.keyboard.press("Tab");

  // A page that names no organization stays with that of its own tab.
  await first.open(`/o/${other.slug}`);
  await switchTo(first, "Acme");
  const third = await tabIn(console_, first.context);
  await third.open(`/o/${other.slug}`);
  await first.open("/account");
  expect(await first.page.getByTitle("Change the organization").textContent()).toContain("Acme");
  await third.page.close();

  await first.page.getByRole("button", { name: "tess@example.com" }).click();
  await first.page.getByRole("menuitem", { name: "Sign out" }).click();
  await first.page.getByRole("heading", { name: "Sign in" }).waitFor();
  const dialog = second.page.getByRole("dialog", { name: "You signed out in another tab" });
  await dialog.waitFor();
  await second.page.keyboard.press("Escape");
  expect(await stored(second.page)).not.toContain("Half filled");
  await settled(second.page);
  await second.page.screenshot({ path: ".tmp/tabs-signed-out.png" });

  await signIn(first.page, "tess@example.com");
  await first.page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
  await dialog.waitFor({ state: "hidden" });
  expect(await second.page.getByLabel("Name").inputValue()).toBe("Half filled");
  expect(new URL(second.page.url()).pathname).toBe(`/o/${other.slug}/new/teams`);
  await second.page.getByRole("button", { name: "Create" }).click();
  await second.page.getByRole("heading", { name: "Half filled", level: 1 }).waitFor();
  expect([await teamsOf(console_.organization), await teamsOf(other)]).toEqual([
    ["Payments", "Platform", "Storefront"],
    ["Half filled"],
  ]);
  expect([...first.complaints, ...second.complaints]).toEqual([]);

  // Somebody else who signs in anywhere in this browser finds nothing of it.
  await first.page.getByRole("button", { name: "tess@example.com" }).click();
  await first.page.getByRole("menuitem", { name: "Sign out" }).click();
  await first.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await signIn(first.page, "ada@example.com");
  await second.page.getByRole("heading", { name: "You cannot open this organization" }).waitFor();
  await expect.poll(() => second.page.getByLabel("Name").count(), patient).toBe(0);
  await first.context.close();
});
