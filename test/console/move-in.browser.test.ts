/** The page Move in, typed: an Alertmanager's configuration becomes a plan, with what is lost said first. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, patient, settled, startConsole, type Visit, visit } from "./browser.ts";

let console_: Console;
let seen: Visit;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  seen = await visit(console_, console_.people.org_admin);
  page = seen.page;
}, 600_000);
afterAll(async () => {
  await seen.context.close();
  await console_.close();
});

const configuration = `route:
  receiver: chat
  group_by: [alertname]
  routes:
    - matchers: [severity="critical"]
      receiver: on-call
receivers:
  - name: chat
    webhook_configs: [{url: "https://chat.example.com/hook"}]
  - name: on-call
    webhook_configs: [{url: "https://page.example.com/hook"}]
`;

async function chooseFile(content: string): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose files" }).press("Enter"),
  ]);
  await chooser.setFiles([{ name: "alertmanager.yml", mimeType: "text/yaml", buffer: Buffer.from(content) }]);
}

const show = () => page.getByRole("button", { name: "Show what it becomes" });

it("a configuration is shown next to the list that it becomes, proved, and planned", async () => {
  await seen.open(`/o/${console_.organization.slug}/move-in`);
  await chooseFile(configuration);
  await show().press("Enter");
  const result = page.getByRole("region", { name: "What it becomes" });
  await result.getByText(/label sets: the same people are notified in all/).waitFor();
  const tree = result.getByRole("region", { name: "Today: a tree" }).getByRole("listitem");
  expect(await tree.allInnerTexts()).toEqual(["every alert → chat", 'severity="critical" → on-call']);
  const list = result.getByRole("region", { name: "Here: a list" }).getByRole("listitem");
  expect(await list.allInnerTexts()).toEqual(['severity="critical" → on-call', "every alert → chat"]);
  await settled(page);
  await page.screenshot({ path: process.env.TEST_PICTURE ?? "/tmp/move-in.png", fullPage: true });
  // Nothing is stored until the plan is applied, and that shows each row first.
  await result.getByRole("button", { name: "Plan", exact: true }).press("Enter");
  await page.waitForURL(/\/plans\/plan_/);
  await expect.poll(() => page.getByRole("heading", { level: 1 }).textContent(), patient).toMatch(/create/);
});

it("what cannot be read is said at once, and a changed file is read again", async () => {
  await seen.open(`/o/${console_.organization.slug}/move-in`);
  await chooseFile(configuration.replace("receiver: on-call", "receiver: nobody-here"));
  await show().press("Enter");
  const refusal = page.getByRole("alert");
  await refusal.getByText(/nobody-here/).waitFor();
  await chooseFile(configuration);
  await expect.poll(() => refusal.count(), patient).toBe(0);
});
