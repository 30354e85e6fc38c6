/** The operator's page by real keys and presses: made, suspended, lifted, exported, deleted and taken back; and what people see of it. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { faults } from "./axe.ts";
import { type Console, patient, settled, startConsole, typeInto, type Visit, visit } from "./browser.ts";

let console_: Console;
let seen: Visit;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  seen = await visit(console_);
  page = seen.page;
}, 600_000);
afterAll(async () => {
  expect(seen.complaints).toEqual([]);
  expect(seen.foreign).toEqual([]);
  await seen.context.close();
  await console_.close();
});

const dialog = () => page.getByRole("dialog");
const row = (name: string): Locator => page.getByRole("row").filter({ hasText: name });
async function choose(name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions on ${name}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
  await dialog().waitFor();
  await settled(page);
}
async function confirm(verb: string): Promise<void> {
  await dialog().getByRole("button", { name: verb, exact: true }).click();
  await dialog().waitFor({ state: "detached" });
}
async function enter(token: string): Promise<void> {
  await typeInto(page.getByRole("textbox", { name: "Operator token" }), token);
  await page.keyboard.press("Enter");
}
/** What the row says at this width: its state stands in another column on a phone. */
const said = (name: string, text: string | RegExp) =>
  row(name).getByText(text).filter({ visible: true }).waitFor();
const operator = (path: string) => console_.site.operator("GET", `operator/organizations/${path}`);

it("opens where a browser lets pages store nothing", async () => {
  const bare = await visit(console_);
  await bare.context.addInitScript(
    `for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });`,
  );
  await bare.page.goto(`${console_.origin}/operator`);
  await bare.page.getByRole("textbox", { name: "Operator token" }).waitFor();
  await bare.context.close();
});

it("asks for the token, refuses another one, and forgets it with the page", async () => {
  await seen.open("/operator");
  expect(await faults(seen)).toEqual([]);
  await enter("a-token-of-somebody-else");
  await page.getByRole("alert").getByText("This is not the operator's token").waitFor();
  await enter(console_.test.settings.operatorToken);
  await page.getByRole("heading", { name: "Organizations" }).waitFor();
  await row("Acme").waitFor();
  await settled(page);
  expect(await faults(seen)).toEqual([]);
  for (const store of ["localStorage", "sessionStorage"])
    expect(await page.evaluate(`JSON.stringify(${store})`)).not.toContain(
      console_.test.settings.operatorToken,
    );
  await seen.open("/operator");
  await enter(console_.test.settings.operatorToken);
  await row("Acme").waitFor();
});

it("makes an organization, renames it, and gives it quotas", async () => {
  await page.getByRole("button", { name: "New organization" }).click();
  await typeInto(dialog().getByRole("textbox", { name: "Name" }), "Zenith");
  await page.keyboard.press("Enter");
  await row("Zenith").waitFor();
  await dialog().waitFor({ state: "detached" });
  await choose("Zenith", "Name and plan…");
  await typeInto(dialog().getByRole("textbox", { name: "Name" }), "Zenith Ltd");
  await confirm("Save");
  await choose("Zenith Ltd", "Quotas…");
  expect(await faults(seen)).toEqual([]);
  const rows = dialog().getByRole("textbox", { name: "Rows of single kinds" });
  await typeInto(rows, "tems = 3");
  await dialog().getByRole("button", { name: "Save" }).click();
  await dialog()
    .getByRole("alert")
    .getByText(/tems.*did you mean "teams"/)
    .waitFor();
  await typeInto(rows, "teams = 3");
  await typeInto(dialog().getByRole("textbox", { name: "Requests a second" }), "20");
  await typeInto(dialog().getByRole("textbox", { name: "Rows of each kind" }), "none");
  await confirm("Save");
  await said("Zenith Ltd", "20 requests/s, 1 kind");
  expect((await operator("zenith")).body.quotas).toEqual({
    requests_per_second: 20,
    rows_per_kind: null,
    rows: { teams: 3 },
  });
  await page.getByRole("button", { name: "Plans" }).click();
  await dialog().getByText("team", { exact: true }).click();
  await typeInto(dialog().getByRole("textbox", { name: "Subscribers" }), "500");
  await confirm("Save team");
  expect((await console_.site.operator("GET", "operator/plans")).body.data).toContainEqual({
    plan: "team",
    quotas: { page_subscribers: 500 },
  });
});

