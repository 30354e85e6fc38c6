/** How people get in: a link that is opened in another browser, a password manager, a phone, and SCIM's token. */
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { freePort } from "../../scripts/free-port.mjs";
import { clientSecret, type IdentityProvider, settingsFor, startProvider } from "../sso/support.ts";
import { addApp, codeOf, letStepsPass } from "../support/second-factors.ts";
import { goodPassword } from "../support/sign-in.ts";
import {
  type Console,
  patient,
  settled,
  signIn,
  startConsole,
  typeInto,
  type Visit,
  visit,
} from "./browser.ts";

const own = "a phrase of my own";

let console_: Console;
let provider: IdentityProvider;
let slug: string;
let origin: string;
beforeAll(async () => {
  // The service has to know its own address before it listens.
  const port = await freePort();
  console_ = await startConsole({ PORT: String(port), ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" }, port);
  origin = console_.origin;
  ({ slug } = console_.organization);
  const callback = `${origin}/api/v1/sso/callback`;
  provider = await startProvider([{ client_id: "orgconfig", redirect_uris: [callback] }]);
  const saved = await console_.people.org_admin.send("PUT", `organizations/${slug}/sso`, {
    body: { ...settingsFor(provider.issuer), client_secret: clientSecret },
  });
  expect(saved.status).toBe(200);
}, 600_000);
afterAll(async () => {
  await console_?.close();
  await provider?.close();
});

/** The path of an invitation to Acme, which is handed over because there is no mail. */
async function invite(email: string): Promise<string> {
  const { body } = await console_.people.org_admin.send("POST", `organizations/${slug}/members`, {
    body: { email, role: "viewer" },
  });
  return new URL(body.invite_url).pathname;
}

/** The path of a reset, from the operator. */
async function reset(email: string): Promise<string> {
  const { body } = await console_.site.operator("POST", "operator/accounts/reset", { body: { email } });
  return new URL(body.reset_url).pathname;
}

const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { name, level: 1 }).waitFor();
/** Now is headed by what goes on. */
const isInside = (page: Page) => expect.poll(() => page.title(), patient).toMatch(/^Now · Acme/);

describe("a link that is opened in another browser", () => {
  it("to a plan: leads there after the sign-in, with a second factor too, and from another account", async () => {
    const plan = `/o/${slug}/plans/${console_.seeded.planId}`;
    const person = await console_.site.makeMember(console_.organization.id, "org_admin", "pia@example.com");
    const app = await addApp(person.send);
    await letStepsPass(console_.test, person.id);
    const beta = await console_.site.makeOrganization({ name: "Beta" });
    await console_.site.makeMember(beta.id, "org_admin", "bert@example.com");
    const seen = await visit(console_);
    const { page } = seen;
    await seen.open(plan);
    await signIn(page, "bert@example.com");
    await heading(page, "You cannot open this organization");
    await page.getByText("You are signed in as bert@example.com").waitFor();
    await settled(page);
    await page.screenshot({ path: ".tmp/link-other-account.png" });
    await page.getByRole("button", { name: "Sign in with another account" }).click();
    await heading(page, "Sign in");
    await signIn(page, "pia@example.com");
    await page.getByLabel("Code").waitFor();
    await page.keyboard.type(codeOf(app.secret));
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /plan/i }).waitFor();
    expect(new URL(page.url()).pathname).toBe(plan);
    expect(seen.complaints).toEqual([]);
    await seen.context.close();
  });

  it("an invitation: says who is signed in here, and works once", async () => {
    const path = await invite("ines@example.com");
    const seen = await visit(console_, console_.people.member);
    const { page } = seen;
    await seen.open(path);
    await page.getByText("This browser is signed in as max@example.com.").waitFor();
    await settled(page);
    await page.screenshot({ path: ".tmp/link-invitation.png" });
    await typeInto(page.getByLabel("Choose a password"), own);
    await page.keyboard.press("Enter");
    await isInside(page);
    await page.getByRole("button", { name: "ines@example.com" }).waitFor();
    for (const dead of [path, "/invitations/nothing", "/resets/nothing", "/sign-in/link/nothing"]) {
      await seen.open(dead);
      await page.getByRole("alert").waitFor();
      await page.getByRole("link", { name: "Go to the sign-in" }).waitFor();
    }
    await page.screenshot({ path: ".tmp/link-dead.png" });
    // Whoever is signed in comes to their own pages by it.
    await page.getByRole("link", { name: "Go to the sign-in" }).click();
    await isInside(page);
    expect(seen.complaints).toEqual([]);
    await seen.context.close();
  });

  it("the way back from a provider: is good only where it began", async () => {
    provider.people.set("pat", { email: "pat@example.com", email_verified: true, groups: [] });
    const begun = await fetch(`${origin}/api/v1/sso/${slug}`, { redirect: "manual" });
    const back = await provider.signIn(begun.headers.get("location") ?? "", "pat");
    const other = await visit(console_);
    await other.page.goto(back);
    await heading(other.page, "This sign-in is over");
    await other.page.screenshot({ path: ".tmp/link-callback.png" });
    await other.page.getByRole("link", { name: "Back to the sign-in" }).click();
    await heading(other.page, "Sign in");
    await other.context.close();
  });

  it("no link leads to another site", async () => {
    provider.people.set("rob", { email: "rob@example.com", email_verified: true, groups: [] });
    const away = [
      "//evil.example/",
      "/\\evil.example",
      "https://evil.example",
      "/\t/evil.example",
      "javascript:alert(1)",
    ];
    for (const page of away) {
      const seen = await visit(console_);
      provider.next = "rob";
      await seen.page.goto(`${origin}/api/v1/sso/${slug}?${new URLSearchParams({ return_to: page })}`);
      await seen.page.waitForURL(`${origin}/o/${slug}`);
      await seen.context.close();
    }
    const seen = await visit(console_, console_.people.member);
    for (const path of ["//evil.example/x", "/\\evil.example", "/.//evil.example"]) {
      await seen.page.goto(`${origin}${path}`);
      await settled(seen.page);
      expect(new URL(seen.page.url()).origin).toBe(origin);
    }
    expect(seen.foreign).toEqual([]);
    await seen.context.close();
  });
});

