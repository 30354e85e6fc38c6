/** An incident reported from its desk: updates that a person wrote or picked, and a maintenance with its mutes. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type Console, patient, startConsole, typeInto, visit } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let component: string;

beforeAll(async () => {
  // A mail server that nothing is sent to: what is accepted waits for it.
  console_ = await startConsole({ SMTP_URL: "smtp://127.0.0.1:9" });
  home = `/o/${console_.organization.slug}`;
  component = (await act(console_, "create_status_page_component", { name: "Paying", service: "checkout" }))
    .id;
}, 600_000);
afterAll(() => console_?.close());

const made = async (fields: object): Promise<string> =>
  (await act(console_, "create_status_page_incident", { component_ids: [component], ...fields })).id;
const now = (id: string) => act(console_, "get_status_page_incident", { id });

/** Where an update is written. */
const deskOf = (page: Page) => page.getByRole("region", { name: "Post an update" });
const publish = (page: Page) => deskOf(page).getByRole("button", { name: /^(Post update|Save)\b/ });
const pick = async (page: Page, template: string) => {
  const templates = deskOf(page).getByRole("group", { name: "Templates" });
  await templates.getByRole("button", { name: template }).click();
};
/** As people choose in a list by keyboard: the browser goes to what begins like it. */
const typeState = async (page: Page, state: string) => {
  const list = page.getByRole("region", { name: "Components" }).getByLabel("Status of Paying");
  await list.focus();
  await page.keyboard.type(state);
  expect(await list.locator("option:checked").textContent()).toContain(state);
};
const updates = (page: Page) => page.getByRole("region", { name: "Updates" }).getByRole("listitem");

it("begins empty, and publishes nothing that nobody wrote or picked", async () => {
  const id = await made({ title: "Payments fail", body: "We are looking into it." });
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    expect(await deskOf(page).getByLabel("Message").inputValue()).toBe("");
    expect(await deskOf(page).getByRole("radio", { checked: true }).count()).toBe(0);
    await publish(page).click();
    await deskOf(page).getByText("Choose a state.").waitFor();
    await deskOf(page).getByText("Write a message, or pick a template.").waitFor();
    expect((await now(id)).updates).toHaveLength(1);

    await pick(page, "Identified");
    expect(await deskOf(page).getByRole("radio", { name: "Identified" }).isChecked()).toBe(true);
    expect(await deskOf(page).getByLabel("Message").inputValue()).toContain("Paying");
    await publish(page).click();
    await updates(page).filter({ hasText: "Identified" }).waitFor();
    // Who posted it is read from the history.
    await updates(page).filter({ hasText: "Identified" }).getByText("max@example.com").waitFor();
    expect(await updates(page).count()).toBe(2);
    expect(await deskOf(page).getByLabel("Message").inputValue()).toBe("");

    await deskOf(page).getByRole("radio", { name: "Resolved" }).focus();
    await page.keyboard.press("Space");
    await typeInto(deskOf(page).getByLabel("Message"), "All cards work again.");
    // What somebody wrote is not replaced by a template.
    expect(await deskOf(page).getByRole("group", { name: "Templates" }).count()).toBe(0);
    await publish(page).click();
    await page
      .getByRole("region", { name: "On the status page" })
      .getByText("Resolved All cards work again.")
      .waitFor();
  });
  expect(await now(id)).toMatchObject({ status: "resolved", body: "All cards work again." });
});

