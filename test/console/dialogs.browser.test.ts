/** Focus is never lost: each dialog is opened by keys, holds the focus, and gives it back to what opened it. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type Console, startConsole, typeInto } from "./browser.ts";
import { dialogs } from "./dialogs.ts";
import { act, as } from "./people.ts";

let console_: Console;
beforeAll(async () => {
  console_ = await startConsole();
}, 600_000);
afterAll(() => console_?.close());

it.each(dialogs)("$name", async ({ path, open, leave }) => {
  const home = `/o/${console_.organization.slug}`;
  await as(console_, "org_admin", async (seen) => {
    const { page } = seen;
    const { seeded } = console_;
    await seen.open(path({ home, settings: `${home}/settings`, seeded }));
    const opener = await open(page, {
      seeded,
      operatorToken: console_.test.settings.operatorToken,
      type: typeInto,
      act: (action, body) => act(console_, action, body),
    });
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await until(async () => (await page.evaluate(inDialog)) === true);
    // Not of the whole page: what was pressed may wait for the dialog's answer.
    await until(() => dialog.evaluate((one) => one.getAnimations({ subtree: true }).length === 0));
    // No number of Tabs leads out of it.
    for (let tabs = 0; tabs < 30; tabs += 1) await page.keyboard.press("Tab");
    expect(await page.evaluate(inDialog)).toBe(true);
    // The first Escape is that of a list which is open.
    const list = dialog.locator("[aria-expanded=true]");
    if ((await list.count()) > 0) await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
    if (leave === undefined) await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: leave }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await until(() => opener.evaluate((one) => one === one.ownerDocument.activeElement)).catch(async () => {
      const focused = await page.evaluate("document.activeElement?.outerHTML.slice(0, 300)");
      throw new Error(`the focus is on ${focused}`);
    });
  });
});

const inDialog = `document.activeElement?.closest("[role=dialog]") != null`;

it("Escape closes the uppermost alone, however many are open", async () => {
  await as(console_, "org_admin", async ({ page, open }) => {
    const { organization, seeded } = console_;
    const home = `/o/${organization.slug}`;
    const palette = page.getByRole("dialog", { name: "Find anything" });
    for (const [path, opener, name] of [
      [`alerts/${seeded.alertId}`, /^Mute/, "Mute alerts like this one"],
      [`settings/connectors/${seeded.engineId}`, /\.yml/, /\.yml/],
    ] as const) {
      await open(`${home}/${path}`);
      await page.getByRole("button", { name: opener }).first().press("Enter");
      const dialog = page.getByRole("dialog", { name });
      await until(async () => (await page.evaluate(inDialog)) === true);
      await page.keyboard.press("ControlOrMeta+k");
      await palette.waitFor();
      await page.keyboard.press("Escape");
      await palette.waitFor({ state: "detached" });
      expect(await dialog.isVisible()).toBe(true);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
  });
});

it("a button that was at work, and a list, have the focus again", async () => {
  await as(console_, "org_admin", async ({ page, open }) => {
    const { slug } = console_.organization;
    await console_.site.makeMember(console_.organization.id, "viewer", "walt@example.com");
    await open(`/o/${slug}/members`);
    const role = page.getByRole("combobox", { name: "Role of walt@example.com" });
    await role.focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("option", { name: "Member" }).waitFor();
    const changed = page.waitForResponse((answer) => answer.request().method() === "PATCH");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await changed;
    await until(() => role.evaluate((one) => one === one.ownerDocument.activeElement));
    await open(`/o/${slug}`);
    const take = page.getByRole("button", { name: /^Take: / }).first();
    await page.route("**/actions/acknowledge_alert", (route) => route.fulfill({ status: 503 }));
    await take.press("Enter");
    await page.getByRole("alert").first().waitFor();
    await until(() => take.evaluate((one) => one === one.ownerDocument.activeElement));
  });
});

const hasFocus = (one: Locator) => one.evaluate((element) => element === element.ownerDocument.activeElement);

