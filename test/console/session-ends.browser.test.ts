/** A session that ends, or stops reaching an organization, while somebody types: nothing typed is lost. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { clientSecret, type IdentityProvider, settingsFor, startProvider } from "../sso/support.ts";
import { addApp, codeOf, letStepsPass } from "../support/second-factors.ts";
import { goodPassword, type Person } from "../support/sign-in.ts";
import { type Console, settled, startConsole, tabIn, typeInto, type Visit, visit } from "./browser.ts";

let console_: Console;
let provider: IdentityProvider;
beforeAll(async () => {
  // The service has to know its own address before it listens.
  const port = await freePort();
  console_ = await startConsole({ PORT: String(port), ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" }, port);
  const callback = `${console_.origin}/api/v1/sso/callback`;
  provider = await startProvider([{ client_id: "orgconfig", redirect_uris: [callback] }]);
}, 600_000);
afterAll(async () => {
  await console_?.close();
  await provider?.close();
});

const secret = "a secret that is typed and stored nowhere";

/** Somebody with a half filled form: a data source, with its token. */
async function typing(seen: Visit, slug: string): Promise<void> {
  const { page } = seen;
  await seen.open(`/o/${slug}/new/data_sources?other=yes`);
  await typeInto(page.getByRole("textbox", { name: "Name", exact: true }), "Half filled");
  await page.getByRole("group", { name: "Token" }).getByRole("button", { name: "Set" }).click();
  await typeInto(page.getByLabel("New Token"), secret);
}

/** What the form holds. */
async function found({ page }: Visit): Promise<string[]> {
  return [
    await page.getByRole("textbox", { name: "Name", exact: true }).inputValue(),
    await page.getByLabel("New Token").inputValue(),
  ];
}

/** Nothing of it is in the browser's stores. */
async function expectUnstored({ page, context }: Visit): Promise<void> {
  const stores = await page.evaluate(
    "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state])",
  );
  expect(stores).not.toContain("Half filled");
  expect(stores).not.toContain(secret);
  expect(JSON.stringify(await context.storageState({ indexedDB: true }))).not.toContain(secret);
}

const save = ({ page }: Visit) => page.getByRole("button", { name: "Create", exact: true }).click();

/** An organization of the person's own, next to Acme, with what else it is set to. */
async function makeOrganization(name: string, person: string): Promise<Console["organization"]> {
  const made = await console_.site.makeOrganization({ name });
  await console_.site.makeMember(made.id, "org_admin", person);
  return made;
}

async function useProvider(admin: Person, { slug }: Console["organization"], more = {}): Promise<void> {
  const { redirect_uris: _, ...settings } = settingsFor(provider.issuer, more) as Record<string, unknown>;
  const saved = await admin.send("PUT", `organizations/${slug}/sso`, {
    body: { ...settings, client_secret: clientSecret, default_role: "org_admin" },
  });
  expect(saved.status).toBeLessThan(300);
}

it("by the idle limit, of somebody with a second factor", async () => {
  const { site, organization, test } = console_;
  const person = await site.makeMember(organization.id, "org_admin", "ida@example.com");
  const app = await addApp(person.send);
  await letStepsPass(test, person.id);
  const seen = await visit(console_, person);
  const { page } = seen;
  await typing(seen, organization.slug);
  await test.database.queryText(
    {
      name: "test-idle",
      text: "UPDATE sessions SET last_used_at = last_used_at - interval '13 hours' WHERE user_id = $1",
    },
    [person.id],
  );
  await save(seen);
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.waitFor();
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Code").waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/session-ends-code.png" });
  await expectUnstored(seen);
  await page.keyboard.type(codeOf(app.secret));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  expect(await found(seen)).toEqual(["Half filled", secret]);
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("by an org admin, in one of two organizations", async () => {
  const { site, organization, people } = console_;
  const person = await site.makeMember(organization.id, "org_admin", "otto@example.com");
  const own = await makeOrganization("Otto's own", person.email);
  const seen = await visit(console_, person);
  const { page } = seen;
  await typing(seen, organization.slug);
  const elsewhere = await tabIn(console_, seen.context);
  await elsewhere.open(`/o/${own.slug}`);
  const ended = await people.org_admin.send(
    "DELETE",
    `organizations/${organization.slug}/members/${person.id}/sessions`,
  );
  expect(ended.status).toBeLessThan(300);
  await save(seen);
  const dialog = page.getByRole("dialog", { name: "Sign in for Acme" });
  await dialog.getByText("What you typed is kept.").waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/session-ends-admin.png" });
  await elsewhere.open(`/o/${own.slug}/settings/teams`);
  await elsewhere.page.getByRole("heading", { name: "Teams", level: 1 }).waitFor();
  await dialog.getByRole("textbox", { name: "Password" }).focus();
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  expect(await found(seen)).toEqual(["Half filled", secret]);
  expect([...seen.complaints, ...elsewhere.complaints]).toEqual([]);
  await seen.context.close();
});

