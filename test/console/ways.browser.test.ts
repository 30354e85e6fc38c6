/** How the reader is reached: ways added, confirmed, tested and removed, and steps put in order, by real keys. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { SendFailure } from "../../src/transports/port.ts";
import { add, addVerified, newNumber, recordingReach, subscription } from "../identity/ways-scene.ts";
import { type PagingScene, pagingScene } from "../pages/scene.ts";
import { faults } from "./axe.ts";
import { type Console, startConsole, typeInto, type Visit, visit } from "./browser.ts";
import { withKeys } from "./hands.ts";

const reach = recordingReach();
let console_: Console;
let made: PagingScene;
beforeAll(async () => {
  console_ = await startConsole({}, 0, reach);
  const { delivery, alerts, pages } = console_.test.service;
  const timed = [delivery, alerts, pages].flatMap(({ background = [] }) => background);
  await Promise.all(timed.map((one) => one.stop()));
}, 600_000);
afterAll(() => console_?.close());
beforeEach(async () => {
  made = await pagingScene(console_.test);
  reach.sent.length = 0;
  reach.failing = undefined;
});

type Person = PagingScene["people"][number];
const ada = () => made.people[0] as Person;

async function looking(work: (seen: Visit) => Promise<void>, path = "/account/ways"): Promise<void> {
  const seen = await visit(console_, ada());
  try {
    await seen.open(path);
    await work(seen);
    expect(seen.complaints).toEqual([]);
  } finally {
    await seen.context.close();
  }
}

describe("a way", () => {
  it("is added with its number, confirmed by the code that is typed, tested, and removed", () =>
    looking(async (seen) => {
      const { page } = seen;
      const keys = withKeys(page);
      const dialog = page.getByRole("dialog");
      await page.getByRole("region", { name: "Mail of the account" }).waitFor();
      await keys.press(page.getByRole("button", { name: "Add text messages" }));
      await typeInto(dialog.getByLabel("Number"), "0151 23");
      await page.keyboard.press("Enter");
      await dialog.getByText("must be a number with its country").waitFor();
      await typeInto(dialog.getByLabel("Number"), newNumber());
      await page.keyboard.press("Enter");
      await dialog.getByText("A text message with a code was sent.").waitFor();
      await typeInto(dialog.getByLabel("Code"), reach.code() === "000000" ? "000001" : "000000");
      await page.keyboard.press("Enter");
      await dialog.getByText("is not the code that was sent there last").waitFor();
      await typeInto(dialog.getByLabel("Code"), reach.code());
      await page.keyboard.press("Enter");
      await page.getByText("Phone is confirmed. Pages reach you there.").waitFor();
      const phone = page.getByRole("region", { name: "Phone" });
      await phone.getByText("Verified").waitFor();
      expect(await faults(seen)).toEqual([]);
      await keys.press(phone.getByRole("button", { name: "Test Phone" }));
      await page.getByText("A test went to Phone.").waitFor();
      expect(reach.sent.at(-1)?.message.title).toBe("Test of your page");
      reach.failing = new SendFailure("unreachable", "the gateway does not answer");
      await keys.press(phone.getByRole("button", { name: "Test Phone" }));
      await page.getByText("The test did not go to Phone: the gateway does not answer").waitFor();
      await phone.getByText("The last message failed: the gateway does not answer").waitFor();
      await keys.press(phone.getByRole("button", { name: "Remove Phone" }));
      await keys.press(dialog.getByRole("button", { name: "Remove" }));
      await page.getByText("Phone is removed.").waitFor();
      await phone.waitFor({ state: "detached" });
    }));

  it("of a browser needs its permission, and says what is in the way", () =>
    looking(async ({ page }) => {
      // The headless shell shows no notifications, as a browser in which somebody blocked them.
      await page.evaluate(`Object.defineProperty(Notification, "permission", { get: () => "denied" })`);
      await page.getByText("Add this device").waitFor();
      await withKeys(page).press(page.getByRole("button", { name: "Add ntfy" }));
      await page.keyboard.press("Escape");
      await page.getByText("Notifications of this page are blocked in this browser.").waitFor();
      expect(await page.getByRole("button", { name: "Add this device" }).isDisabled()).toBe(true);
    }));

  it("is removed with all others in one act after a phone was lost", async () => {
    await addVerified(ada(), reach, { kind: "push", name: "Pixel", subscription: subscription() });
    await add(ada(), { kind: "sms", name: "SIM", number: newNumber() });
    await looking(async ({ page }) => {
      const keys = withKeys(page);
      await keys.press(page.getByRole("button", { name: "Lost a phone? Remove all ways" }));
      const dialog = page.getByRole("dialog");
      await dialog.getByText("Nothing goes to Pixel, SIM any more").waitFor();
      await keys.press(dialog.getByRole("button", { name: "Remove all" }));
      await page.getByText("2 ways are removed. Pages go to the mail of your account.").waitFor();
    });
    expect((await ada().send("GET", "account/ways")).body.data).toHaveLength(1);
  });
});

describe("steps", () => {
  it("show the default as one, are put in order, and go back to it", async () => {
    const id = await addVerified(ada(), reach, { kind: "call", name: "Bell", number: newNumber() });
    const stored = async () => (await ada().send("GET", "account/steps")).body;
    await looking(async (seen) => {
      const { page } = seen;
      const keys = withKeys(page);
      const card = page.getByRole("region", { name: "Steps of a page" });
      await card.getByText("Default", { exact: true }).waitFor();
      const when = card.getByRole("combobox", { name: "When to take step 2" });
      await when.focus();
      await page.keyboard.type("after 3 m");
      expect(await when.inputValue()).toBe("180");
      await keys.press(card.getByRole("button", { name: "Save" }));
      await card.getByText("Default", { exact: true }).waitFor({ state: "detached" });
      expect(await stored()).toMatchObject({
        page: [
          { way_id: "way_mail", after_seconds: 0 },
          { way_id: id, after_seconds: 180 },
        ],
        defaults: ["other"],
      });
      expect(await faults(seen)).toEqual([]);
      await keys.press(card.getByRole("button", { name: "Remove step 1" }));
      await keys.press(card.getByRole("button", { name: "Save" }));
      await card.getByRole("combobox", { name: "When to take step 2" }).waitFor({ state: "detached" });
      await keys.press(card.getByRole("button", { name: "Back to the default" }));
      await card.getByText("Default", { exact: true }).waitFor();
      expect((await stored()).defaults).toEqual(["page", "other"]);
    });
  });
});

describe("an open page", () => {
  it("stands on top, is acknowledged there, and in the alert's timeline with whom it reached", async () => {
    await addVerified(ada(), reach, { kind: "push", name: "Pixel", subscription: subscription() });
    const id = await made.fire("Disk full");
    await console_.test.service.pages.flush();
    await looking(async (seen) => {
      const { page, follow } = seen;
      const keys = withKeys(page);
      await page.getByRole("heading", { name: "Your open pages" }).waitFor();
      expect(await faults(seen)).toEqual([]);
      await keys.press(page.getByRole("button", { name: /^Acknowledge: .*Disk full/ }));
      await page.getByText(/^Acknowledged: .*Disk full/).waitFor();
      expect(await made.alert(id)).toMatchObject({ status: "acknowledged", acknowledged_by: ada().email });
      await follow(`/o/${made.tenant.organization.slug}/alerts/${id}`);
      const story = page.getByRole("region", { name: "Timeline" });
      await story.getByText(`Paged ${ada().email}, on call as primary in`).waitFor();
      await story.getByText("By mail, push.").waitFor();
      await story.getByText(`Delivered to ${ada().email} (push)`).waitFor();
      await story.getByText(`acknowledged by ${ada().email} by console`).waitFor();
    });
  });

  it("is passed on from the alert's page", async () => {
    const id = await made.fire("Slow");
    await console_.test.service.pages.flush();
    await looking(async ({ page }) => {
      await withKeys(page).press(page.getByRole("button", { name: /^Pass on: / }));
      await page.getByText(/^Passed on to ben@/).waitFor();
      await page.getByText(`${ada().email} passed the page on`).waitFor();
    }, `/o/${made.tenant.organization.slug}/alerts/${id}`);
    expect((await made.alert(id)).pages).toMatchObject([{ outcome: "passed_on" }, { outcome: null }]);
  });
});
