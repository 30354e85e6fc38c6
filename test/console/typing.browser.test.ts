/** What is typed with real keys is what the API then holds, or is refused at the field. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Field, Fields } from "../../src/kernel/field.ts";
import { onlyForOf } from "../../src/kernel/members.ts";
import { words } from "../../src/kernel/words.ts";
import { definitions } from "../../src/resources/index.ts";
import type { Answer } from "../support/service.ts";
import {
  type Console,
  edit,
  patient,
  settled,
  startConsole,
  typeInto,
  unfold,
  type Visit,
  visit,
} from "./browser.ts";

let console_: Console;
let home: string;
let seen: Visit;
let page: Page;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
  seen = await visit(console_, console_.people.org_admin);
  page = seen.page;
  // Another address is asked for while a form holds what is not saved: this one leaves.
  page.on("dialog", (dialog) => void dialog.accept());
}, 600_000);
afterAll(async () => {
  expect(seen.complaints).toEqual([]);
  await seen.context.close();
  await console_.close();
});

const act = async (action: string, body: object): Promise<Answer["body"]> =>
  (
    await console_.people.org_admin.send(
      "POST",
      `organizations/${console_.organization.slug}/actions/${action}`,
      { body },
    )
  ).body;
const input = (name: string) => page.getByRole("textbox", { name, exact: true });

async function save(): Promise<void> {
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await edit(page);
  await unfold(page);
}

/** Throws away what was typed, and opens the form again. */
async function discard(): Promise<void> {
  await page.getByRole("button", { name: "Discard" }).click();
  await edit(page);
  await unfold(page);
}

/** Presses Save, and answers what the field at fault says; nothing may have been sent. */
async function refused(name: string): Promise<string> {
  const said = await marked(name);
  await page.getByText(`Fix first: ${name}`).waitFor();
  return said;
}

/** Presses Save, and answers what the field at fault says, whether the page or the service found it. */
async function marked(name: string): Promise<string> {
  await page.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => input(name).getAttribute("aria-invalid"), patient).toBe("true");
  const focused = () => page.evaluate("document.activeElement.getAttribute('aria-invalid')");
  await expect.poll(focused, patient).toBe("true");
  const id =
    (await input(name).getAttribute("aria-describedby"))?.split(" ").filter((one) => one !== "") ?? [];
  const texts = await Promise.all(id.map((one) => page.locator(`[id="${one}"]`).textContent()));
  return texts.join(" ");
}

describe("decimals", () => {
  let id: string;
  beforeAll(async () => {
    id = (await act("list_slos", {})).data[0].id;
    await seen.open(`${home}/settings/slos/${id}?view=edit`);
  });

  it.each([
    ["99.5", 99.5],
    ["25", 25],
    ["12.5", 12.5],
    [".25", 0.25],
    ["99.999999", 99.999999],
    ["99.9%", 99.9],
  ])("%s is saved as %d", async (text, saved) => {
    await typeInto(input("Target"), text);
    expect(await input("Target").inputValue()).toBe(text);
    await save();
    expect((await act("get_slo", { id })).target_percent).toBe(saved);
  });

  it.each([
    ["99,9", /comma/],
    ["99.9999999", /at most 6 decimal places/],
    ["100", /less than 100 percent/],
    ["-5", /more than 0 percent/],
    ["2h", /Is not a number/],
    ["", /Must not be empty/],
  ])("%j is refused at the field", async (text, problem) => {
    await typeInto(input("Target"), text);
    expect(await refused("Target")).toMatch(problem);
    expect(await input("Target").inputValue()).toBe(text);
    expect((await act("get_slo", { id })).target_percent).toBe(99.9);
  });

  it("comes back with Discard, and with the keys that undo", async () => {
    await discard();
    expect(await input("Target").inputValue()).toBe("99.9");
    await input("Target").focus();
    await page.keyboard.press("End");
    await page.keyboard.type("5");
    await page.getByText("Changed: Target").waitFor();
    await page.keyboard.press("ControlOrMeta+z");
    expect(await input("Target").inputValue()).toBe("99.9");
    await page.getByText("No changes").waitFor();
    await page.keyboard.press("ArrowUp");
    expect(await input("Target").inputValue()).toBe("99.9");
  });

  it("asks before a text that cannot be read is left behind", async () => {
    await seen.open(`${home}/settings/slos`);
    await page.locator("main").getByRole("link", { name: "checkout / Checkout availability" }).click();
    await edit(page);
    await typeInto(input("Target"), "99,");
    await page.goBack();
    await page.getByRole("dialog").getByRole("button", { name: "Stay" }).click();
    expect(await input("Target").inputValue()).toBe("99,");
    await discard();
  });

  it("are taken in the items of a list of objects, and in the right one when another goes", async () => {
    const add = page.getByRole("button", { name: "Add burn alert" });
    const alert = (number: number) => page.getByRole("group", { name: `Burn alert ${number}` });
    await unfold(page);
    // The four that it begins with.
    for (let left = 4; left > 0; left -= 1)
      await page.getByRole("button", { name: "Remove burn alert 1" }).click();
    for (const [index, threshold] of ["14.4", "6.", "1.5x"].entries()) {
      await add.click();
      const one = alert(index + 1);
      await typeInto(one.getByRole("textbox", { name: "Long" }), `${index + 1}h`);
      await typeInto(one.getByRole("textbox", { name: "Short" }), "5m");
      await typeInto(one.getByRole("textbox", { name: "Threshold" }), threshold);
      await one.getByRole("combobox", { name: "Severity" }).click();
      await page.getByRole("option", { name: "Warning" }).click();
    }
    await page.getByRole("button", { name: "Remove burn alert 1" }).click();
    expect(await alert(2).getByRole("textbox", { name: "Threshold" }).inputValue()).toBe("1.5x");
    await typeInto(alert(2).getByRole("textbox", { name: "Threshold" }), "1.5");
    await save();
    expect((await act("get_slo", { id })).burn_alerts).toMatchObject([
      { long_minutes: 120, short_minutes: 5, threshold: 6 },
      { long_minutes: 180, short_minutes: 5, threshold: 1.5 },
    ]);
  });
});