it("says on the button whether it is published, and how many are mailed", async () => {
  const id = await made({ title: "Refunds fail", body: "We look." });
  const quiet = await made({ title: "Small print", body: "We look.", notify: false });
  await act(console_, "update_notification_settings", { recipients: ["a@example.com", "b@example.com"] });
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    await deskOf(page).getByRole("button", { name: "Save", exact: true }).waitFor();
    await act(console_, "update_status_page_settings", { enabled: true, slug: "acme-status" });
    await open(`${home}/settings/status_page_incidents/${id}`);
    await deskOf(page).getByRole("button", { name: "Post update: nobody subscribes yet" }).waitFor();
    // The latest update's own state and words add none.
    await deskOf(page).getByRole("radio", { name: "Investigating" }).focus();
    await page.keyboard.press("Space");
    await typeInto(deskOf(page).getByLabel("Message"), "We look.");
    await deskOf(page).getByRole("button", { name: "Post update, mail nobody" }).waitFor();
    await typeInto(deskOf(page).getByLabel("Message"), "We still look.");
    await deskOf(page).getByRole("button", { name: "Post update: nobody subscribes yet" }).click();
    await updates(page).filter({ hasText: "We still look." }).waitFor();

    await open(`${home}/settings/status_page_incidents/${quiet}`);
    await deskOf(page).getByRole("button", { name: "Post update, mail nobody" }).waitFor();
    await deskOf(page).getByText("Its setting Notify is off: nobody is mailed.").waitFor();
    // The form of a new one says the same, before it is there.
    await open(`${home}/new/status_page_incidents`);
    await page
      .getByText(
        "It is published on the status page at once. Your own 2 addresses are mailed, by the notification settings.",
      )
      .waitFor();
  });
});

it("opens an incident with a state that somebody chose, by a button that says what it does", async () => {
  const all = async () =>
    (await act(console_, "list_status_page_incidents", {})).data as { title: string; status: string }[];
  const called = async (name: string) => (await all()).filter(({ title }) => title === name);
  await act(console_, "update_status_page_settings", { enabled: true, slug: "acme-status" });
  await act(console_, "update_notification_settings", { recipients: ["a@example.com", "b@example.com"] });
  await as(console_, "member", async ({ page, open }) => {
    const button = page.getByRole("button", { name: "Publish: nobody subscribes yet" });
    const status = page.getByRole("combobox", { name: "Status" });
    const templates = page.getByRole("group", { name: "Templates" });
    await open(`${home}/new/status_page_incidents`);
    await button.waitFor();
    expect(await page.getByRole("button", { name: "Create" }).count()).toBe(0);
    expect(await status.inputValue()).toBe("");
    await typeInto(page.getByLabel("Title"), "Vouchers fail");
    // What somebody wrote is not replaced by a template.
    await typeInto(page.getByRole("textbox", { name: "Body", exact: true }), "We look into vouchers.");
    await templates.waitFor({ state: "detached" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByText("Choose one.").waitFor();
    await page.getByText("Fix first: Status").waitFor();
    expect(await called("Vouchers fail")).toEqual([]);
    await status.click();
    await page.getByRole("option", { name: "Identified" }).click();
    await page.getByText("Choose one.").waitFor({ state: "detached" });
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Vouchers fail" }).waitFor();
    expect(await called("Vouchers fail")).toMatchObject([
      { status: "identified", body: "We look into vouchers." },
    ]);

    await open(`${home}/new/status_page_incidents`);
    await typeInto(page.getByLabel("Title"), "Gift cards fail");
    const template = templates.getByRole("button", { name: "Monitoring" });
    await template.focus();
    await page.keyboard.press("Enter");
    await until(async () => (await status.inputValue()) === "Monitoring");
    await button.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Gift cards fail" }).waitFor();
    expect(await called("Gift cards fail")).toMatchObject([
      { status: "monitoring", body: "A fix is in place. We are watching whether all works as it should." },
    ]);
  });
});

it("changes the components' states in the same act, which is taken back as one", async () => {
  const id = await made({ title: "Cards fail", body: "We look." });
  const state = async () => (await act(console_, "get_status_page_component", { id: component })).status;
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    await pick(page, "Identified");
    await typeState(page, "Major outage");
    await publish(page).click();
    await page.getByText("The update is published, with all that goes with it.").waitFor();
    expect(await state()).toBe("major_outage");
    await pick(page, "Resolved");
    await page.getByRole("button", { name: "Set all to Operational" }).click();
    await publish(page).click();
    await updates(page).filter({ hasText: "Resolved" }).waitFor();
    await until(async () => (await state()) === "operational");
  });
  // Those whose role may not change components see how they are.
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    await page.getByText("Components: Paying (Operational).").waitFor();
    expect(await page.getByLabel("Status of Paying").count()).toBe(0);
  });
});

