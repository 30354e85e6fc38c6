import { afterAll, beforeAll, expect, it } from "vitest";
import { type Console, startConsole, visit } from "./browser.ts";
import { pagesOf } from "./pages.ts";

let console_: Console;
beforeAll(async () => {
  console_ = await startConsole();
}, 600_000);
afterAll(() => console_.close());

const wanted = (
  process.env.SHOTS ??
  "alert-route,slo,engine,deploy-policy,setting,notifications,team,new-synthetic-check,prompt-review,refused"
).split(",");
it("takes pictures", async () => {
  const looks = [
    ["d1440", { width: 1440 }],
    ["m390", { width: 390, height: 844 }],
    ["k1440", { width: 1440, scheme: "dark" }],
  ] as const;
  for (const [look, size] of looks.slice(0, Number(process.env.LOOKS ?? 3))) {
    const seen = await visit(console_, console_.people.org_admin, size);
    for (const { name, path } of pagesOf(console_).filter((one) => wanted.includes(one.name))) {
      for (const view of name.startsWith("new") ? [""] : ["", "?view=edit"]) {
        await seen.open(`${path}${view}`);
        await seen.page.screenshot({
          path: `/tmp/h/shots/forms-${name}${view === "" ? "" : "-edit"}-${look}.png`,
          fullPage: true,
        });
      }
    }
    expect(seen.complaints).toEqual([]);
    await seen.context.close();
  }
}, 600_000);
