/** What can be done with a row by itself, such as a test, is done with many of a list, and each says what came of it. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, startConsole } from "./browser.ts";
import { act, as } from "./people.ts";

let console_: Console;
beforeAll(async () => {
  console_ = await startConsole();
}, 600_000);
afterAll(() => console_?.close());

/** Acts that take one row, and ask or send something. */
const ofOneRow = ["test_connector", "test_data_source", "test_outbound_config", "test_change_notification"];

it("every kind with such an act has it in its list", () => {
  const text = readFileSync(new URL("../../console/kinds/special.ts", import.meta.url), "utf8");
  const kinds = [...text.matchAll(/^ {2}([a-z_]+): \{\n(.*?)^ {2}\},$/gms)];
  const having = (test: (own: string) => boolean) =>
    kinds.flatMap(([, kind, own = ""]) => (test(own) ? [kind] : []));
  const withAct = having((own) => ofOneRow.some((action) => own.includes(`"${action}"`)));
  expect(withAct).toEqual(["change_notifications", "connectors", "data_sources", "outbound_configs"]);
  expect(having((own) => own.includes('many("Test"'))).toEqual(withAct);
  expect(having((own) => own.includes('many("Sync"'))).toEqual(["git_sources"]);
  expect(having((own) => own.includes('many("Start a drill"'))).toEqual(["alert_routes", "outbound_configs"]);
});

it.each([
  ["data_sources", "Test", /^(It works|It does not work|Not tested)/],
  ["alert_routes", "Start a drill", "Started"],
] as const)("%s: %s says of each row what came of it", async (kind, title, outcome) => {
  const definition = { data_sources: "list_data_sources", alert_routes: "list_alert_routes" }[kind];
  const rows = ((await act(console_, definition, {})) as { data: { name: string }[] }).data;
  await as(console_, "org_admin", async ({ page, open, complaints }) => {
    await open(`/o/${console_.organization.slug}/settings/${kind}`);
    const all = page.getByRole("checkbox", { name: "Select all shown" });
    await all.focus();
    await all.press("Space");
    await page
      .getByRole("toolbar", { name: /selected/i })
      .getByRole("button", { name: title })
      .press("Enter");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: title, exact: true }).press("Enter");
    await dialog.getByText(`${rows.length} of ${rows.length} done`).waitFor();
    for (const { name } of rows)
      await dialog.getByRole("listitem").filter({ hasText: name }).getByText(outcome).first().waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    expect(complaints).toEqual([]);
  });
});