it("refuses an update to what somebody else has changed meanwhile, shows that, and keeps what was typed", async () => {
  const id = await made({ title: "Search is slow", body: "We look." });
  await as(console_, "org_admin", async ({ page, open }) => {
    for (const [mine, theirs, also] of [
      ["Mine.", "Theirs.", undefined],
      ["Mine again.", "Theirs again.", "Partial outage"],
    ] as const) {
      await open(`${home}/settings/status_page_incidents/${id}`);
      await deskOf(page).getByRole("radio", { name: "Identified" }).focus();
      await page.keyboard.press("Space");
      await typeInto(deskOf(page).getByLabel("Message"), mine);
      // With a component's state it is a plan, and is refused as well.
      if (also !== undefined) await typeState(page, also);
      await act(console_, "update_status_page_incident", { id, status: "monitoring", body: theirs });
      await publish(page).click();
      await updates(page).getByText(theirs, { exact: true }).waitFor();
      await deskOf(page).getByRole("alert").waitFor();
      expect(await now(id)).toMatchObject({ body: theirs });
      expect(await deskOf(page).getByLabel("Message").inputValue()).toBe(mine);
      // Now that it is read it is written over.
      await publish(page).click();
      await until(async () => (await now(id)).body === mine);
      await updates(page).getByText(mine, { exact: true }).waitFor();
    }
  });
});

it("asks before somebody leaves what they wrote", async () => {
  const id = await made({ title: "Login fails", body: "We look." });
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    await typeInto(deskOf(page).getByLabel("Message"), "Half of a");
    const away = page.locator(`nav a[href="${home}/services"]`).first();
    await away.click();
    await page.getByRole("button", { name: "Stay" }).click();
    expect(await deskOf(page).getByLabel("Message").inputValue()).toBe("Half of a");
    await away.click();
    await page.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("heading", { name: "Services", level: 1 }).waitFor();
    expect((await now(id)).updates).toHaveLength(1);
  });
});

it("publishes nothing that was given up while there was no connection", async () => {
  const id = await made({ title: "Mail is late today", body: "We look." });
  const { page, context, open } = await visit(console_, console_.people.member);
  await open(`${home}/settings/status_page_incidents/${id}`);
  await pick(page, "Resolved");
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith("update_status_page_incident")) sent.push(request.url());
  });
  await context.setOffline(true);
  await page.getByText("You are offline. What you see may be old, and nothing can be saved.").waitFor();
  await publish(page).click();
  await deskOf(page).getByText("You are offline. Nothing was saved.").waitFor();
  expect(await publish(page).isEnabled()).toBe(true);
  await page.locator(`nav a[href="${home}/services"]`).first().click();
  await page.getByRole("button", { name: "Leave" }).click();
  await context.setOffline(false);
  // What had waited would be sent before these are read.
  await page.getByRole("link", { name: "checkout", exact: true }).first().waitFor();
  await expect.poll(() => page.getByText("You are offline").count(), patient).toBe(0);
  expect(sent).toEqual([]);
  expect((await now(id)).updates).toHaveLength(1);
  await context.close();
});

it("mutes a maintenance's services while it lasts, and lets their alerts through when it is done", async () => {
  const id = await made({
    title: "New database",
    status: "scheduled",
    impact: "maintenance",
    body: "On Sunday.",
    scheduled_for: new Date().toISOString(),
    scheduled_until: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const mutes = async () =>
    ((await act(console_, "list_alert_mutes", {})).data as { reason: string; matchers: string[] }[]).filter(
      ({ reason }) => reason === "Maintenance: New database",
    );
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    await pick(page, "In progress");
    await deskOf(page)
      .getByText(/^Mute alerts of checkout until /)
      .waitFor();
    await publish(page).click();
    await page.getByText("The update is published, with all that goes with it.").waitFor();
    expect(await mutes()).toMatchObject([{ matchers: ['service="checkout"'] }]);
    await pick(page, "Completed");
    await deskOf(page).getByText("Unmute its alerts").waitFor();
    await publish(page).click();
    await until(async () => (await mutes()).length === 0);
  });
  expect(await now(id)).toMatchObject({ status: "completed" });
});

it("is read by a viewer, who posts nothing", async () => {
  const id = await made({ title: "Mail is late", body: "We look into late mail." });
  await as(console_, "viewer", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    await page
      .getByRole("region", { name: "On the status page" })
      .getByText("We look into late mail.")
      .waitFor();
    expect(await page.getByRole("region", { name: "Post an update" }).count()).toBe(0);
  });
});