describe("a password manager", () => {
  /** Sets a value as managers do, past React: the element's own setter, and the events of an input. */
  async function manage(field: Locator, value: string): Promise<void> {
    await field.evaluate((element, text) => {
      const input = element as unknown as { value: string; dispatchEvent(event: Event): boolean };
      const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), "value")?.set;
      setter?.call(input, text);
      for (const name of ["input", "change"]) input.dispatchEvent(new Event(name, { bubbles: true }));
    }, value);
  }

  /** What a manager reads of the only form of the page: each field's purpose, and whose account it is. */
  const formOf = (page: Page) =>
    page
      .locator("form")
      .evaluateAll((forms) =>
        forms.map((form) =>
          [...form.querySelectorAll("input")].map((input) =>
            `${input.autocomplete} ${input.type} ${input.readOnly ? input.value : ""}`.trim(),
          ),
        ),
      );
  const named = (page: Page, purpose: string) => page.locator(`input[autocomplete="${purpose}"]`);

  it("signs in, with a code too", async () => {
    const person = await console_.site.makeMember(console_.organization.id, "viewer", "mia@example.com");
    const app = await addApp(person.send);
    await letStepsPass(console_.test, person.id);
    const { page, context, open } = await visit(console_);
    await open(`/o/${slug}`);
    expect(await formOf(page)).toEqual([["username email", "current-password password"]]);
    await manage(named(page, "username"), person.email);
    await manage(named(page, "current-password"), goodPassword);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByLabel("Code").waitFor();
    expect(await formOf(page)).toEqual([["one-time-code text"]]);
    await manage(named(page, "one-time-code"), codeOf(app.secret));
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await isInside(page);
    await context.close();
  });

  it("chooses a password: with an invitation, after a reset, and of one's own account", async () => {
    const { page, context, open } = await visit(console_);
    await open(await invite("nora@example.com"));
    expect(await formOf(page)).toEqual([
      ["name text", "username text nora@example.com", "new-password password"],
    ]);
    await manage(named(page, "name"), "Nora");
    await manage(named(page, "new-password"), own);
    await page.getByRole("button", { name: "Join" }).click();
    await isInside(page);

    await open("/account/password");
    expect(await formOf(page)).toEqual([
      ["username text nora@example.com", "current-password password", "new-password password"],
    ]);
    await manage(named(page, "current-password"), own);
    await manage(named(page, "new-password"), `${own} again`);
    await page.getByRole("button", { name: "Change password" }).click();
    await page.getByText("Changed.").waitFor();

    await open(await reset("nora@example.com"));
    expect(await formOf(page)).toEqual([
      // A manager has no use for the last one: whether tokens end, too.
      ["username text nora@example.com", "new-password password", "checkbox"],
    ]);
    await manage(named(page, "new-password"), own);
    await page.getByRole("button", { name: "Set password" }).click();
    await isInside(page);
    await context.close();
  });

  it("fills in no secret of a provider, and no address of somebody else", async () => {
    const { page, context, open } = await visit(console_, console_.people.org_admin);
    await open(`/o/${slug}/sign-in`);
    expect(await page.getByLabel("Client ID").getAttribute("autocomplete")).toBe("off");
    expect(await page.getByLabel("Client secret").getAttribute("autocomplete")).toBe("new-password");
    await open(`/o/${slug}/members`);
    await page.getByRole("button", { name: "Add a member" }).click();
    expect(await page.getByRole("dialog").getByLabel("Email").getAttribute("autocomplete")).toBe("off");
    await context.close();
  });
});

