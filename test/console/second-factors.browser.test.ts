/** Second factors as people meet them: an app on a phone, a passkey in Chromium's virtual authenticator, and an organization that requires one. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { codeOf } from "../support/second-factors.ts";
import { goodPassword } from "../support/sign-in.ts";
import { type Console, settled, signIn, startConsole, typeInto, type Visit, visit } from "./browser.ts";

let console_: Console;
beforeAll(async () => {
  // Browsers make no passkey for an address: the service is at a name.
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  console_ = { ...(await startConsole({ PORT: String(port), ORGCONFIG_PUBLIC_URL: origin }, port)), origin };
}, 600_000);
afterAll(() => console_?.close());

/** Gives the browser an authenticator that answers by itself. */
async function plugIn({ context, page }: Visit): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const options = {
    protocol: "ctap2",
    transport: "internal",
    hasUserVerification: true,
    isUserVerified: true,
  };
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: { ...options, protocol: "ctap2", transport: "internal", automaticPresenceSimulation: true },
  });
}

async function signedIn(seen: Visit, email: string): Promise<void> {
  await seen.open("/");
  await signIn(seen.page, email);
}

it("where an organization requires one, an app is added on a phone, and asked for at the next sign-in", async () => {
  const { site, test } = console_;
  const strict = await site.makeOrganization({ name: "Strict" });
  await site.makeMember(strict.id, "org_admin", "tess@example.com");
  await test.database.queryText(
    { name: "test-require", text: "UPDATE organizations SET second_factor_required = true WHERE id = $1" },
    [strict.id],
  );
  const seen = await visit(console_, undefined, { width: 390, height: 844 });
  const { page } = seen;
  const code = page.getByRole("textbox", { name: "Code" });
  await seen.open(`/o/${strict.slug}/members`);
  await signIn(page, "tess@example.com");
  await page.getByRole("heading", { name: "Strict requires a second factor" }).waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-required.png" });
  await page.getByRole("link", { name: "Add a second factor" }).click();
  await page.getByRole("button", { name: "Add an app" }).click();
  await page.getByRole("img", { name: "QR code for your app" }).waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-app.png", fullPage: true });
  const secret = ((await page.getByTestId("totp-secret").textContent()) ?? "").replaceAll(" ", "");
  await typeInto(code, codeOf(secret));
  await typeInto(page.getByRole("textbox", { name: "Name" }), "Phone");
  await page.keyboard.press("Enter");
  const codes = page.getByTestId("recovery-codes");
  await codes.waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-codes.png", fullPage: true });
  expect((await codes.locator("code").allTextContents()).length).toBe(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 codes are left.").waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-security.png", fullPage: true });
  await seen.context.clearCookies();

  await seen.open(`/o/${strict.slug}/members`);
  await signIn(page, "tess@example.com");
  await page.getByRole("heading", { name: "Second factor" }).waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-sign-in.png" });
  await page.keyboard.type("000000");
  await page.keyboard.press("Enter");
  await page.getByText(/The second factor is wrong/).waitFor();
  await typeInto(code, codeOf(secret, 1));
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-members.png", fullPage: true });
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("a passkey is added, signs in, and is removed after a fresh sign-in", async () => {
  const { site, organization, test } = console_;
  await site.makeMember(organization.id, "member", "paul@example.com");
  const seen = await visit(console_);
  const { page } = seen;
  await plugIn(seen);
  await signedIn(seen, "paul@example.com");
  await page.getByTitle("Change the organization").getByText("Acme").waitFor();
  await seen.open("/account/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await typeInto(page.getByLabel("Name"), "Laptop");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("Laptop", { exact: true }).waitFor();
  await seen.context.clearCookies();

  await signedIn(seen, "paul@example.com");
  await page.getByRole("button", { name: "Use your passkey" }).waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-passkey.png" });
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await page.getByTitle("Change the organization").getByText("Acme").waitFor();

  await test.database.queryText(
    { name: "test-old-sign-in", text: "UPDATE sessions SET password_at = now() - interval '1 hour'" },
    [],
  );
  await seen.open("/account/security");
  await page.getByRole("button", { name: "Remove Laptop" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await again.waitFor();
  await settled(page);
  await page.screenshot({ path: ".tmp/second-factor-again.png" });
  await typeInto(again.getByRole("textbox", { name: "Password" }), "not the password");
  await page.keyboard.press("Enter");
  await again.getByText(/password is wrong/).waitFor();
  await typeInto(again.getByRole("textbox", { name: "Password" }), goodPassword);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Use your passkey" }).click();
  await page.getByText("Add a passkey").waitFor();
  await expect.poll(() => page.getByText("Laptop", { exact: true }).count()).toBe(0);
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});
