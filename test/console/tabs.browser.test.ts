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

/** A tab that somebody comes back to: the page asks for what has changed. */
const comeBack = (page: Page) =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");

it("one row in two tabs: what was typed survives a save and a delete in the other, and both are said", async () => {
  const { id, slug } = console_.organization;
  const tess = await console_.site.makeMember(id, "org_admin", "tess2@example.com");
  const act = async (action: string, body: object) =>
    (await tess.send("POST", `organizations/${slug}/actions/${action}`, { body })).body;
  const team = await act("create_team", { name: "Twice" });
  const path = `/o/${slug}/settings/teams/${team.id}?view=edit`;
  const first = await visit(console_, tess);
  const second = await tabIn(console_, first.context);
  await first.open(path);
  await second.open(path);
  await typeInto(second.page.getByLabel("Name"), "From the second");
  await typeInto(first.page.getByLabel("Name"), "From the first");
  await first.page.getByRole("button", { name: "Save" }).click();
  await first.page.getByText("Saved.").waitFor();

  // To come back to it changes nothing of what stands there, and a save says who was there before.
  await comeBack(second.page);
  await settled(second.page);
  expect(await second.page.getByLabel("Name").inputValue()).toBe("From the second");
  await second.page.getByRole("button", { name: "Save" }).click();
  const conflict = second.page.getByRole("dialog", { name: "You changed this in another place" });
  await conflict.getByText(/^You saved it/).waitFor();
  await conflict.getByRole("button", { name: "Keep editing" }).click();

  await act("delete_team", { id: team.id, confirm: true });
  await expect
    .poll(async () => {
      await comeBack(second.page);
      return second.page.getByText("This team was deleted meanwhile").count();
    }, patient)
    .toBe(1);
  expect(await second.page.getByLabel("Name").inputValue()).toBe("From the second");
  await second.page.getByRole("button", { name: "Save" }).click();
  await second.page.getByText(/no such row/i).waitFor();
  expect(await second.page.getByLabel("Name").inputValue()).toBe("From the second");
  // Where nothing was typed it is what it is by itself: gone, with its history.
  await expect
    .poll(async () => {
      await comeBack(first.page);
      return first.page.getByText(/was deleted\. A version of its history brings it back/).count();
    }, patient)
    .toBe(1);
  expect([...first.complaints, ...second.complaints]).toEqual([]);
  await first.context.close();
});

it("back, forward and a deep link: a dialog in which something was typed asks, and filters are where they were", async () => {
  const { id, slug } = console_.organization;
  const tess = await console_.site.makeMember(id, "org_admin", "tess3@example.com");
  const { page, open, context, complaints } = await visit(console_, tess);
  const dialog = page.getByRole("dialog", { name: "Add a member" });
  // A link to the dialog opens it on its page.
  await open(`/o/${slug}/members?new=yes`);
  await dialog.waitFor();
  await open(`/o/${slug}/settings/teams?q=pay`);
  await page.getByText("1 found", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Organization", exact: true }).click();
  await page
    .locator("main")
    .getByRole("link", { name: /^Members/ })
    .click();
  await page.getByRole("button", { name: "Add a member" }).click();
  await typeInto(dialog.getByLabel("Email"), "half@exam");
  // A stray press next to it costs nothing, and neither does a step back.
  await page.mouse.click(5, 5);
  await page.goBack();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Stay" }).click();
  expect(await dialog.getByLabel("Email").inputValue()).toBe("half@exam");
  await page.goBack();
  await question.getByRole("button", { name: "Leave" }).click();
  await dialog.waitFor({ state: "detached" });
  // Nothing is typed any more, so that nothing asks.
  for (let steps = 0; !page.url().includes("q=pay"); steps += 1) {
    if (steps === 5) throw new Error(`no step back leads to the list: ${page.url()}`);
    await page.goBack();
    await settled(page);
  }
  await page.getByText("1 found", { exact: true }).waitFor();
  expect(await page.getByLabel("Search teams").inputValue()).toBe("pay");
  // A form that was typed in asks as well, on the way forward too.
  await page.getByRole("link", { name: "Payments", exact: true }).click();
  await page.getByRole("button", { name: "Edit", exact: true }).click();
  await typeInto(page.getByLabel("Name"), "Payments again");
  await page.goBack();
  await page
    .getByRole("dialog", { name: "Leave without saving?" })
    .getByRole("button", { name: "Stay" })
    .click();
  expect(await page.getByLabel("Name").inputValue()).toBe("Payments again");
  expect(complaints).toEqual([]);
  await context.close();
});