it("by a provider that is required from now on: signed in there in a tab of its own", async () => {
  const { site } = console_;
  const strict = await makeOrganization("Strict", "sven@example.com");
  const admin = await site.makeMember(strict.id, "org_admin", "stella@example.com");
  const person = await site.makeMember(console_.organization.id, "org_admin", "sven@example.com");
  provider.people.set("sven", { email: "sven@example.com", email_verified: true, groups: [] });
  const seen = await visit(console_, person);
  const { page } = seen;
  await typing(seen, strict.slug);
  const nextTab = await tabIn(console_, seen.context);
  await nextTab.open(`/o/${console_.organization.slug}/new/teams`);
  await typeInto(nextTab.page.getByLabel("Name"), "Another form");
  await useProvider(admin, strict, { require_sso: true, break_glass_user_id: admin.id });
  await save(seen);
  const dialog = page.getByRole("dialog", { name: "Sign in for Strict" });
  await dialog.waitFor();
  expect(await dialog.getByRole("textbox", { name: "Password" }).count()).toBe(0);
  await settled(page);
  await page.screenshot({ path: ".tmp/session-ends-provider.png" });
  provider.next = "sven";
  const opening = seen.context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Sign in with Strict" }).click();
  const there = await opening;
  // Once, its owner says that the account is theirs.
  await there.getByRole("button", { name: "Yes, it is mine" }).click();
  await there.getByRole("heading", { name: "You are signed in" }).waitFor();
  await there.screenshot({ path: ".tmp/session-ends-done.png" });
  await there.close();
  await dialog.waitFor({ state: "hidden" });
  expect(await found(seen)).toEqual(["Half filled", secret]);
  // The other tab noticed nothing, and saves in its own organization.
  expect(await nextTab.page.getByRole("dialog").count()).toBe(0);
  expect(await nextTab.page.getByLabel("Name").inputValue()).toBe("Another form");
  await nextTab.page.getByRole("button", { name: "Create" }).click();
  await nextTab.page.getByRole("heading", { name: "Another form", level: 1 }).waitFor();

  // A session that is over goes on by the provider too.
  await site.browser(await cookieOf(seen))("DELETE", "session");
  await page.reload();
  await page.getByRole("link", { name: "Sign in with Strict" }).click();
  await page.waitForURL(new RegExp(`/o/${strict.slug}/`));
  expect([...seen.complaints, ...nextTab.complaints]).toEqual([]);
  await seen.context.close();
});

async function cookieOf({ context }: Visit): Promise<string> {
  const cookies = await context.cookies();
  return cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

it("by a second factor that is required from now on, added in another tab", async () => {
  const { site } = console_;
  const careful = await makeOrganization("Careful", "cleo@example.com");
  const person = await site.makeMember(careful.id, "org_admin", "cara@example.com");
  const seen = await visit(console_, person);
  const { page } = seen;
  await typing(seen, careful.slug);
  await console_.test.database.queryText(
    { name: "test-require", text: "UPDATE organizations SET second_factor_required = true WHERE id = $1" },
    [careful.id],
  );
  await save(seen);
  const dialog = page.getByRole("dialog", { name: "Careful requires a second factor" });
  await dialog.waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/session-ends-factor.png" });
  const opening = seen.context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Add a second factor" }).click();
  const there = await opening;
  await there.getByRole("button", { name: "Add an app" }).click();
  const typed = (await there.getByTestId("totp-secret").textContent()) ?? "";
  await typeInto(there.getByRole("textbox", { name: "Code" }), codeOf(typed.replaceAll(" ", "")));
  await there.keyboard.press("Enter");
  await there.getByRole("button", { name: "I have saved them" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await found(seen)).toEqual(["Half filled", secret]);
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("while a dialog is open: Escape does not close it, and the person may leave", async () => {
  const { site, organization } = console_;
  const person = await site.makeMember(organization.id, "org_admin", "dora@example.com");
  const seen = await visit(console_, person);
  const { page } = seen;
  await seen.open(`/o/${organization.slug}/members`);
  await page.getByRole("button", { name: "Add a member" }).click();
  const form = page.getByRole("dialog", { name: "Add a member" });
  await typeInto(form.getByLabel("Email"), "half@example.com");
  await person.send("DELETE", "session");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.waitFor();
  await page.keyboard.press("Escape");
  await page.keyboard.type(goodPassword);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  expect(await form.getByLabel("Email").inputValue()).toBe("half@example.com");
  // The focus is where it was.
  await page.keyboard.type("x");
  expect(await form.getByLabel("Email").inputValue()).toBe("half@example.comx");

  await site.browser(await cookieOf(seen))("DELETE", "session");
  await form.getByRole("button", { name: "Add member" }).click();
  await dialog.getByRole("button", { name: "Leave this page" }).click();
  await page.getByRole("heading", { name: "Sign in", level: 1 }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});
