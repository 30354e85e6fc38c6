/** The way from data to people, on the overview of an organization that has not gone it yet. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it, onTestFailed } from "vitest";
import { type MailServer, startMailServer } from "../events/support.ts";
import { goodPassword } from "../support/sign-in.ts";
import { type Console, patient, settled, startConsole, visit } from "./browser.ts";
import { actsOn, countClicks, withPointer } from "./hands.ts";
import { type StandIn, startStandIn } from "./prometheus-stand-in.ts";

let console_: Console;
let mail: MailServer;
let prometheus: StandIn;
beforeAll(async () => {
  [mail, prometheus] = await Promise.all([startMailServer(), startStandIn()]);
  console_ = await startConsole({ ORGCONFIG_OUTBOUND_ALLOW: "127.0.0.1", SMTP_URL: mail.url });
}, 600_000);
afterAll(async () => {
  await console_?.close();
  await Promise.all([mail?.close(), prometheus?.close()]);
});

it("ticks what is there, leads to what is next, and goes when it is dismissed", async () => {
  const fresh = await console_.site.makeOrganization({ name: "Fresh" });
  const person = await console_.site.makeMember(fresh.id, "org_admin", "fay@example.com");
  const { value } = await console_.test.makeKey(fresh.id, ["api:admin"]);
  const make = (kind: string, body: object) =>
    console_.test.send("POST", `/api/v1/config/${kind}`, {
      body,
      headers: { authorization: `Bearer ${value}` },
    });
  const { page, open, context, complaints } = await visit(console_, person);
  await open(`/o/${fresh.slug}`);
  const steps = page.getByRole("region", { name: "Set up" });
  await steps.getByText("0 of 5").waitFor();
  // One button at a time stands out, and what a terminal does comes after what a page does.
  expect(await page.locator(".mantine-Button-root[data-variant=filled]").allInnerTexts()).toEqual([
    "Connect it",
  ]);
  expect(await page.getByRole("listitem").filter({ hasText: "drill" }).count()).toBe(1);
  await steps.getByRole("link", { name: "Connect it" }).click();
  await page.getByRole("heading", { name: "Your Prometheus" }).waitFor();
  const answer = await make("data_sources", {
    name: "Prometheus",
    type: "prometheus",
    url: "https://prometheus.example.com",
  });
  expect(answer.status, answer.text).toBe(201);
  await open(`/o/${fresh.slug}`);
  await steps.getByText("1 of 5").waitFor();
  expect(await steps.getByRole("link", { name: "Connect it" }).count()).toBe(0);
  await steps.locator("[aria-current=step]").getByText("Measure something").waitFor();
  await steps.getByRole("button", { name: "Hide these steps" }).click();
  await steps.waitFor({ state: "detached" });
  await open(`/o/${fresh.slug}`);
  expect(await steps.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});

/** How fast a stranger is, in seconds: four words are read in one, five letters are typed in one. */
const pace = { press: 1.5, word: 1 / 4, letter: 1 / 5 };

/** Much of a page is for later: who looks for the next step reads half of it, which is more than people do. */
const share = 0.5;

/** All that stands on the page. */
async function wordsOf(page: Page): Promise<number> {
  await settled(page);
  const text = String(await page.evaluate("document.querySelector('main, form').innerText"));
  return text.split(/\s+/).filter((word) => word !== "").length;
}

it("from signing in to a first proved mail: a stranger's steps, counted, in five minutes with all that is to be read", async () => {
  const { id } = await console_.site.makeOrganization({ name: "New here" });
  await console_.site.makeMember(id, "org_admin", "nell@example.com");
  const { page, open, context, complaints } = await visit(console_);
  onTestFailed(async () => void (await page.screenshot({ path: ".tmp/first-start.png", fullPage: true })));
  await countClicks(context);
  const { press, type, pick } = withPointer(page);
  const button = (name: string | RegExp) =>
    page.getByRole("button", typeof name === "string" ? { name, exact: true } : { name });
  const next = (name: string) =>
    page.getByRole("region", { name: "Next step" }).getByRole("link", { name, exact: true });
  let letters = 0;
  let words = 0;
  const write = async (into: Parameters<typeof type>[0], text: string) => {
    letters += text.length;
    await type(into, text);
    await page.keyboard.press("Escape");
  };

  await open("/");
  words += await wordsOf(page);
  await write(page.getByLabel("Email"), "nell@example.com");
  await write(page.getByRole("textbox", { name: "Password" }), goodPassword);
  await press(button("Sign in"));
  const steps = page.getByRole("region", { name: "Set up" });
  await steps.getByText("0 of 5").waitFor();
  words += await wordsOf(page);
  await press(steps.getByRole("link", { name: "Connect it" }));
  words += await wordsOf(page);
  await write(page.getByLabel("Address"), prometheus.url);
  await press(button("Connect and test"));
  await page.getByText("It works", { exact: true }).waitFor();
  words += await wordsOf(page);

  await press(page.getByRole("link", { name: "Measure something" }));
  await page.getByRole("heading", { name: "New SLI", level: 1 }).waitFor();
  words += await wordsOf(page);
  await write(page.getByLabel("Name"), "Good requests");
  await write(page.getByRole("combobox", { name: "Service" }), "checkout");
  await pick(page.getByRole("combobox", { name: "Kind" }), "Ratio");
  await write(page.getByLabel("Good query"), "sum(rate(good[5m]))");
  await write(page.getByLabel("Total query"), "sum(rate(all[5m]))");
  await press(button("Create"));
  await next("Add an SLO").waitFor();
  words += await wordsOf(page);

  await press(next("Add an SLO"));
  await page.getByRole("heading", { name: "New SLO", level: 1 }).waitFor();
  words += await wordsOf(page);
  await write(page.getByLabel("Name"), "Requests are good");
  await press(button("99.5%"));
  await press(button("Create"));
  await next("Choose where").waitFor();
  words += await wordsOf(page);

  await press(next("Choose where"));
  await page.getByRole("radio", { name: "Email" }).waitFor();
  words += await wordsOf(page);
  await write(page.getByRole("combobox", { name: "Team" }), "Checkout");
  await press(page.getByRole("radio", { name: "Email" }));
  await write(page.getByLabel("Email address"), "nell@example.com");
  await press(button("Create and send a test"));
  const drill = page.getByRole("region", { name: "Drill", exact: true });
  await drill.getByText("Proved", { exact: true }).waitFor(patient);
  words += await wordsOf(page);
  expect(mail.mails.map(({ headers }) => headers.subject)).toContainEqual(expect.stringMatching(/DRILL/));

  const { presses, fields } = await actsOn(page);
  const secondsOf = (read: number) => presses * pace.press + read * pace.word + letters * pace.letter;
  expect(secondsOf(words * share), JSON.stringify({ presses, fields, words, letters })).toBeLessThan(300);
  const guide = readFileSync(new URL("../../docs/console.md", import.meta.url), "utf8");
  const said = /(\d+) presses and (\d+) fields\. .* about (\d+) of one who reads every word/.exec(guide);
  expect(said?.slice(1).map(Number)).toEqual([presses, fields, Math.round(secondsOf(words) / 60)]);
  // All five steps are done, the proof by the test that was sent.
  await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Now" }).click();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await settled(page);
  expect(await steps.count()).toBe(0);
  expect(complaints).toEqual([]);
  await context.close();
});
