/** Two ways to do the same: with a mouse next to the keys, whose clicks are counted, and with the keys alone. */
import type { BrowserContext, Locator, Page } from "playwright-core";
import { until } from "../support/until.ts";
import { settled } from "./browser.ts";

/** What people do on a page, by what they see. */
export interface Hands {
  /** Finds a page, an action or a sentence with ⌘K, and takes what it is called there. */
  go(typed: string, option?: string | RegExp): Promise<void>;
  /** A button, a link, a tab, a box to tick. */
  press(target: Locator): Promise<void>;
  /** Reaches an input with Tab, and types. */
  type(into: Locator, text: string): Promise<void>;
  /** Opens a list and takes an option. With keys, what is typed first looks for it. */
  pick(box: Locator, option: string | RegExp, typed?: string): Promise<void>;
}

const paletteName = "Find a page, a row or an action";

/**
 * Counts, over all loads of a page. A click is a press of the mouse, or of Enter or the space bar on a button, a link, a
 * tab, a box or an option. An Enter in a field that sends its form, or takes an option, counts as well, by itself. Tab,
 * arrows, typing and an Enter in the palette do not count.
 */
const count = `(() => {
  const add = (what) => sessionStorage.setItem(what, String(Number(sessionStorage.getItem(what)) + 1));
  const pressed = "button, a, summary, input:is([type=checkbox], [type=radio], [readonly]), " +
    ["button", "link", "tab", "option", "menuitem", "radio", "checkbox", "switch"].map((role) => "[role=" + role + "]");
  addEventListener("pointerdown", ({ isTrusted }) => isTrusted && add("mouse"), true);
  addEventListener("keydown", ({ isTrusted, repeat, key, target }) => {
    if (!isTrusted || repeat || (key !== "Enter" && key !== " ")) return;
    if (target.closest(pressed) !== null) add("keys");
    else if (key === "Enter" && target.closest("textarea, [aria-label='${paletteName}']") === null) add("enters");
  }, true);
  const written = "input:not([readonly], [type=checkbox], [type=radio]), textarea";
  const filled = new WeakSet();
  addEventListener("pointerdown", ({ isTrusted, target }) =>
    isTrusted && target.closest(written) !== null && add("intoFields"), true);
  addEventListener("input", ({ isTrusted, target }) => {
    if (!isTrusted || filled.has(target) || target.closest(written) === null) return;
    if (target.closest("[aria-label='${paletteName}']") !== null) return;
    filled.add(target);
    add("fields");
  }, true);
})()`;

export async function countClicks(context: Pick<BrowserContext, "addInitScript">): Promise<void> {
  await context.addInitScript(count);
}

export interface Counted {
  /** Presses of the mouse. */
  readonly mouse: number;
  /** Of Enter or the space bar, on what can be pressed. */
  readonly keys: number;
  /** Enters in fields. */
  readonly enters: number;
}

/** Since counting began. */
export async function countedOn(page: Page): Promise<Counted> {
  const of = async (what: keyof Counted) => Number(await page.evaluate(`sessionStorage.getItem("${what}")`));
  return { mouse: await of("mouse"), keys: await of("keys"), enters: await of("enters") };
}

/**
 * What a job takes, by whatever hand: what is pressed, and fields that are filled in, each of which is one act, however
 * somebody comes to it. An Enter that sends a form counts as the press of its button.
 */
export async function actsOn(page: Page): Promise<{ readonly presses: number; readonly fields: number }> {
  const of = async (what: string) => Number(await page.evaluate(`sessionStorage.getItem("${what}")`));
  return { presses: (await clicksOn(page)) - (await of("intoFields")), fields: await of("fields") };
}

/** From here on it counts anew. */
export async function countAnew(page: Page): Promise<void> {
  const names = ["mouse", "keys", "enters", "intoFields", "fields"];
  await page.evaluate(`${JSON.stringify(names)}.forEach((name) => sessionStorage.removeItem(name))`);
}

/** All of them. */
export async function clicksOn(page: Page): Promise<number> {
  const { mouse, keys, enters } = await countedOn(page);
  return mouse + keys + enters;
}

/** A hand on the mouse for what is pressed, and all else by keys: the fewest clicks. */
export function withMouse(page: Page): Hands {
  const { go, type } = withKeys(page);
  return {
    go,
    type,
    press: (target) => target.click(),
    async pick(box, option) {
      await box.click();
      await page.getByRole("option", { name: option }).first().click();
    },
  };
}

/** A mouse or a thumb alone, which finds everything by what it sees: no key but those that write. */
export function withPointer(page: Page): Hands {
  const isTouched = () => page.evaluate("navigator.maxTouchPoints > 0");
  const press = async (target: Locator) => ((await isTouched()) ? target.tap() : target.click());
  return {
    go: () => Promise.reject(new Error("a pointer finds its way by what it sees")),
    press,
    async type(into, text) {
      await press(into);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
    },
    async pick(box, option) {
      await press(box);
      await press(page.getByRole("option", { name: option }).first());
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
    async go(typed, option = typed) {
      await keyboard.press("ControlOrMeta+k");
      const box = page.getByRole("combobox", { name: paletteName });
      await box.waitFor();
      await keyboard.type(typed);
      await page.getByRole("option", { name: option, selected: true }).first().waitFor();
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
