/** The ten tasks: in as few clicks as docs/console.md says, counted by the page itself, and with the keyboard alone. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Console, startConsole, visit } from "./browser.ts";
import { countClicks, countedOn, type Hands, withKeys, withMouse } from "./hands.ts";
import { makeScene, type Task, tasks } from "./tasks.ts";

let console_: Console;
let scene: Awaited<ReturnType<typeof makeScene>>;
beforeAll(async () => {
  console_ = await startConsole({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1" });
  scene = await makeScene(console_);
}, 600_000);
afterAll(async () => {
  await scene?.close();
  await console_?.close();
});

/** @returns what it took */
async function perform(task: Task, name: string, handsOn: (page: Page) => Hands) {
  await task.prepare?.(scene);
  const seen = await visit(console_, task.signedOut ? undefined : console_.people.org_admin);
  const { page, context } = seen;
  try {
    await countClicks(context);
    await seen.open(task.signedOut ? "/" : `/o/${console_.organization.slug}`);
    await task.run(page, handsOn(page), name, scene);
    const counted = await countedOn(page);
    await task.check(page, name, scene);
    expect({ foreign: seen.foreign, complaints: seen.complaints }).toEqual({ foreign: [], complaints: [] });
    return counted;
  } finally {
    await context.close();
  }
}

describe.each(tasks.map((task, index) => [task.title, task, index] as const))("%s", (_, task, index) => {
  it("in the fewest clicks", async () => {
    const { mouse, keys, enters } = await perform(task, `mouse-${index}`, withMouse);
    expect(mouse + keys + (task.signedOut ? enters - 1 : enters)).toBe(task.clicks);
    expect(task.clicks).toBeLessThanOrEqual(task.most);
  });

  it("with the keyboard alone", async () => {
    expect(await perform(task, `keys-${index}`, withKeys)).toMatchObject({ mouse: 0 });
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