describe("on a phone", () => {
  /** The page as it is, and what is wrong with it: wider than the screen, or a field that phones zoom into. */
  async function look({ page }: Visit, name: string): Promise<void> {
    await settled(page);
    await page.screenshot({ path: `.tmp/phone-${name}.png`, fullPage: true });
    expect([name, await page.evaluate(wrong)]).toEqual([name, []]);
  }
  const wrong = `[
    ...(document.documentElement.scrollWidth > innerWidth ? ["wider than the screen"] : []),
    ...[...document.querySelectorAll("input, textarea")]
      .filter((field) => field.checkVisibility() && !["checkbox", "radio"].includes(field.type))
      .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
      .map((field) => "small text: " + field.outerHTML.slice(0, 120)),
    ...[...document.querySelectorAll("button, a")]
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
      .map((one) => "cut off: " + one.outerHTML.slice(0, 120)),
  ]`;
  const phone = { width: 375, height: 667, touch: true } as const;

  it("every page of the sign-in fits, and its fields bring the right keyboard", async () => {
    const person = await console_.site.makeMember(console_.organization.id, "org_admin", "phil@example.com");
    const app = await addApp(person.send);
    await letStepsPass(console_.test, person.id);
    const seen = await visit(console_, undefined, phone);
    const { page } = seen;
    await seen.open(`/o/${slug}/members`);
    await page.getByRole("link", { name: "Sign in with Acme" }).waitFor();
    await look(seen, "sign-in");
    expect(await page.getByLabel("Email").getAttribute("type")).toBe("email");
    await signIn(page, person.email, "wrong");
    await page.getByRole("alert").waitFor();
    await look(seen, "sign-in-wrong");
    await signIn(page, person.email);
    await page.getByLabel("Code").waitFor();
    await look(seen, "code");
    expect(await page.getByLabel("Code").getAttribute("inputmode")).toBe("numeric");
    await page.getByRole("button", { name: "Use a recovery code" }).tap();
    await page.getByLabel("Recovery code").waitFor();
    await look(seen, "recovery-code");
    await page.getByRole("button", { name: "Use the app or the passkey" }).tap();
    await typeInto(page.getByLabel("Code"), codeOf(app.secret));
    await page.keyboard.press("Enter");
    await heading(page, "Members");
    await look(seen, "members");
    await person.send("DELETE", "session");
    await console_.test.database.queryText(
      { name: "test-end", text: "DELETE FROM sessions WHERE user_id = $1" },
      [person.id],
    );
    await page.getByRole("button", { name: "Add a member" }).tap();
    await typeInto(page.getByRole("dialog").getByLabel("Email"), "someone@example.com");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Your session has ended" }).waitFor();
    await look(seen, "session-ended");
    expect(seen.complaints).toEqual([]);
    await seen.context.close();
  });

  it("so does every page that a link leads to", async () => {
    const seen = await visit(console_, undefined, phone);
    const { page } = seen;
    await seen.open("/");
    const other = page.getByRole("button", { name: "Sign in at your organization's provider" });
    if ((await other.count()) > 0) await other.tap();
    await look(seen, "start");
    await seen.open(await invite("ivo@example.com"));
    await look(seen, "invitation");
    await seen.open(await reset("max@example.com"));
    await look(seen, "reset");
    await seen.open("/resets/nothing");
    await look(seen, "dead-link");
    await seen.open("/sign-in/refused?reason=sso_no_role&request_id=req_0123456789abcdef0123456789abcdef");
    await look(seen, "refused");
    provider.people.set("vera", { email: "vera@example.com", email_verified: true, groups: [] });
    provider.next = "vera";
    await page.goto(`${origin}/api/v1/sso/${slug}`);
    await heading(page, "Is this account yours?");
    await look(seen, "link");
    await signInByLink(page);
    await look(seen, "overview");
    for (const path of ["/account", "/account/security", "/account/password", "/account/tokens"]) {
      await seen.open(path);
      await look(seen, path.slice(1).replace("/", "-"));
    }
    expect(seen.complaints).toEqual([]);
    await seen.context.close();
  });

  async function signInByLink(page: Page): Promise<void> {
    await typeInto(page.getByLabel("Password of vera@example.com"), goodPassword);
    await page.getByRole("button", { name: "Yes, it is mine" }).tap();
    await isInside(page);
  }

  it("a temporary password is changed", async () => {
    await console_.site.operator("POST", `operator/organizations/${console_.organization.id}/members`, {
      body: { email: "tina@example.com", role: "viewer", password: goodPassword, temporary: true },
    });
    const seen = await visit(console_, undefined, phone);
    await seen.open("/");
    await signIn(seen.page, "tina@example.com");
    await heading(seen.page, "Choose a password");
    await look(seen, "temporary");
    await seen.context.close();
  });
});

it("gives the provider a SCIM token once, with the address to enter, and ends it", async () => {
  const seen = await visit(console_, console_.people.org_admin);
  const { page } = seen;
  await seen.open(`/o/${slug}/sign-in`);
  const part = page.getByRole("region", { name: "Provisioning" });
  await part.getByText(`${origin}/api/scim/v2`).waitFor();
  await part.getByRole("button", { name: "New SCIM token" }).click();
  await typeInto(page.getByLabel("Name"), "Okta");
  await page.keyboard.press("Enter");
  const token = await page.getByTestId("one-time-secret").textContent();
  const users = () =>
    fetch(`${origin}/api/scim/v2/Users`, { headers: { authorization: `Bearer ${token}` } }).then(
      ({ status }) => status,
    );
  expect(await users()).toBe(200);
  await page.getByRole("button", { name: "I have copied it" }).click();
  await part.getByText("Okta").waitFor();
  await part.getByRole("button", { name: "Revoke Okta" }).click();
  await typeInto(page.getByRole("dialog").getByRole("textbox"), "Okta");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await part.getByText("No token yet").waitFor();
  expect(await users()).toBe(401);
  expect(seen.complaints).toEqual([]);
});
