/** Charts: a line, the same figures as a table, by keys, in both themes, on a row's page and on its service's. */
import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { until } from "../support/until.ts";
import { type Console, settled, startConsole, visit } from "./browser.ts";
import { as } from "./people.ts";

let console_: Console;
let home: string;
/** What is left of the budget, by hours ago. */
const budget = [
  [30, 80],
  [5, 60],
  [3, 40.5],
  [1, 20.25],
] as const;

beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  for (const [hours, left] of budget)
    await console_.test.database.queryText(
      {
        name: "test-figures",
        text: `INSERT INTO figures (organization_id, kind, id, span, at, weight, figures)
          VALUES ($1, 'slos', $2, 300, date_bin('5 minutes', now() - $3::int * interval '1 hour', '2000-01-01Z'), 1, $4)`,
      },
      [
        console_.organization.id,
        console_.seeded.sloId,
        hours,
        JSON.stringify({ error_budget_remaining_percent: [left] }),
      ],
    );
}, 600_000);
afterAll(() => console_?.close());

const chartOf = (place: Locator) => place.getByRole("figure", { name: "Error budget remaining" });
/** Whether the canvas shows more than one colour; before it is laid out it has no pixels that could be read. */
const isDrawn = (chart: Locator) =>
  chart.locator("canvas").evaluate((canvas) => {
    if (canvas.width === 0 || canvas.height === 0) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 2;
  });

it("shows a row's figures as a line, as a table, and point by point by keys", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(`${home}/settings/slos/${console_.seeded.sloId}`);
    const section = page.getByRole("region", { name: "Error budget" });
    const chart = chartOf(section);
    // The page opens with a month; a day has a point for each report.
    await section.getByRole("radio", { name: "30 d" }).focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await until(() => isDrawn(chart));

    const line = chart.getByRole("slider");
    await line.focus();
    // The newest is what the seed reported a moment ago.
    await page.keyboard.press("ArrowLeft");
    await until(async () => /: 4\.2%$/.test((await line.getAttribute("aria-valuetext")) ?? ""));
    await page.keyboard.press("ArrowLeft");
    // Between the two nothing was reported for an hour.
    await until(async () => /nothing$/.test((await line.getAttribute("aria-valuetext")) ?? ""));
    await page.keyboard.press("ArrowLeft");
    await until(async () => /: 20\.2%$/.test((await line.getAttribute("aria-valuetext")) ?? ""));

    await chart.getByRole("button", { name: "Show as a table" }).click();
    const shown = () => chart.getByRole("row").getByRole("cell").nth(1).textContent();
    await until(async () => (await shown()) === "4.2%");
    const figures = await chart
      .getByRole("row")
      .evaluateAll((rows) => rows.slice(1).map((row) => row.querySelectorAll("td")[1]?.textContent));
    expect(figures).toEqual(["4.2%", "20.2%", "40.5%", "60%"]);

    // A week reaches back to the first, in steps of an hour.
    await section.getByRole("radio", { name: "7 d" }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await until(async () => (await chart.getByRole("row").count()) === 6);
    expect(await chart.getByRole("row").last().textContent()).toContain("80%");
  }));

it("is drawn in the dark too, in other colours", async () => {
  const colours = [];
  for (const scheme of ["light", "dark"] as const) {
    const { page, open, context, complaints } = await visit(console_, console_.people.viewer, { scheme });
    await open(`${home}/settings/slos/${console_.seeded.sloId}`);
    const chart = chartOf(page.getByRole("region", { name: "Error budget" }));
    await until(() => isDrawn(chart));
    colours.push(await chart.locator("canvas").evaluate((canvas) => canvas.toDataURL()));
    expect(complaints).toEqual([]);
    await context.close();
  }
  expect(colours[0]).not.toBe(colours[1]);
});

it("is there in print and in a picture of the whole page", () =>
  as(console_, "viewer", async ({ page, open, context }) => {
    await open(`${home}/settings/slos/${console_.seeded.sloId}`);
    const chart = chartOf(page.getByRole("region", { name: "Error budget" }));
    const canvas = chart.locator("canvas");
    await until(() => isDrawn(chart));
    const session = await context.newCDPSession(page);
    for (const media of ["screen", "print"] as const) {
      await page.emulateMedia({ media });
      await settled(page);
      await until(() => isDrawn(chart));
      // On paper it has another width: it is drawn anew, and moves, some time after it was asked for.
      await until(async () => {
        const box = await canvas.evaluate((place) => {
          const { scrollLeft, scrollTop } = place.ownerDocument.documentElement;
          const { x, y, width, height } = place.getBoundingClientRect();
          return { x: x + scrollLeft, y: y + scrollTop, width, height };
        });
        const clip = { ...box, scale: 1 };
        const { data } = await session.send("Page.captureScreenshot", { captureBeyondViewport: true, clip });
        return ((await page.evaluate(`(${bluePixels})("${data}")`)) as number) > 100;
      });
    }
  }));

/** How many pixels of a picture have the colour of the line: neither the ground nor a text is blue. */
const bluePixels = `async (png) => {
  const picture = new Image();
  picture.src = "data:image/png;base64," + png;
  await picture.decode();
  const drawn = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  drawn.drawImage(picture, 0, 0);
  const { data } = drawn.getImageData(0, 0, picture.width, picture.height);
  return data.filter((blue, at) => at % 4 === 2 && blue - data[at - 2] > 20).length;
}`;

it("draws the budgets of a list by one call, and opens an SLO with its budget in a sentence", () =>
  as(console_, "viewer", async ({ page, open }) => {
    const calls: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/actions/list_figures")) calls.push(request.postData() ?? "");
    });
    await open(`${home}/settings/slos`);
    const row = page.getByRole("row", { name: /Checkout availability/ });
    const line = row.getByRole("img", {
      name: /^Error budget, 30 days: from .*% to 4\.2%, the least 4\.2%$/,
    });
    await line.waitFor();
    await row.getByText("4.2% left").waitFor();
    const head = page.getByRole("columnheader", { name: "Error budget remaining" });
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toContain(console_.seeded.sloId);

    await row.getByRole("link").first().focus();
    await page.keyboard.press("Enter");
    const lead = page.getByRole("region", { name: "Error budget", exact: true });
    await lead.getByText(/ of .* left; /).waitFor();
    await page.getByRole("region", { name: "What each burn alert would need" }).waitFor();
  }));

it("says so where nothing was reported", () =>
  as(console_, "viewer", async ({ page, open }) => {
    const { body } = await console_.people.org_admin.send(
      "POST",
      `organizations/${console_.organization.slug}/actions/create_synthetic_check`,
      { body: { name: "Never ran", kind: "http", target: "https://never.example.com" } },
    );
    await open(`${home}/settings/synthetic_checks/${body.id}`);
    await page.getByText("Nothing was reported in this time.").waitFor();
  }));

it("is unfolded at an SLO on its service's page", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(`${home}/services/checkout`);
    const slo = page.getByRole("region", { name: "Checkout availability" });
    const fold = slo.getByRole("button", { name: "Over time" });
    expect(await chartOf(slo).count()).toBe(0);
    await fold.focus();
    await page.keyboard.press("Enter");
    await until(() => isDrawn(chartOf(slo)));
    await page.keyboard.press("Enter");
    await chartOf(slo).waitFor({ state: "detached" });
  }));
