/** A page on a locked screen: shown by the worker in a real browser, and acknowledged there with no page open and nobody signed in. */
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { pushText } from "../../src/transports/push.ts";
import { recordingReach, subscription } from "../identity/ways-scene.ts";
import { type PagingScene, pagingScene, pass } from "../pages/scene.ts";
import {
  type Console,
  patient,
  signIn,
  startConsole,
  tabIn,
  typeInto,
  type Visit,
  visit,
} from "./browser.ts";
import { withKeys } from "./hands.ts";
import { allowNotifications, type NoticeWorker, workerIn } from "./notifications.ts";

/** Of RFC 8291 §4. */
const mostBytes = 3_993;
const reach = recordingReach();
let console_: Console;
beforeAll(async () => {
  console_ = await startConsole({}, 0, reach);
  const { delivery, alerts, pages } = console_.test.service;
  const timed = [delivery, alerts, pages].flatMap(({ background = [] }) => background);
  await Promise.all(timed.map((one) => one.stop()));
}, 600_000);
afterAll(() => console_?.close());

let made: PagingScene;
let seen: Visit;
let notices: NoticeWorker;
const ada = () => made.people[0] as Person;
type Person = PagingScene["people"][number];

/** What was sent last to somebody's push, as it comes out of the browser's decryption. */
function lastPush(): string {
  const sent = reach.sent.findLast(({ to }) => to.kind === "push");
  if (sent === undefined) throw new Error("nothing was pushed");
  return pushText(sent.message, mostBytes);
}

/** Adds the browser with real keys, and confirms it by its notification. */
beforeEach(async () => {
  made = await pagingScene(console_.test);
  reach.sent.length = 0;
  seen = await visit(console_, ada());
  await allowNotifications(seen.context, console_.origin, subscription());
  const other = await seen.context.newPage();
  const { page, open } = seen;
  const keys = withKeys(page);
  await open("/account/ways");
  await keys.press(page.getByRole("button", { name: "Add this device" }));
  const dialog = page.getByRole("dialog");
  await keys.press(dialog.getByRole("button", { name: "Add" }));
  await dialog.getByText("A notification came to the device.").waitFor();
  notices = await workerIn(seen.context, other, console_.origin);
  await notices.deliver(lastPush());
  expect(await notices.shown()).toMatchObject([
    { title: "Your code for orgconfig", tag: "code", requireInteraction: true, actions: ["confirm"] },
  ]);
  await notices.press("confirm");
  expect(await notices.shown()).toMatchObject([{ title: "This device is confirmed", silent: true }]);
  await page.getByText("Chrome on Linux is confirmed. Pages reach you there.").waitFor();
  reach.sent.length = 0;
});

async function fired(title: string): Promise<string> {
  const id = await made.fire(title);
  await console_.test.service.pages.flush();
  return id;
}

it("stays, and is acknowledged from there after a sign-out, with no tab open: once", async () => {
  const id = await fired("Disk full");
  await notices.deliver(lastPush());
  const about = { tag: id, title: "CRITICAL · shop: Disk full" };
  const rings = { renotify: true, requireInteraction: true, actions: ["acknowledge", "open"] };
  expect(await notices.shown()).toContainEqual(
    expect.objectContaining({ ...about, ...rings, silent: false }),
  );
  await ada().send("DELETE", "session");
  await seen.page.close();
  await seen.context.clearCookies();
  await closeOthers(notices);
  await notices.press("acknowledge");
  expect(await notices.shown()).toMatchObject([
    { tag: id, title: `Acknowledged: ${about.title}`, silent: true, actions: ["open"] },
  ]);
  expect(await made.alert(id)).toMatchObject({ status: "acknowledged", acknowledged_by: ada().email });
  const [page] = (await made.alert(id)).pages;
  expect(page).toMatchObject({ outcome: "acknowledged", closed_by: `${ada().email} by push` });
});

/** The one of the code stands below. */
async function closeOthers({ worker }: NoticeWorker): Promise<void> {
  await worker.evaluate(
    `shownNow().then((all) => all.filter(({ tag }) => tag === "code").map((one) => one.close()))`,
  );
}