it("suspends one, whose people read it over every page and cannot save, and lifts it", async () => {
  // A page that was open before knows nothing of it until it is refused something.
  const person = await visit(console_, console_.people.org_admin);
  await person.open(`/o/${console_.organization.slug}/new/teams`);
  await choose("Acme", "Suspend…");
  expect(await faults(seen)).toEqual([]);
  await typeInto(dialog().getByRole("textbox", { name: "Reason" }), "The invoice of October is open");
  await confirm("Suspend");
  await said("Acme", "The invoice of October is open");

  await typeInto(person.page.getByRole("textbox", { name: "Name", exact: true }), "Harbour");
  await person.page.getByRole("button", { name: "Create" }).click();
  await person.page
    .getByRole("alert")
    .getByText(/Acme is suspended since/)
    .waitFor();
  const banner = person.page.getByRole("status").filter({ hasText: "Acme is suspended." });
  await banner
    .getByText("The invoice of October is open. Nothing can be changed. Alerts still reach people.")
    .waitFor();
  expect(await faults(person)).toEqual([]);

  await choose("Acme", "Lift the suspension…");
  await confirm("Lift");
  await said("Acme", "Active");
  await person.page.getByRole("button", { name: "Create" }).click();
  await person.page.waitForURL(/\/settings\/teams\/team_/);
  await banner.waitFor({ state: "detached" });
  expect([person.complaints, person.foreign]).toEqual([[], []]);
  await person.context.close();
});

it("deletes one in some days, says that an export is missing, downloads it, and takes the deletion back", async () => {
  await choose("Acme", "Delete…");
  expect(await faults(seen)).toEqual([]);
  const remove = dialog().getByRole("button", { name: "Delete", exact: true });
  expect(await remove.isDisabled()).toBe(true);
  await typeInto(dialog().getByRole("textbox", { name: "Days from now" }), "7");
  await typeInto(dialog().getByRole("textbox", { name: "Reason" }), "They left");
  await typeInto(dialog().getByRole("textbox", { name: /^Type acme/ }), console_.organization.slug);
  await confirm("Delete");
  await said("Acme", /^To be deleted on .* Export it before\.$/);
  expect((await operator(console_.organization.id)).body.deletion.reason).toBe("They left");

  const person = await visit(console_, console_.people.viewer);
  await person.open(`/o/${console_.organization.slug}`);
  await person.page
    .getByRole("status")
    .getByText(
      /They left\. Nothing can be changed\. Alerts still reach people until then, and nobody is paged after it\./,
    )
    .waitFor();
  await person.context.close();

  await choose("Acme", "Export…");
  const downloading = page.waitForEvent("download");
  await confirm("Download");
  const file = await downloading;
  expect(file.suggestedFilename()).toBe("acme.orgconfig.gz");
  expect(gunzipSync(readFileSync(await file.path())).toString()).toContain(console_.organization.id);
  await said("Acme", /^Deleted on .* It is exported\.$/);

  await choose("Acme", "Take the deletion back…");
  await confirm("Take it back");
  await said("Acme", "Active");
});

it("shows a noisy one, on a phone and in the dark too", async () => {
  const { id, slug } = (await operator("zenith")).body;
  const key = await console_.test.makeKey(id, ["api:config_read"]);
  await console_.site.operator("PATCH", `operator/organizations/${slug}`, {
    body: { quotas: { requests_per_second: 1 } },
  });
  const ask = () =>
    console_.test.send("GET", "/api/v1/config/teams", { headers: { authorization: `Bearer ${key.value}` } });
  const answers = await Promise.all(Array.from({ length: 40 }, ask));
  expect(answers.some(({ status }) => status === 429)).toBe(true);
  await console_.test.service.organizations.noteUse();
  await console_.test.database.execute(
    `UPDATE organization_use SET requests = 90000 WHERE organization_id = '${id}'`,
  );
  const phone = await visit(console_, undefined, { width: 390, height: 844, scheme: "dark" });
  await phone.open("/operator");
  await typeInto(
    phone.page.getByRole("textbox", { name: "Operator token" }),
    console_.test.settings.operatorToken,
  );
  await phone.page.keyboard.press("Enter");
  await phone.page.getByText("Its quota refuses requests.").filter({ visible: true }).waitFor();
  await settled(phone.page);
  expect(await faults(phone)).toEqual([]);
  const width = "document.documentElement.scrollWidth";
  await expect.poll(() => phone.page.evaluate(width), patient).toBe(390);
  await phone.page
    .getByRole("combobox", { name: "Order" })
    .or(phone.page.getByRole("textbox", { name: "Order" }))
    .click();
  await phone.page.getByRole("option", { name: "Most requests" }).click();
  const first = phone.page.getByRole("row").nth(1);
  await expect.poll(() => first.textContent(), patient).toContain("Zenith Ltd");
  await phone.context.close();
});
