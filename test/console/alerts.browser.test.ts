/** Alerts in the console, as somebody on call goes through them: with keys. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseMatcher } from "../../src/kernel/matchers.ts";
import { type Fired, webhook } from "../alerts/support.ts";
import { type Console, patient, startConsole, typeInto, type Visit } from "./browser.ts";
import { act, as } from "./people.ts";
import { seededTitle } from "./seed-alerts.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

/** Alertmanager tells of alerts that no route takes. */
async function fire(...fired: readonly Partial<Fired>[]): Promise<void> {
  const { engineId } = console_.seeded;
  const { value } = await console_.test.makeKey(console_.organization.id, ["api:admin"]);
  const alerts = fired.map((one) => ({ name: "Fresh", startsAt: new Date().toISOString(), ...one }));
  const answer = await console_.test.send("POST", `/api/v1/intake/alertmanager/${engineId}`, {
    headers: { authorization: `Bearer ${value}` },
    body: webhook({ receiver: "orgconfig", group: "fresh" }, alerts),
  });
  expect(answer.status).toBe(200);
}

/** What the list shows, in order. */
const titles = ({ page }: Visit) => page.locator("[data-alert]").allTextContents();

const focused = ({ page }: Visit) => page.evaluate("document.activeElement.textContent") as Promise<string>;

const timeline = ({ page }: Visit) => page.getByRole("region", { name: "Timeline" });

describe("the list", () => {
  it("is gone through with keys: moved in, narrowed, opened, acknowledged", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/alerts`);
      await page.getByRole("link", { name: "Open 30", exact: false }).waitFor();
      const all = await titles(seen);
      expect(all).toHaveLength(30);
      await page.keyboard.press("j");
      expect(await focused(seen)).toBe(all[0]);
      await page.keyboard.press("j");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("k");
      expect(await focused(seen)).toBe(all[1]);

      await page.keyboard.press("/");
      await page.keyboard.type("service=search arm");
      expect(await page.getByRole("textbox", { name: "Search" }).inputValue()).toBe("service=search arm");
      await page.getByText("Nothing matches these filters.").waitFor();
      await typeInto(page.getByRole("textbox", { name: "Search" }), "search-3");
      await page.getByText("1 of 30").waitFor();
      expect(new URL(page.url()).search).toBe("?q=search-3");
      await page.keyboard.press("Enter");
      expect(await focused(seen)).toBe("search-3 does not answer");
      await page.keyboard.press("a");
      await page.getByText("Acknowledged by Max").first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "search-3 does not answer", level: 1 }).waitFor();
      await timeline(seen).getByText("Acknowledged by Max").waitFor();
      expect(await page.getByRole("button", { name: "Acknowledge" }).count()).toBe(0);
    }));
});
