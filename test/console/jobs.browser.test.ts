/** The jobs' own forms: each done whole by keys and by mouse at 1,440 pixels and by thumb at 390, in as many acts as docs/console.md says. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from "vitest";
import { type Console, type Look, settled, startConsole, type Visit, visit } from "./browser.ts";
import { actsOn, countAnew, countClicks, withKeys, withPointer } from "./hands.ts";
import { type Job, jobs, type Way } from "./jobs.ts";
import { makeScene } from "./tasks.ts";

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

const looks: Readonly<Record<Way, Look>> = {
  keys: {},
  mouse: {},
  thumb: { width: 390, height: 844, touch: true },
};

async function begin(page: Page, way: Way, { begin: { typed, option }, pressed }: Job, name: string) {
  if (way === "keys") return withKeys(page).go(typed(name), option?.(name));
  const { press } = withPointer(page);
  if (way === "thumb") await press(page.getByRole("button", { name: "Menu", exact: true }));
  for (const target of pressed(page, name)) {
    await press(target.first());
    await settled(page);
  }
}

describe.each(Object.keys(looks) as Way[])("by %s", (way) => {
  let seen: Visit;
  beforeAll(async () => {
    seen = await visit(console_, console_.people.org_admin, looks[way]);
    await seen.context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await countClicks(seen.context);
    await seen.open(`/o/${console_.organization.slug}`);
  });
  afterAll(() => seen?.context.close());

  it.each(jobs.map((job) => [job.title, job] as const))("%s", async (_, job) => {
    const name = `${way}-${jobs.indexOf(job)}`;
    const { page } = seen;
    await job.prepare?.(scene, name);
    onTestFailed(async () => void (await page.screenshot({ path: `.tmp/jobs-${name}.png`, fullPage: true })));
    await seen.follow(`/o/${console_.organization.slug}`);
    await countAnew(page);
    await begin(page, way, job, name);
    await job.run(page, way === "keys" ? withKeys(page) : withPointer(page), name, scene);
    const { presses, fields } = await actsOn(page);
    await job.check(page, name, scene);
    // Nothing of a form is past the edge of the screen.
    const wide = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
    expect({ acts: presses + fields, wide, complaints: seen.complaints }).toEqual({
      ...{ acts: job.acts[way], wide: 0, complaints: [] },
    });
  });
});

it("are in the guide, with their acts", () => {
  const guide = readFileSync(new URL("../../docs/console.md", import.meta.url), "utf8");
  const rows = [...guide.matchAll(/^\| ([A-Z][^|]+?) *\| (\d+) *\| (\d+) *\| (\d+) *\|/gm)].map((row) =>
    row.slice(1, 5),
  );
  expect(rows).toEqual(
    jobs.map(({ title, acts }) => [title, ...[acts.keys, acts.mouse, acts.thumb].map(String)]),
  );
});