describe("durations and whole numbers", () => {
  let id: string;
  beforeAll(async () => {
    id = (await act("list_alert_routes", {})).data[0].id;
    await seen.open(`${home}/settings/alert_routes/${id}?view=edit`);
    await unfold(page);
  });

  it.each([
    ["Group interval", "90", "group_interval_seconds", 90],
    ["Group interval", "2h", "group_interval_seconds", 7_200],
    ["Group interval", "1.5h", "group_interval_seconds", 5_400],
    ["Group interval", "2h30m", "group_interval_seconds", 9_000],
    ["Group interval", "2 h", "group_interval_seconds", 7_200],
    ["Group interval", "3d", "group_interval_seconds", 259_200],
    ["Group interval", "1e3", "group_interval_seconds", 1_000],
    ["Position", "1e3", "position", 1_000],
    ["Position", "12", "position", 12],
  ])("%s: %s", async (name, text, field, saved) => {
    await typeInto(input(name), text);
    expect(await input(name).inputValue()).toBe(text);
    await save();
    expect((await act("get_alert_route", { id }))[field]).toBe(saved);
    await page.keyboard.press("Tab");
    await expect.poll(() => input(name).inputValue(), patient).toBe(String(saved));
  });

  it.each([
    ["Group interval", "-5", /at least 1 second\b/],
    ["Group interval", "1h30", /no unit for 30/],
    ["Group interval", "0.5", /whole number of seconds/],
    ["Group interval", "90 days", /at most 2592000/],
    ["Position", "1.5", /whole number/],
    ["Position", "1.000", /^$/],
    ["Position", "1 000", /gap/],
  ])("%s: %s is refused", async (name, text, problem) => {
    await typeInto(input(name), text);
    // What is a number after all, written long, is not refused.
    if (problem.source === "^$") return expect(await input(name).inputValue()).toBe(text);
    expect(await refused(name)).toMatch(problem);
    await discard();
  });

  it("a cleared field is its default again", async () => {
    await typeInto(input("Group interval"), "");
    await save();
    expect((await act("get_alert_route", { id })).group_interval_seconds).toBe(300);
  });

  it("a pasted number is the number", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate("navigator.clipboard.writeText(' 1h30m ')");
    await input("Group interval").focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+v");
    await save();
    expect((await act("get_alert_route", { id })).group_interval_seconds).toBe(5_400);
  });
});

it("lists of numbers, and what may be nothing", async () => {
  const { id } = await act("create_certificate_monitor", { hostname: "typed.example.com" });
  await seen.open(`${home}/settings/certificate_monitors/${id}?view=edit`);
  const group = page.getByRole("group", { name: "Alert days before expiry" });
  await typeInto(group.getByRole("textbox").first(), "2w");
  await save();
  const [first] = (await act("get_certificate_monitor", { id })).alert_days_before_expiry;
  expect(first).toBe(14);

  await seen.open(`${home}/settings/ai_settings?view=edit`);
  await typeInto(input("Daily token limit"), "250000");
  await save();
  expect((await act("get_ai_settings", {})).daily_token_limit).toBe(250_000);
  await typeInto(input("Daily token limit"), "");
  await save();
  expect((await act("get_ai_settings", {})).daily_token_limit).toBeNull();
});

it("days and moments: half of one is refused, and a skipped hour is not moved", async () => {
  const { policyId: id } = console_.seeded;
  await seen.open(`${home}/settings/deploy_policies/${id}?view=edit`);
  const until = page.getByLabel("Freeze until");
  const write = async (keys: string) => {
    await typeInto(until, keys);
  };
  await write("0131");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/an incomplete date and time/).waitFor();
  // The clocks of Berlin skip the hour from two to three on this day.
  await write("2031-03-30 2:30");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/skipped by the clocks in Europe\/Berlin/).waitFor();
  await write("2031-03-30 3:30");
  await typeInto(input("Freeze reason"), " kept with its spaces ");
  await save();
  expect(await act("get_deploy_policy", { id })).toMatchObject({
    freeze_until: "2031-03-30T01:30:00Z",
    freeze_reason: " kept with its spaces ",
  });
  expect(await until.inputValue()).toBe("2031-03-30 03:30");
});