it("a dialog has the focus while its button is at work, and the button when it was refused", async () => {
  await as(console_, "org_admin", async ({ page, open }) => {
    const { id } = (await act(console_, "create_team", { name: "Nobody's" })) as { id: string };
    await open(`/o/${console_.organization.slug}/settings/teams/${id}`);
    await page.getByRole("button", { name: "More", exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    const dialog = page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: /^Delete / });
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/actions/apply_plan", async (route) => {
      await answered;
      await route.fulfill({ status: 503 });
    });
    await button.press("Enter");
    await until(async () => !(await button.isEnabled()));
    await until(() => hasFocus(dialog));
    answer();
    await until(() => hasFocus(button));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

it("a dialog below another has the focus again where it was", async () => {
  await as(console_, "org_admin", async ({ page, open }) => {
    const { organization, seeded } = console_;
    await open(`/o/${organization.slug}/settings/connectors/${seeded.engineId}`);
    await page.getByRole("button", { name: /\.yml/ }).first().press("Enter");
    const dialog = page.getByRole("dialog", { name: /\.yml/ });
    await until(() => dialog.evaluate((one) => one.contains(one.ownerDocument.activeElement)));
    await page.keyboard.press("Tab");
    const before = await page.evaluate(focused);
    const palette = page.getByRole("dialog", { name: "Find anything" });
    await page.keyboard.press("ControlOrMeta+k");
    await until(() => palette.evaluate((one) => one.contains(one.ownerDocument.activeElement)));
    await page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    await until(async () => (await page.evaluate(focused)) === before);
  });
});

it("a row that is deleted gives the focus to the next one", async () => {
  for (const name of ["Gone 1", "Gone 2", "Gone 3"]) await act(console_, "create_team", { name });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`/o/${console_.organization.slug}/settings/teams?q=Gone`);
    const menu = (name: string) => page.getByRole("button", { name: new RegExp(`^More for ${name}`) });
    for (const [gone, next] of [
      ["Gone 2", "Gone 3"],
      ["Gone 3", "Gone 1"],
    ] as const) {
      await menu(gone).press("Enter");
      await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
      await page
        .getByRole("dialog")
        .getByRole("button", { name: `Delete ${gone}` })
        .press("Enter");
      await menu(gone).waitFor({ state: "detached" });
      await until(() => hasFocus(menu(next)));
    }
  });
});

it("a form that is a page has the focus at its button again after a refusal, or at what is wrong", async () => {
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`/o/${console_.organization.slug}/new/teams`);
    await typeInto(page.locator('input[data-path="name"]'), "Payments");
    await page.getByRole("button", { name: "Create", exact: true }).press("Enter");
    await page.getByRole("alert").first().waitFor();
    await until(async () => (await page.evaluate(focused)) !== null);
    await open("/account");
    await typeInto(page.getByRole("textbox", { name: "Name" }), "Ada L.");
    await page.route(/\/api\/v1\/account$/, (route) =>
      route.request().method() === "GET" ? route.continue() : route.fulfill({ status: 503 }),
    );
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.press("Enter");
    await page.getByRole("alert").first().waitFor();
    await until(() => hasFocus(save));
  });
});

it("what was typed in a dialog is asked about before Escape, or its cross, takes it away", async () => {
  await as(console_, "org_admin", async ({ page, open }) => {
    const { organization, seeded } = console_;
    const home = `/o/${organization.slug}`;
    for (const [path, opener, field, way] of [
      [`alerts/${seeded.alertId}`, /^Mute/, "Reason", "Escape"],
      [`proposals/${seeded.proposalId}`, "Approve", "Comment", "Close"],
    ] as const) {
      await open(`${home}/${path}`);
      await page.getByRole("button", { name: opener }).first().press("Enter");
      const dialog = page.getByRole("dialog").filter({ has: page.getByLabel(field) });
      const text = dialog.getByLabel(field);
      const leave = () =>
        way === "Escape"
          ? page.keyboard.press("Escape")
          : dialog.getByRole("button", { name: "Close", exact: true }).press("Enter");
      await typeInto(text, "Three sentences. They are long. They took a while.");
      const question = page.getByRole("dialog", { name: "Discard what you wrote?" });
      await leave();
      await until(() => question.evaluate((one) => one.contains(one.ownerDocument.activeElement)));
      // A second Escape goes back to the text.
      await page.keyboard.press("Escape");
      await question.waitFor({ state: "detached" });
      expect(await text.inputValue()).toBe("Three sentences. They are long. They took a while.");
      await until(() => dialog.evaluate((one) => one.contains(one.ownerDocument.activeElement)));
      await leave();
      await question.getByRole("button", { name: "Discard" }).press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      // What says again what it said in the beginning is no loss.
      await page.getByRole("button", { name: opener }).first().press("Enter");
      await typeInto(text, "x");
      await page.keyboard.press("Backspace");
      await leave();
      await page.getByRole("dialog").waitFor({ state: "detached" });
    }
  });
});

const focused = `document.activeElement === document.body ? null : document.activeElement?.outerHTML`;