it("says what became of it where somebody else was first, and takes word of that without a sound", async () => {
  const id = await fired("Slow");
  await closeOthers(notices);
  const ring = lastPush();
  await notices.deliver(ring);
  expect((await made.tenant.api("POST", `alerts/${id}/acknowledge`)).status).toBe(200);
  await pass(console_.test, made, 600);
  await notices.press("acknowledge");
  const [{ title, body } = { title: "", body: "" }] = await notices.shown();
  expect(title).toBe("Nothing was done: CRITICAL · shop: Slow");
  expect(body).toMatch(/^It is over: acknowledged /);
  await notices.deliver(ring);
  const quiet = lastPush();
  expect(JSON.parse(quiet)).toMatchObject({ alert_id: id, acknowledge: null });
  await notices.deliver(quiet);
  expect(await notices.shown()).toMatchObject([{ tag: id, silent: true, requireInteraction: false }]);
});

it("is kept where there is no network, and says so", async () => {
  const id = await fired("Cut off");
  await closeOthers(notices);
  await notices.deliver(lastPush());
  await notices.worker.evaluate(
    `(self.reached = self.fetch, self.fetch = () => Promise.reject(new TypeError("Failed to fetch")), 0)`,
  );
  await notices.press("acknowledge");
  expect(await notices.shown()).toMatchObject([
    {
      ...{ tag: id, title: "NOT acknowledged: CRITICAL · shop: Cut off", requireInteraction: true },
      actions: ["acknowledge", "open"],
    },
  ]);
  await notices.worker.evaluate("(self.fetch = self.reached, 0)");
  await notices.press("acknowledge");
  expect(await made.alert(id)).toMatchObject({ status: "acknowledged" });
});

it("leads to the alert's page: in a tab that is open, else in a window of its own", async () => {
  const id = await fired("Look at me");
  await closeOthers(notices);
  await notices.deliver(lastPush());
  const path = `/o/${made.tenant.organization.slug}/alerts/${id}`;
  expect(await notices.press("open")).toEqual([]);
  await expect.poll(() => new URL(seen.page.url()).pathname, patient).toBe(path);
  // It is not answered by that.
  expect(await notices.shown()).toMatchObject([{ tag: id }]);
  await seen.page.close();
  expect(await notices.press("")).toEqual([path]);
});

it("shows a code to whoever is not signed in, and the page takes it by keys after a sign-in", async () => {
  await seen.context.clearCookies();
  await seen.page.close();
  const { id } = (await ada().send("GET", "account/ways")).body.data[1];
  await ada().send("POST", `account/ways/${id}/test`);
  await notices.deliver(lastPush());
  await notices.press("confirm");
  const [{ body } = { body: "" }] = await notices.shown();
  expect(body).toContain(`type the code ${reach.code()}`);
  const [path = ""] = await notices.press("open");
  expect(path).toBe(`/account/ways?verify=${id}`);
  const { page, open } = await tabIn(console_, seen.context);
  await open(path);
  await signIn(page, ada().email);
  await typeInto(page.getByRole("dialog").getByLabel("Code"), reach.code());
  await page.keyboard.press("Enter");
  await page.getByText("Chrome on Linux is confirmed. Pages reach you there.").waitFor();
});

it("is a page of one button where the browser shows no buttons in notifications", async () => {
  await fired("From an iPhone");
  await closeOthers(notices);
  await notices.deliver(lastPush());
  await notices.worker.evaluate(
    `(Object.defineProperty(Notification, "maxActions", { value: undefined }), 0)`,
  );
  await seen.page.close();
  await seen.context.clearCookies();
  const [path = ""] = await notices.press("");
  const tab = await seen.context.newPage();
  await tab.goto(`${console_.origin}${path}`);
  await tab.getByRole("button", { name: "Acknowledge" }).focus();
  await tab.keyboard.press("Enter");
  await tab.getByText("Acknowledged: it is yours.").waitFor();
});

it("adds itself again where the browser ends its subscription, and says so where nobody is signed in", async () => {
  await closeOthers(notices);
  await notices.end(subscription());
  const { data } = (await ada().send("GET", "account/ways")).body;
  expect(data.at(-1)).toMatchObject({ kind: "push", name: "Browser, renewed by itself", verified: false });
  expect(reach.sent.at(-1)?.message.code).toMatch(/^\d{6}$/);
  expect(await notices.shown()).toEqual([]);
  await seen.context.clearCookies();
  await notices.end(subscription());
  expect(await notices.shown()).toMatchObject([{ title: "No page reaches this device any more" }]);
});
