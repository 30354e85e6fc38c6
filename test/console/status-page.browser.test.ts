/** The status page in the console: seen before it is published, and updated from an alert in two keys. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { logo } from "../../src/seed/logo.ts";
import { type Console, edit, patient, startConsole, typeInto, type Visit } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

const preview = ({ page }: Visit) => page.frameLocator("iframe[title='Preview of the status page']");

it("shows the real page with what is in the form, and publishes nothing by that", () =>
  as(console_, "org_admin", async (seen) => {
    const { page, open } = seen;
    await open(`${home}/settings/status_page_settings`);
    await page.getByRole("row", { name: "Subscribers 0" }).waitFor();
    await preview(seen).getByRole("heading", { name: "Acme", level: 1 }).waitFor();
    const choose = (name: string) =>
      page.getByRole("radiogroup", { name: "Page" }).getByText(name, { exact: true }).click();
    await edit(page);
    await typeInto(page.getByLabel("Title"), "Acme, as it is");
    await preview(seen).getByRole("heading", { name: "Acme, as it is" }).waitFor();
    await typeInto(page.getByLabel("Accent color"), "#ffe600");
    await page.getByText("The page shows it darker, as #807300.").waitFor();
    await choose("History");
    await preview(seen)
      .getByRole("heading", { name: /^History of/ })
      .waitFor();
    await choose("Subscribe");
    await preview(seen).getByRole("button", { name: "Subscribe" }).waitFor();
    // A colour that is half typed is said to be wrong there, too.
    await typeInto(page.getByLabel("Accent color"), "#ffe6");
    await preview(seen).getByText("must be a colour written #rrggbb").waitFor();
    expect(await act(console_, "get_status_page_settings", {})).toMatchObject({ title: null });
    // The console's Back is not the frame's.
    await page.getByRole("button", { name: "Discard" }).click();
    await page.goBack();
    expect(page.url()).not.toContain("status_page_settings?view=edit");
  }));

it("takes a picture from a file, and shows it before and after it is saved", () =>
  as(console_, "org_admin", async (seen) => {
    const { page, open } = seen;
    const folder = mkdtempSync(join(tmpdir(), "orgconfig-logo-"));
    writeFileSync(join(folder, "logo.png"), Buffer.from(logo.split(",")[1] ?? "", "base64"));
    writeFileSync(join(folder, "logo.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
    await open(`${home}/settings/status_page_settings?view=edit`);
    const file = page.locator("input[type=file]");
    await file.setInputFiles(join(folder, "logo.svg"));
    await page.getByText("Save it as PNG or JPEG.").waitFor();
    await file.setInputFiles(join(folder, "logo.png"));
    await page.getByRole("img", { name: "On a dark page" }).waitFor();
    await preview(seen).locator("header img").waitFor();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("img", { name: "Logo" }).waitFor();
    const saved = await act(console_, "get_status_page_settings", {});
    expect(String(saved.logo)).toMatch(/^data:image\/png;base64,/);
  }));

it("posts an update from an alert in two keys, with the components and the words that fit", async () => {
  const component = (
    await act(console_, "create_status_page_component", { name: "Paying", service: "checkout" })
  ).id;
  await act(console_, "update_status_page_settings", {
    update_templates: [{ name: "Paying", status: "investigating", body: "{components} fails for some." }],
  });
  await as(console_, "org_admin", async ({ page, open }) => {
    await open(`${home}/alerts/${console_.seeded.alertId}`);
    await page.keyboard.press("p");
    const form = page.getByRole("dialog", { name: "Post an update" });
    await form.getByText("Nobody sees it on the status page.").waitFor();
    expect(await form.getByLabel("Message").inputValue()).toBe("Paying fails for some.");
    await expect
      .poll(() => page.evaluate("document.activeElement.textContent") as Promise<string>, patient)
      .toMatch(/^Save$/);
    await page.keyboard.press("Enter");
    await form.waitFor({ state: "hidden" });
    await page.getByText("The update is published.").waitFor();
  });
  const { data } = await act(console_, "list_status_page_incidents", {});
  const [incident] = data as { id: string; title: string }[];
  expect(incident).toMatchObject({
    title: "Paying is affected",
    status: "investigating",
    impact: "critical",
    component_ids: [component],
    body: "Paying fails for some.",
  });
  expect(await act(console_, "get_status_page_component", { id: component })).toMatchObject({
    status: "major_outage",
  });
  // The next one is an update of the same incident, by who may not change components.
  await as(console_, "member", async ({ page, open }) => {
    await open(`${home}/alerts/${console_.seeded.alertId}`);
    await page.keyboard.press("p");
    const form = page.getByRole("dialog", { name: "Post an update" });
    await form.getByRole("link", { name: "Paying is affected" }).waitFor();
    await form.getByRole("radio", { name: "Monitoring" }).press("Space");
    await typeInto(form.getByLabel("Message"), "A fix is in place.");
    await page.keyboard.press("Tab");
    await form.getByRole("button", { name: /^Save/ }).press("Enter");
    await form.waitFor({ state: "hidden" });
  });
  expect(await act(console_, "get_status_page_incident", { id: incident?.id })).toMatchObject({
    status: "monitoring",
    body: "A fix is in place.",
  });
  // Who only reads is offered nothing.
  await as(console_, "viewer", async ({ page, open }) => {
    await open(`${home}/alerts/${console_.seeded.alertId}`);
    await page.keyboard.press("p");
    expect(await page.getByRole("dialog").count()).toBe(0);
  });
});
