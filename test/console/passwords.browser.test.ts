/** Passwords as people meet them: a temporary one, a forgotten one, and an invitation that is sent again. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { goodPassword } from "../support/sign-in.ts";
import { type Console, settled, startConsole, type Visit, visit } from "./browser.ts";

const own = "a phrase of my own";

let console_: Console;
beforeAll(async () => {
  console_ = await startConsole();
});
afterAll(() => console_.close());

async function type(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole("textbox", { name: label }).click();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(text);
}

async function signIn(seen: Visit, email: string, password: string): Promise<void> {
  await seen.open("/");
  await type(seen.page, "Email", email);
  await type(seen.page, "Password", password);
  await seen.page.keyboard.press("Enter");
}

it("a temporary password is changed before any page is shown", async () => {
  const { site, organization } = console_;
  const email = "tim@example.com";
  await site.operator("POST", `operator/organizations/${organization.id}/members`, {
    body: { email, role: "org_admin", password: goodPassword, temporary: true },
  });
  const seen = await visit(console_);
  const { page } = seen;
  await signIn(seen, email, goodPassword);
  await page.getByRole("heading", { name: "Choose a password" }).waitFor();
  await seen.open(`/o/${organization.slug}/members`);
  await page.getByRole("heading", { name: "Choose a password" }).waitFor();

  await type(page, "Current password", goodPassword);
  await type(page, "New password", "Password2026");
  await page.keyboard.press("Enter");
  await page.getByText(/Is a common password; choose at least 8 characters/).waitFor();
  await type(page, "New password", own);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("a reset's link lets somebody choose a password, and signs them in", async () => {
  const { site, organization } = console_;
  const person = await site.makeMember(organization.id, "member", "rita@example.com");
  const { body } = await site.operator("POST", "operator/accounts/reset", { body: { email: person.email } });
  const seen = await visit(console_);
  const { page } = seen;
  const { pathname } = new URL(body.reset_url);
  await seen.open(pathname);
  await page.getByText(/rita@example.com/).waitFor();
  await type(page, "New password", own);
  await page.keyboard.press("Enter");
  await page.getByTitle("Change the organization").getByText(organization.name).waitFor();
  await seen.open(pathname);
  await page.getByText("This link does not work").waitFor();
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
});

it("an invitation is sent again, and its first link works no more", async () => {
  const { people, organization } = console_;
  const seen = await visit(console_, people.org_admin);
  const { page, open } = seen;
  await open(`/o/${organization.slug}/members`);
  await page.getByRole("button", { name: "Add a member" }).click();
  await type(page, "Email", "ivy@example.com");
  await page.keyboard.press("Enter");
  const first = (await page.getByTestId("one-time-secret").textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Send again: the invitation of ivy@example.com" }).click();
  await page.getByRole("heading", { name: "ivy@example.com is invited" }).waitFor();
  const second = (await page.getByTestId("one-time-secret").textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();
  await settled(page);

  const guest = await visit(console_);
  await guest.open(new URL(first).pathname);
  await guest.page.getByText("This link does not work").waitFor();
  await guest.open(new URL(second).pathname);
  await type(guest.page, "Your name", "Ivy");
  await type(guest.page, "Choose a password", own);
  await guest.page.keyboard.press("Enter");
  await guest.page.getByTitle("Change the organization").getByText(organization.name).waitFor();
  expect([...seen.complaints, ...guest.complaints]).toEqual([]);
  await guest.context.close();
  await seen.context.close();
});

it("a forgotten password: the page says where no mail goes out, and an admin gives a link", async () => {
  const { people, organization, site } = console_;
  const person = await site.makeMember(organization.id, "member", "fay@example.com");
  const guest = await visit(console_);
  await guest.open("/");
  await guest.page.getByRole("button", { name: "Forgot your password?" }).click();
  await type(guest.page, "Your account's email", person.email);
  await guest.page.keyboard.press("Enter");
  await guest.page.getByText(/This installation sends no mail/).waitFor();

  const seen = await visit(console_, people.org_admin);
  const { page, open } = seen;
  await open(`/o/${organization.slug}/members`);
  await page.getByRole("button", { name: "More about fay@example.com" }).click();
  await page.getByRole("menuitem", { name: "Send a link to a new password…" }).click();
  await page.getByRole("button", { name: "Send the link" }).click();
  const url = (await page.getByTestId("one-time-secret").textContent()) ?? "";
  await page.getByRole("button", { name: "Done" }).click();

  await guest.open(new URL(url).pathname);
  await type(guest.page, "New password", own);
  await guest.page.keyboard.press("Enter");
  await guest.page.getByTitle("Change the organization").getByText(organization.name).waitFor();
  // The refusal that no mail goes out is a 503, which a browser complains of.
  expect(seen.complaints).toEqual([]);
  await guest.context.close();
  await seen.context.close();
});
