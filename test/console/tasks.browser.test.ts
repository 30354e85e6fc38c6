/** The ten tasks, with a mouse in as few clicks as docs/console.md says, and with the keyboard alone. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, startConsole } from "./browser.ts";
import { clicksOn, countClicks, type Hands, withKeys, withMouse } from "./hands.ts";
import { as } from "./people.ts";
import { endTasks, type Task, tasks } from "./tasks.ts";

let console_: Console;
beforeAll(async () => {
  console_ = await startConsole({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
}, 600_000);
afterAll(async () => {
  await endTasks();
  await console_?.close();
});

/** @returns the clicks that it took */
async function perform(task: Task, name: string, handsOn: (page: Parameters<typeof withKeys>[0]) => Hands) {
  await task.prepare?.(console_);
  let clicks = 0;
  await as(console_, "org_admin", async ({ page, context, open }) => {
    await context.addInitScript(countClicks);
    await open(`/o/${console_.organization.slug}`);
    await task.run(page, handsOn(page), name);
    clicks = await clicksOn(page);
  });
  await task.check(console_, name);
  return clicks;
}

describe.each(tasks.map((task, index) => [task.title, task, index] as const))("%s", (_, task, index) => {
  it("with a mouse", async () => {
    expect(await perform(task, `mouse-${index}`, withMouse)).toBe(task.clicks);
  });

  it("with the keyboard alone", async () => {
    expect(await perform(task, `keys-${index}`, withKeys)).toBe(0);
  });
});

it("are in the guide, with their clicks", () => {
  const guide = readFileSync(new URL("../../docs/console.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| *\d+ *\| *(.+?) *\| *(\d+) *\|/gm)].map(([, title, clicks]) => [
    title,
    Number(clicks),
  ]);
  expect(rows).toEqual(tasks.map(({ title, clicks }) => [title, clicks]));
});
