/** An organization's own sign-in, from an empty page to a person who is signed in, with oidc-provider next to it. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { clientSecret, type IdentityProvider, startProvider } from "../sso/support.ts";
import { goodPassword } from "../support/sign-in.ts";
import { type Console, settled, startConsole, typeInto, visit } from "./browser.ts";

let console_: Console;
let provider: IdentityProvider;
let slug: string;
let origin: string;
beforeAll(async () => {
  // The service has to know its own address before it listens.
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  console_ = await startConsole({ PORT: String(port), ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" }, port);
  ({ slug } = console_.organization);
  const callback = `${origin}/api/v1/sso/callback`;
  provider = await startProvider([{ client_id: "orgconfig", redirect_uris: [callback] }]);
}, 600_000);
afterAll(async () => {
  await console_?.close();
  await provider?.close();
});

const shown = (page: Page, text: string) => page.getByText(text).first().waitFor();

it("is set up, tested, and switched on once the test has shown the claims", async () => {
  const seen = await visit(console_, console_.people.org_admin);
  const { page } = seen;
  await seen.open(`/o/${slug}/sign-in`);
  await shown(page, `${origin}/api/v1/sso/callback/${slug}`);
  await typeInto(page.getByLabel("Issuer"), provider.issuer);
  await typeInto(page.getByLabel("Client ID"), "orgconfig");
  await typeInto(page.getByLabel("Client secret"), clientSecret);
  await typeInto(page.locator("input").and(page.getByLabel("Scopes")), "groups");
  await page.keyboard.press("Enter");
  await page.getByRole("group", { name: "Roles" }).getByRole("button", { name: "Add a group" }).click();
  await typeInto(page.getByLabel("Group 1 with a role"), "sre");
  await page.getByRole("checkbox", { name: "Let in people whom nobody invited" }).check();
  const use = page.getByRole("switch", { name: "Members can sign in by it" });
  expect(await use.isDisabled()).toBe(true);
  provider.people.set("grace", {
    email: "grace@example.com",
    email_verified: true,
    name: "Grace Hopper",
    groups: ["sre"],
  });
  provider.next = "grace";
  await page.getByRole("button", { name: "Save and test" }).click();
  await page.waitForURL(/\/sign-in\?test=/);
  await shown(page, "The test sign-in worked");
  await shown(page, "grace@example.com");
  await settled(page);
  await page.screenshot({ path: ".tmp/sso-tested.png", fullPage: true });
  await use.check();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await shown(page, "Saved.");
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("has a button on the page for signing in, which leads to the page that was asked for", async () => {
  const seen = await visit(console_);
  const { page } = seen;
  await seen.open(`/o/${slug}/services`);
  const button = page.getByRole("link", { name: "Sign in with Acme" });
  await button.waitFor();
  await page.screenshot({ path: ".tmp/sso-button.png" });
  provider.next = "grace";
  await button.click();
  await page.waitForURL(`${origin}/o/${slug}/services`);
  await page.getByRole("heading", { name: "Services", exact: true }).waitFor();
  await seen.open("/account");
  expect(await page.getByLabel("Email").inputValue()).toBe("grace@example.com");
  await seen.context.close();
});

it("asks the owner of an account once, and says why somebody is refused", async () => {
  const seen = await visit(console_);
  const { page } = seen;
  provider.people.set("max", { email: "max@example.com", email_verified: true, groups: ["sre"] });
  provider.next = "max";
  await page.goto(`${origin}/api/v1/sso/${slug}`);
  await shown(page, "Is this account yours?");
  await page.screenshot({ path: ".tmp/sso-link.png" });
  await typeInto(page.getByLabel("Password of max@example.com"), goodPassword);
  await page.getByRole("button", { name: "Yes, it is mine" }).click();
  await page.waitForURL(`${origin}/o/${slug}`);
  await seen.context.close();

  const other = await visit(console_);
  provider.people.set("mallory", { email: "mallory@example.com", email_verified: true, groups: [] });
  provider.next = "mallory";
  await other.page.goto(`${origin}/api/v1/sso/${slug}`);
  await other.page.getByRole("heading", { name: "You have no role here" }).waitFor();
  await other.page.screenshot({ path: ".tmp/sso-refused.png" });
  await other.context.close();
});
