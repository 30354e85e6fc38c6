/** Two ways to do the same: with a mouse, whose clicks are counted, and with the keyboard alone. */
import type { Locator, Page } from "playwright-core";
import { until } from "../support/until.ts";
import { settled, typeInto } from "./browser.ts";

/** What people do on a page, by what they see. */
export interface Hands {
  /** Goes to a page by the menu, or by its name with ⌘K where the menu does not have it. */
  go(page: string): Promise<void>;
  /** A button, a link, a tab, a box to tick. */
  press(target: Locator): Promise<void>;
  type(into: Locator, text: string): Promise<void>;
  /** Opens a list and takes an option. What is typed first looks for it. */
  pick(box: Locator, option: string | RegExp, typed?: string): Promise<void>;
}

/** Clicks that the page received, over all of its loads. */
export const countClicks = `
  addEventListener("pointerdown", ({ isTrusted }) => {
    if (isTrusted) sessionStorage.setItem("clicks", String(Number(sessionStorage.getItem("clicks")) + 1));
  }, true);
`;

export async function clicksOn(page: Page): Promise<number> {
  return Number(await page.evaluate(`sessionStorage.getItem("clicks")`));
}

export function withMouse(page: Page): Hands {
  return {
    async go(name) {
      const link = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name }).first();
      if ((await link.count()) === 0) return withKeys(page).go(name);
      await link.click();
      await settled(page);
    },
    press: (target) => target.click(),
    async type(into, text) {
      if (!(await isFocused(into))) await into.click();
      await typeInto(into, text);
    },
    async pick(box, option, typed) {
      await box.click();
      if (typed !== undefined) await page.keyboard.type(typed);
      await page.getByRole("option", { name: option }).first().click();
    },
  };
}

/** More steps than from a page's beginning to its end. */
const maxSteps = 300;

export function withKeys(page: Page): Hands {
  const { keyboard } = page;

  async function reach(target: Locator): Promise<void> {
    await target.waitFor();
    for (let step = 0; !(await isFocused(target)); step += 1) {
      if (step === maxSteps)
        throw new Error(`no key leads to ${target}; the focus is on ${await focused(page)}`);
      await keyboard.press("Tab");
    }
  }

  return {
    async go(name) {
      await keyboard.press("ControlOrMeta+k");
      const box = page.getByRole("combobox", { name: "Find a page, a row or an action" });
      await box.waitFor();
      await keyboard.type(name);
      await page.getByRole("option", { name, selected: true }).first().waitFor();
      await keyboard.press("Enter");
      await box.waitFor({ state: "detached" });
      await settled(page);
    },
    async press(target) {
      await target.waitFor();
      const role = await target.evaluate((element) => element.getAttribute("role") ?? element.tagName);
      const type = await target.getAttribute("type");
      if (role === "menuitem" || role === "tab" || type === "radio") return step(target, type === "radio");
      await reach(target);
      await keyboard.press(type === "checkbox" ? "Space" : "Enter");
    },
    async type(into, text) {
      await reach(into);
      await keyboard.press("ControlOrMeta+a");
      await keyboard.type(text);
    },
    async pick(box, option, typed) {
      await reach(box);
      if (typed === undefined) await keyboard.press("ArrowDown");
      else await keyboard.type(typed);
      const wanted = page.getByRole("option", { name: option }).first();
      await wanted.waitFor();
      const chosen = page.locator("[data-combobox-selected]").filter({ hasText: option });
      await until(async () => {
        if ((await chosen.count()) > 0) return true;
        await keyboard.press("ArrowDown");
        return false;
      });
      await keyboard.press("Enter");
    },
  };

  /** Among the items of a menu, the tabs, or the choices of a group, arrows go from one to the next. */
  async function step(target: Locator, checks: boolean): Promise<void> {
    const there = () => (checks ? target.isChecked() : isFocused(target));
    if (await there()) return void (checks || (await keyboard.press("Enter")));
    const siblings = checks
      ? page.locator(`input[type=radio][name="${await target.getAttribute("name")}"]`)
      : target.locator("xpath=..").locator("> *");
    const inGroup = () =>
      siblings.evaluateAll((elements) =>
        elements.some((element) => element === element.ownerDocument.activeElement),
      );
    for (let steps = 0; !(await inGroup()); steps += 1) {
      if (steps === maxSteps) throw new Error(`no key leads to ${target}`);
      await keyboard.press("Tab");
    }
    for (let steps = 0; !(await there()); steps += 1) {
      if (steps === maxSteps) throw new Error(`no arrow leads to ${target}`);
      await keyboard.press("ArrowRight");
      if (!(await there()) && !checks) await keyboard.press("ArrowDown");
    }
    if (!checks) await keyboard.press("Enter");
  }
}

const focused = (page: Page) => page.evaluate("document.activeElement?.outerHTML.slice(0, 300)");

function isFocused(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}
