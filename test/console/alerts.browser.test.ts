/** Alerts in the console, as somebody on call goes through them: with keys. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Fired, webhook } from "../alerts/support.ts";
import { type Console, patient, startConsole, typeInto, type Visit } from "./browser.ts";
import { withKeys } from "./hands.ts";
import { act, as } from "./people.ts";
import { seededTitle } from "./seed-alerts.ts";

let console_: Console;
let home: string;
beforeAll(async () => {
  console_ = await startConsole();
  home = `/o/${console_.organization.slug}`;
}, 600_000);
afterAll(() => console_?.close());

/** Alertmanager reports alerts, which no route takes where none is named. */
async function fire(...fired: readonly (Partial<Fired> & { readonly receiver?: string })[]): Promise<void> {
  const { engineId } = console_.seeded;
  const { value } = await console_.test.makeKey(console_.organization.id, ["api:admin"]);
  const alerts = fired.map((one) => ({ name: "Fresh", startsAt: new Date().toISOString(), ...one }));
  const answer = await console_.test.send("POST", `/api/v1/intake/alertmanager/${engineId}`, {
    headers: { authorization: `Bearer ${value}` },
    body: webhook({ receiver: fired[0]?.receiver ?? "orgconfig", group: "fresh" }, alerts),
  });
  expect(answer.status).toBe(200);
}

/** A quarter past three in the afternoon of Berlin: as it is typed, as it is shown, and what moment it is. */
function inThreeDays() {
  const day = new Date(Date.now() + 3 * 24 * 3_600_000).toISOString().slice(0, 10);
  // Its clocks are one or two hours ahead of UTC.
  const moment = ["13:15", "14:15"]
    .map((time) => `${day}T${time}:00Z`)
    .find((one) => hourInBerlin(one) === "15") as string;
  const [year, , date] = day.split("-") as [string, string, string];
  const monthName = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", month: "short" }).format(
    new Date(day),
  );
  return {
    keys: `${day} 15:15`,
    shown: `${Number(date)} ${monthName} ${year}, 15:15`,
    moment,
  };
}

const hourInBerlin = (moment: string) =>
  new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", hour: "2-digit" }).format(new Date(moment));

/** What the list shows, in order. */
const titles = ({ page }: Visit) => page.locator("[data-alert]").allTextContents();

const focused = ({ page }: Visit) => page.evaluate("document.activeElement.textContent") as Promise<string>;

const timeline = ({ page }: Visit) => page.getByRole("region", { name: "Timeline" });

