/** Feeds, calendar and badges in parsers that others have written. */
import { parseFeed } from "@rowanmanning/feed-parser";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { fileOf, type PageState } from "../../../src/renderers/status-page/index.ts";
import { hostileTexts } from "./hostile.ts";
import { component, ended, incident, page, pageState, upgrade, view } from "./sample.ts";

function textOf(state: PageState, path: string, query = {}): string {
  return fileOf(state, path, query, view)?.text ?? "";
}

const feeds = ["history.atom", "history.rss"] as const;

describe.each(feeds)("%s", (path) => {
  it("has an entry for each incident, as of its last update", () => {
    const text = textOf(pageState(), path);
    expect(XMLValidator.validate(text)).toBe(true);
    const feed = parseFeed(text);
    expect(feed.title).toBe("Acme status");
    expect(feed.url).toBe("https://config.example.com/status/acme");
    expect(feed.items.map(({ title }) => title)).toEqual([
      "Slow checkout",
      "Database upgrade",
      "Emails were late",
    ]);
    const [, , last] = feed.items;
    expect(last?.url).toBe("https://config.example.com/status/acme/incidents/spi_ended");
    expect((last?.updated ?? last?.published)?.toISOString()).toBe("2026-11-20T09:30:00.000Z");
  });

  it("shows the newest update first, with the offset of each", () => {
    const text = String(
      parseFeed(textOf(pageState({ incidents: [ended] }), path)).items[0]?.content ??
        parseFeed(textOf(pageState({ incidents: [ended] }), path)).items[0]?.description,
    );
    expect(text.indexOf("All were sent.")).toBeLessThan(text.indexOf("Emails are late."));
    expect(text).toContain("20 Nov 2026, 10:30 CET");
  });

  it("can be of one component alone", () => {
    const state = pageState({ incidents: [incident(), incident({ id: "spi_other", componentIds: [] })] });
    expect(parseFeed(textOf(state, path, { component: "spc_checkout" })).items).toHaveLength(1);
    expect(fileOf(state, path, { component: "spc_none" }, view)).toBeUndefined();
    expect(fileOf(state, path, { component: "spc_checkout,spc_none" }, view)).toBeUndefined();
  });

  it("can be of several components", () => {
    const components = [component(), component({ id: "spc_cart" }), component({ id: "spc_mail" })];
    const of = (id: string) => incident({ id: `spi_${id}`, title: id, componentIds: [`spc_${id}`] });
    const state = pageState({ components, incidents: [of("checkout"), of("cart"), of("mail")] });
    const { items } = parseFeed(textOf(state, path, { component: "spc_checkout,spc_mail" }));
    expect(items.map(({ title }) => title)).toEqual(["checkout", "mail"]);
  });

  it("has what is open however much was written later, and first what was written to last", () => {
    const past = Array.from({ length: 120 }, (_, at) => ({
      ...ended,
      id: `spi_${at}`,
      title: `Past ${at}`,
      updates: [
        { at: new Date(Date.UTC(2026, 9, 1, at)).toISOString(), status: "resolved", body: "Over." } as const,
      ],
    }));
    const old = incident({
      title: "Still open",
      updates: [{ at: "2026-09-01T00:00:00.000Z", status: "investigating", body: "We look." }],
    });
    const titles = parseFeed(textOf(pageState({ incidents: [...past, old] }), path)).items.map(
      ({ title }) => title,
    );
    expect(titles).toHaveLength(51);
    expect([titles[0], titles[49], titles[50]]).toEqual(["Past 119", "Past 70", "Still open"]);
  });

  it("knows entries by ids that stay when the page moves, and each feed by its own", () => {
    const moved = pageState({ page: { ...page, url: "https://status.acme.example" } });
    const idsOf = (state: PageState, query = {}) =>
      [...textOf(state, path, query).matchAll(/<(?:id|guid[^>]*)>([^<]+)</g)].map(([, id]) => id);
    const ids = idsOf(pageState());
    expect(idsOf(moved)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids)
      expect(id).toMatch(
        /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(#[0-9TZ:.-]+)?$/,
      );
    if (path === "history.atom")
      expect(idsOf(pageState(), { component: "spc_checkout" })[0]).not.toBe(ids[0]);
    expect(textOf(pageState(), path)).not.toContain("org_acme");
  });

  it.each(hostileTexts)("carries %j as a text", (hostile) => {
    const state = pageState({
      incidents: [
        incident({
          title: `a${hostile}z`,
          updates: [{ at: upgrade.startedAt, status: "investigating", body: `b${hostile}y` }],
        }),
      ],
    });
    const text = textOf(state, path);
    expect(XMLValidator.validate(text)).toBe(true);
    const feed = parseFeed(text);
    expect(feed.items).toHaveLength(1);
    expect(feed.items[0]?.title?.startsWith("a")).toBe(true);
    expect(text).not.toMatch(/<script/);
  });
});

describe("maintenance.ics", () => {
  const eventsOf = (state: PageState) =>
    new ICAL.Component(ICAL.parse(textOf(state, "maintenance.ics")))
      .getAllSubcomponents("vevent")
      .map((event) => new ICAL.Event(event));

  it("has planned work at its moments", () => {
    const [event, ...others] = eventsOf(pageState());
    expect(others).toEqual([]);
    expect(event?.summary).toBe("Database upgrade");
    expect(event?.startDate.toJSDate().toISOString()).toBe("2026-11-28T02:00:00.000Z");
    expect(event?.endDate.toJSDate().toISOString()).toBe("2026-11-28T03:00:00.000Z");
    const [moved] = eventsOf(pageState({ page: { ...page, url: "https://status.acme.example" } }));
    expect(event?.uid).toMatch(/^[0-9a-f-]{36}$/);
    expect(moved?.uid).toBe(event?.uid);
    expect(event?.description).toBe("Scheduled: Checkout is read-only for an hour.\n\nAffects: Checkout");
  });

  it("is a later revision of the event when its times are moved", () => {
    const sequence = (over: object) =>
      eventsOf(pageState({ incidents: [{ ...upgrade, ...over }] }))[0]?.sequence ?? 0;
    const moved = { scheduledFor: "2026-11-29T02:00:00.000Z", scheduledUntil: null };
    expect(sequence({ ...moved, updatedAt: "2026-11-26T19:30:01.000Z" })).toBeGreaterThan(sequence({}));
  });

  it("has both of the hours that the clock shows twice", () => {
    const [event] = eventsOf(
      pageState({
        incidents: [
          { ...upgrade, scheduledFor: "2026-10-25T00:30:00Z", scheduledUntil: "2026-10-25T01:30:00Z" },
        ],
      }),
    );
    expect(event?.duration.toSeconds()).toBe(3_600);
  });

  it.each(hostileTexts)("carries %j as a text, in lines of at most 75 bytes", (hostile) => {
    const title = `a${hostile}z`;
    const state = pageState({ incidents: [{ ...upgrade, title }] });
    expect(eventsOf(state)).toHaveLength(1);
    expect(eventsOf(state)[0]?.summary.startsWith("a")).toBe(true);
    for (const line of textOf(state, "maintenance.ics").split("\r\n"))
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  it("keeps every character of a text that may stand in it", () => {
    const title = `${"ünïcödé 漢字 🚀; , \\ ".repeat(20)}end`;
    expect(eventsOf(pageState({ incidents: [{ ...upgrade, title }] }))[0]?.summary).toBe(title);
  });

  it("is a calendar without any work, too", () => {
    expect(eventsOf(pageState({ incidents: [] }))).toEqual([]);
  });
});

describe("badges", () => {
  it("say the state in words", () => {
    const badge = textOf(pageState({ incidents: [] }), "badge.svg");
    expect(new XMLParser().parse(badge).svg.title).toBe("status: All Systems Operational");
    expect(textOf(pageState(), "components/spc_checkout/badge.svg")).toContain("Checkout: operational");
  });

  it.each(hostileTexts)("carry %j as a text", (hostile) => {
    const state = pageState({ components: [component({ name: `a${hostile}` })] });
    const badge = textOf(state, "components/spc_checkout/badge.svg");
    expect(XMLValidator.validate(badge)).toBe(true);
    expect(badge).not.toMatch(/<script/);
  });
});

it("the embed is a script of a kilobyte", () => {
  const text = textOf(pageState(), "embed.js");
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(1_024);
  expect(() => new Function(text)).not.toThrow();
});
