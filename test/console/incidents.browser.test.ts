/** An incident told from its desk: updates in a few clicks, and a maintenance with its mutes. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type Console, startConsole, typeInto } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
let component: string;

beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  component = (await act(console_, "create_status_page_component", { name: "Paying", service: "checkout" }))
    .id;
}, 600_000);
afterAll(() => console_?.close());

const made = async (fields: object): Promise<string> =>
  (await act(console_, "create_status_page_incident", { component_ids: [component], ...fields })).id;
const now = (id: string) => act(console_, "get_status_page_incident", { id });

it("posts the next state with its text in one click, and other words where they are typed", async () => {
  const id = await made({ title: "Payments fail", body: "We are looking into it." });
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    const desk = page.getByRole("region", { name: "Post an update" });
    await desk.getByRole("button", { name: "Post update" }).waitFor();
    expect(await desk.getByRole("radio", { name: "Identified" }).isChecked()).toBe(true);
    await until(async () => (await desk.getByLabel("Message").inputValue()).includes("Paying"));
    await desk.getByRole("button", { name: "Post update" }).click();
    const told = page.getByRole("region", { name: "Updates" }).getByRole("listitem");
    await told.filter({ hasText: "Identified" }).waitFor();
    // Who posted it is read from the history.
    await told.filter({ hasText: "Identified" }).getByText("max@example.com").waitFor();
    expect(await told.count()).toBe(2);

    await desk.getByRole("radio", { name: "Resolved" }).focus();
    await page.keyboard.press("Space");
    await typeInto(desk.getByLabel("Message"), "All cards work again.");
    await desk.getByRole("button", { name: "Post update" }).click();
    await page
      .getByRole("region", { name: "On the status page" })
      .getByText("Resolved All cards work again.")
      .waitFor();
  });
  expect(await now(id)).toMatchObject({ status: "resolved", body: "All cards work again." });
});

it("refuses an update to what somebody else has changed meanwhile, and shows that first", async () => {
  const id = await made({ title: "Search is slow", body: "We look." });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/settings/status_page_incidents/${id}`);
    const desk = page.getByRole("region", { name: "Post an update" });
    await typeInto(desk.getByLabel("Message"), "Mine.");
    await act(console_, "update_status_page_incident", { id, status: "monitoring", body: "Theirs." });
    await desk.getByRole("button", { name: "Post update" }).click();
    await page.getByRole("region", { name: "Updates" }).getByText("Theirs.").waitFor();
    expect(await now(id)).toMatchObject({ body: "Theirs." });
  });
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
    const desk = page.getByRole("region", { name: "Post an update" });
    await desk.getByText(/^Mute alerts of checkout until /).waitFor();
    await desk.getByRole("button", { name: "Post update" }).click();
    await page.getByText("The update is posted, with its mutes.").waitFor();
    expect(await mutes()).toMatchObject([{ matchers: ['service="checkout"'] }]);
    await desk.getByText("Let its alerts through again").waitFor();
    await desk.getByRole("button", { name: "Post update" }).click();
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