it("texts and lists: nothing is cut, trimmed or dropped", async () => {
  const { routeId: id } = console_.seeded;
  await act("update_alert_route", { id, group_by: [] });
  await seen.open(`${home}/settings/alert_routes/${id}?view=edit`);
  await unfold(page);
  const labels = page.getByRole("group", { name: "Group by" });
  await labels.getByRole("button", { name: /^Add/ }).click();
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate("navigator.clipboard.writeText('ice\\n env \\n\\nregion')");
  await typeInto(labels.getByRole("textbox").first(), "serv");
  await page.keyboard.press("ControlOrMeta+v");
  await save();
  expect((await act("get_alert_route", { id })).group_by).toEqual(["service", " env ", "region"]);
  const long = "x".repeat(600);
  await page.evaluate(`navigator.clipboard.writeText("${long}")`);
  await page.locator('input[data-path="name"]').focus();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("ControlOrMeta+v");
  expect(await page.locator('input[data-path="name"]').inputValue()).toBe(long);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/at most 255 characters; it has 600/).waitFor();
  await discard();
});

it("a URL with a credential in it is refused at the field, with where the credential belongs", async () => {
  const { id, url } = (await act("list_data_sources", {})).data[0];
  await seen.open(`${home}/settings/data_sources/${id}?view=edit`);
  await typeInto(input("Address"), "https://user:hunter2@metrics.example.com/?a=b");
  expect(await marked("Address")).toMatch(/must not hold a credential.* password or token, or leave it out/i);
  expect((await act("get_data_source", { id })).url).toBe(url);
});

it("maps and JSON: a key that is there twice is refused, and so is what no reader keeps", async () => {
  const kinds = definitions.filter(({ shape }) => shape === "collection");
  const mapped = kinds.find(({ fields }) => Object.values(fields).some(({ type }) => type === "map"));
  const secret = kinds.find(({ fields }) =>
    Object.values(fields).some((field) => field.type === "secret" && field.shape === "object"),
  );
  const [name = ""] = Object.entries(mapped?.fields ?? {}).find(([, { type }]) => type === "map") ?? [];
  await seen.open(`${home}/new/${mapped?.kind}?other=yes`);
  await unfold(page);
  const map = page.locator(`[data-path="${name}"]`);
  for (const index of [1, 2]) {
    await map.getByRole("button", { name: "Add entry" }).click();
    await typeInto(map.getByRole("textbox", { name: new RegExp(`key ${index}$`) }), "same");
    await typeInto(map.getByRole("textbox", { name: new RegExp(`value ${index}$`) }), `value ${index}`);
  }
  await map.getByText("This key is there twice; write another one.").waitFor();
  await page.getByText(/Fix first:/).waitFor();
  await page.getByRole("button", { name: "Create" }).click();
  await settled(page);
  expect(new URL(page.url()).pathname).toBe(`${home}/new/${mapped?.kind}`);

  await seen.open(`${home}/new/${secret?.kind}?other=yes`);
  const [field = ""] =
    Object.entries(secret?.fields ?? {}).find(([, one]) => one.type === "secret" && one.shape === "object") ??
    [];
  const box = page.locator(`[data-path="${field}"]`);
  await box.getByRole("button", { name: "Set" }).click();
  await typeInto(box.getByRole("textbox"), '{"token": "a", "token": "b"}');
  await page.getByRole("button", { name: "Create" }).click();
  await box.getByText('Has "token" twice in one object.').waitFor();
});

/** What no input may turn into anything else, in any number of any form. */
const texts = ["99.9", "12.5", "2h", "-5", "1e3", "1,5", "7x"];

it("every number of every form keeps the letters that are typed into it", async () => {
  const garbled: string[] = [];
  for (const { kind, shape, fields } of definitions) {
    const names = Object.entries(fields)
      .filter(([, field]) => isTyped(field))
      .map(([name]) => name);
    if (names.length === 0) continue;
    await seen.open(
      shape === "setting" ? `${home}/settings/${kind}?view=edit` : `${home}/new/${kind}?other=yes`,
    );
    await unfold(page);
    for (const name of names) {
      await chooseVariant(fields, name);
      const box = page.locator(`input[data-path="${name}"]`);
      for (const text of texts) {
        await typeInto(box, text);
        const shown = await box.inputValue();
        if (shown !== text) garbled.push(`${kind}/${name}: ${text} became ${shown}`);
      }
      await typeInto(box, "");
    }
  }
  expect(garbled).toEqual([]);
});

/** Chooses the variant that takes the field, where only some do. */
async function chooseVariant(fields: Fields, name: string): Promise<void> {
  const rule = onlyForOf(fields[name] as Field);
  if (rule === undefined) return;
  await page.locator(`input[data-path="${rule.field}"]`).click();
  await page.getByRole("option", { name: words(String(rule.values[0])), exact: true }).click();
}

function isTyped(field: Field): boolean {
  return field.type === "number" || (field.type === "integer" && field.choices === undefined);
}