describe("the list", () => {
  it("is gone through with keys: moved in, narrowed, opened, acknowledged", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/alerts`);
      await page.getByRole("link", { name: "Open 29" }).waitFor();
      const all = await titles(seen);
      expect(all).toHaveLength(29);
      await page.keyboard.press("j");
      expect(await focused(seen)).toBe(all[0]);
      await page.keyboard.press("j");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("k");
      expect(await focused(seen)).toBe(all[1]);

      await page.keyboard.press("/");
      await page.keyboard.type("service=search arm");
      expect(await page.getByRole("textbox", { name: "Search" }).inputValue()).toBe("service=search arm");
      await page.getByText("Nothing matches these filters.").waitFor();
      await typeInto(page.getByRole("textbox", { name: "Search" }), "search-3");
      await page.getByText("1 of 29").waitFor();
      expect(new URL(page.url()).search).toBe("?q=search-3");
      await page.keyboard.press("Enter");
      expect(await focused(seen)).toBe("search-3 does not answer");
      await page.keyboard.press("a");
      await page.getByText("Acknowledged by max@example.com").first().waitFor();
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "search-3 does not answer", level: 1 }).waitFor();
      await timeline(seen).getByText("Acknowledged by max@example.com").waitFor();
      expect(await page.getByRole("button", { name: "Acknowledge" }).count()).toBe(0);
    }));

  it("moves nothing while somebody is at it: what is new comes after the rest, until it is put in order", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/alerts?service=platform`);
      await page.keyboard.press("j");
      await page.keyboard.press("j");
      const [before, at] = [await titles(seen), await focused(seen)];
      await fire({ name: "Fresh", labels: { service: "platform" } });
      await page.getByText("1 new, at the end").waitFor();
      expect(await titles(seen)).toEqual([...before, "Fresh"]);
      expect(await focused(seen)).toBe(at);
      await page.getByRole("button", { name: "Sort again" }).click();
      expect(await titles(seen)).toEqual(["Fresh", ...before]);
      // Nobody is at the list any more, so that the next one comes where it belongs.
      await page.mouse.move(0, 0);
      await page.getByRole("heading", { name: "Alerts", level: 1 }).click();
      await fire({ name: "Fresher", labels: { service: "platform" } });
      await expect.poll(() => titles(seen), patient).toEqual(["Fresher", "Fresh", ...before]);
    }));

  it("is grouped and narrowed by its address, and says its keys", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/alerts?muted=yes&group=service`);
      await page.getByText("batch · 4").waitFor();
      expect(await titles(seen)).toEqual([0, 1, 2, 3].map((index) => `DiskFull on batch-${index}`));
      expect(await page.locator("tr.alert").getByText("Muted").count()).toBe(4);
      await page.keyboard.press("?");
      const keys = page.getByRole("dialog", { name: "Keys" });
      await keys.getByText("Acknowledge it").waitFor();
      await page.keyboard.press("Escape");
      await keys.waitFor({ state: "hidden" });
      await page.getByRole("combobox", { name: "Route" }).click();
      await page.getByRole("option", { name: "No route" }).click();
      expect(new URL(page.url()).searchParams.get("route")).toBe("none");
    }));

  it("ends an alert after a question, and shows it among those that are over", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await fire({ name: "Over soon" });
      await open(`${home}/alerts?q=Over+soon`);
      await page.keyboard.press("j");
      await page.keyboard.press("r");
      const dialog = page.getByRole("dialog", { name: "Resolve this alert?" });
      await dialog.getByRole("button", { name: "Resolve" }).waitFor();
      // A key of the list does nothing here.
      await page.keyboard.press("a");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });
      await page.getByRole("link", { name: /^Past/ }).click();
      await expect.poll(() => titles(seen), patient).toEqual(["Over soon"]);
      const { data } = await act(console_, "list_alerts", { status: "resolved" });
      const [over] = data as { title: string; acknowledged_at: string | null }[];
      expect(over).toMatchObject({ title: "Over soon", acknowledged_at: null });
    }));
});

describe("an alert's page", () => {
  it("shows what happened, why, and what is to come", () =>
    as(console_, "viewer", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/alerts/${console_.seeded.alertId}`);
      await page.getByRole("heading", { name: seededTitle, level: 1 }).waitFor();
      await timeline(seen).getByText("Taken by the alert route Critical to platform").waitFor();
      await timeline(seen)
        .getByText('Because every matcher holds: severity="critical", service=~"checkout|search".')
        .waitFor();
      // A route names this mailbox and so do the notification settings: two messages, and each says by whom.
      for (const by of ["By the alert route Critical to platform.", "By the notification settings."])
        await timeline(seen)
          .getByRole("listitem")
          .filter({ hasText: "Not sent to oncall@example.com (email): there is no mail server" })
          .getByText(by, { exact: true })
          .waitFor();
      await timeline(seen).getByText("PagerDuty is notified, step 1 of the rule Wake somebody").waitFor();
      await page
        .getByRole("link", { name: "https://runbooks.example.com/checkout/errors" })
        .first()
        .waitFor();
      expect(await page.getByRole("button", { name: /^(Acknowledge|Resolve|Mute)/ }).count()).toBe(0);
      for (const key of ["a", "r", "m"]) await page.keyboard.press(key);
      expect(await page.getByRole("dialog").count()).toBe(0);

      await page.keyboard.press("u");
      await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
      await page.getByRole("link", { name: "Watchdog" }).click();
      await timeline(seen).getByText("No alert route took it").waitFor();
      await page.getByText('severity is info; the route wants severity="critical"').waitFor();
    }));

  it("says why somebody was notified or was not, asked with keys", () =>
    as(console_, "viewer", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/alerts/${console_.seeded.alertId}`);
      await page.getByRole("heading", { name: seededTitle, level: 1 }).waitFor();
      const card = page.getByRole("region", { name: "Why was somebody notified, or not?" });
      await card.waitFor();
      await page.keyboard.press("w");
      await page.keyboard.type("oncall@ex");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Enter");
      const answer = card.getByRole("status");
      await answer.getByText("Not notified", { exact: true }).waitFor();
      await answer
        .getByText(/^A message to oncall@example\.com, by .* waits until SMTP_URL names a mail server/)
        .first()
        .waitFor();
      await answer.getByRole("link", { name: "Critical to platform" }).first().waitFor();
      // Whoever is not among what is offered.
      await typeInto(card.getByRole("textbox", { name: "Who" }), "nobody@example.com");
      await page.keyboard.press("Enter");
      await answer
        .getByText(/^No route and no rule leads to nobody@example\.com\./)
        .first()
        .waitFor();
    }));

  it("is where alerts like it are muted, after a look at which", () =>
    as(console_, "member", async (seen) => {
      const { page, open } = seen;
      await open(`${home}/alerts?q=shop-2`);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^The certificate of shop-2/, level: 1 }).waitFor();
      await page.keyboard.press("m");
      const dialog = page.getByRole("dialog", { name: "Mute alerts like this one" });
      await dialog.getByText("It mutes 4 open alerts").waitFor();
      await dialog.getByRole("checkbox", { name: "hostname=shop-2.example.com" }).check();
      await dialog.getByText("It mutes 1 open alert", { exact: true }).waitFor();
      await dialog.getByRole("radio", { name: "2 h" }).check();
      await typeInto(dialog.getByRole("textbox", { name: "Reason" }), "");
      await dialog.getByRole("button", { name: "Mute" }).click();
      await dialog.locator("input[aria-invalid=true]").waitFor();
      await typeInto(dialog.getByRole("textbox", { name: "Reason" }), "A new one is on its way");
      await page.keyboard.press("Enter");
      await dialog.waitFor({ state: "hidden" });
      await timeline(seen).getByText("Muted by max@example.com, with").waitFor();
      await timeline(seen).getByText("A new one is on its way").waitFor();
      expect(await page.getByRole("button", { name: "Mute" }).count()).toBe(0);
      const { data } = await act(console_, "list_alert_mutes", {});
      expect((data as object[])[0]).toMatchObject({
        matchers: ['alertname="CertificateExpires"', 'hostname="shop-2.example.com"'],
        duration_minutes: 120,
      });
    }));

  it("is where they are muted until a moment that somebody types, on the clocks of their own zone", () =>
    as(console_, "member", async ({ page, open }) => {
      await open(`${home}/alerts?q=search-1`);
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: /^search-1 does not answer/, level: 1 }).waitFor();
      await page.keyboard.press("m");
      const dialog = page.getByRole("dialog", { name: "Mute alerts like this one" });
      await dialog.getByRole("radio", { name: "Until a moment" }).check();
      const mute = dialog.getByRole("button", { name: "Mute" });
      expect(await mute.isDisabled()).toBe(true);
      const write = async (keys: string) => {
        await typeInto(dialog.getByLabel("Ends at"), keys);
      };
      // The clocks of Berlin skip the hour from two to three on this day.
      await write("2031-03-30 2:30");
      await dialog.getByText(/skipped by the clocks in Europe\/Berlin/).waitFor();
      expect(await mute.isDisabled()).toBe(true);
      // What is over is refused by the service, at the field.
      await write("2020-01-15 9:00");
      await dialog.getByText("In Europe/Berlin time: 15 Jan 2020, 09:00.").waitFor();
      await typeInto(dialog.getByRole("textbox", { name: "Reason" }), "Its disk is replaced");
      await mute.click();
      await dialog.getByText(/must be in the future/i).waitFor();
      const { keys, shown, moment } = inThreeDays();
      await write(keys);
      await dialog.getByText(`In Europe/Berlin time: ${shown}.`).waitFor();
      await mute.click();
      await dialog.waitFor({ state: "hidden" });
      const { data } = await act(console_, "list_alert_mutes", {});
      const made = data.find(({ reason }: { reason: string }) => reason === "Its disk is replaced");
      expect(made).toMatchObject({ until: moment, expires_at: expect.any(String), duration_minutes: null });
      expect(new Date(made.expires_at)).toEqual(new Date(moment));
      await act(console_, "delete_alert_mute", { id: made.id, confirm: true });
    }));

  it("of an alert that is gone says so", () =>
    as(console_, "viewer", async ({ page, open }) => {
      await open(`${home}/alerts/alert_01k00000000000000000000000`);
      await page.getByRole("heading", { name: "There is no such alert" }).waitFor();
    }));
});

it("the menu counts open alerts, and the palette finds them", () =>
  as(console_, "viewer", async ({ page, open }) => {
    await open(home);
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: /^Alerts \d+ need attention$/ })
      .click();
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
    await open(home);
    await page.keyboard.press("Control+k");
    await typeInto(page.getByRole("combobox", { name: "Find a page" }), "alerts");
    await page.getByRole("option", { name: "Alerts Alerting", exact: true }).click();
    await page.getByRole("heading", { name: "Alerts", level: 1 }).waitFor();
  }));

it("the palette says at the right what each of them is, however long its title", () =>
  as(console_, "member", async ({ page, open }) => {
    await open(home);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("mute the queue");
    const option = page.getByRole("option", { name: /^Mute The queue invoices grows/ });
    const [dialog, kind] = await Promise.all([
      page.getByRole("dialog").boundingBox(),
      option.getByText("Open alert", { exact: true }).boundingBox(),
    ]);
    if (dialog === null || kind === null) throw new Error("the palette is not there");
    expect(kind.width).toBeGreaterThan(0);
    expect(kind.x).toBeGreaterThanOrEqual(dialog.x);
    expect(kind.x + kind.width).toBeLessThanOrEqual(dialog.x + dialog.width);
  }));

describe("an alert that was sent to rotas", () => {
  const day = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10);
  const rota = async (name: string, role: string, startsOn: string, fallback: object | null = null) => {
    const turns = [{ people: ["max@example.com"] }];
    const rotation = { name: "R", role, turns, starts_on: startsOn, handover: { every: 1, unit: "days" } };
    const body = { name, timezone: "Europe/Berlin", fallback, rotations: [rotation] };
    const made = await act(console_, "create_on_call_rota", body);
    return made.id as string;
  };

  it("says who of each was meant and as what, that it fell to another, and that it fell to nobody", async () => {
    const rotas = [
      await rota("Day", "primary", day(-7)),
      await rota("Understudies", "secondary", day(-7)),
      await rota("Later", "primary", day(7), { email: "desk@example.com" }),
      await rota("Never", "primary", day(7)),
    ];
    const { id: routeId } = await act(console_, "create_alert_route", {
      ...{ name: "To rotas", position: 1, matchers: ['service="rotas"'] },
      destinations: rotas.map((rota_id) => ({ rota_id })),
    });
    await fire({ name: "OfRotas", receiver: routeId, labels: { service: "rotas" } });
    const { data } = await act(console_, "list_alerts", {});
    const { id } = data.find(({ labels }: { labels: { service?: string } }) => labels.service === "rotas");
    await as(console_, "viewer", async (seen) => {
      await seen.open(`${home}/alerts/${id}`);
      const entries = timeline(seen).getByRole("listitem");
      for (const said of [
        "Meant for max@example.com, on call as primary in Day",
        "Nobody was on call as primary: meant for max@example.com, on call as secondary in Understudies",
        "Nobody was on call as primary or in another role: meant for desk@example.com, the fallback of Later",
        "Reached nobody as primary in Never",
      ])
        await entries.filter({ hasText: said }).getByText("By the alert route To rotas.").waitFor();
      await entries
        .getByText(
          /Because nobody is on call as primary in "Never", nor in another role, and it has no fallback\./,
        )
        .waitFor();
      await withKeys(seen.page).press(timeline(seen).getByRole("link", { name: "Understudies" }));
      await seen.page.getByRole("heading", { name: "Understudies" }).waitFor();
    });
  });
});
