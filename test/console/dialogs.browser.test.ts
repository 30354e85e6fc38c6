/** Focus is never lost: each dialog is opened by keys, holds the focus, and gives it back to what opened it. */
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
