import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  fileOf,
  type PageFile,
  type PageState,
  passwordPage,
} from "../../../src/renderers/status-page/index.ts";
import { hostileTexts } from "./hostile.ts";
import { component, ended, incident, page, pageState, quietDays, upgrade, view } from "./sample.ts";

function fileAt(path: string, state: PageState = pageState(), query = {}): PageFile {
  const file = fileOf(state, path, query, view);
  if (file === undefined) throw new Error(`there is nothing at ${path}`);
  return file;
}

/** The text that a reader sees, without markup. */
function read({ text }: PageFile): string {
  return text
    .replace(/^[\s\S]*<main[^>]*>/, "")
    .replace(/<\/main>[\s\S]*$/, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
}

describe("the page", () => {
  it("says first how it is, then what is wrong, what is there and what is planned", () => {
    const text = read(fileAt(""));
    const places = [
      "Minor Service Outage",
      "Payments take longer",
      "Checkout Operational",
      "Database upgrade",
      "All were sent.",
    ];
    const found = places.map((place) => text.indexOf(place));
    expect(found).not.toContain(-1);
    expect(found).toEqual(found.toSorted((one, other) => one - other));
    expect(text).toContain("Uptime is 1 − (major outage + 0.3 × partial outage) ÷ time");
  });

  it("has the components above what is said of open work and incidents, where all is well otherwise", () => {
    const begun = { ...upgrade, status: "in_progress" as const };
    for (const [incidents, first] of [
      [[begun], "Checkout"],
      [[incident({ impact: "none" })], "Checkout"],
      [[incident({ impact: "major" }), begun], "Open incidents"],
    ] as const) {
      const text = read(fileAt("", pageState({ components: [component({})], incidents })));
      const places = ["Components", "Open incidents", "Maintenance under way"].map((one) =>
        text.indexOf(one),
      );
      expect([first, places[0] === Math.min(...places.filter((place) => place >= 0))]).toEqual([
        first,
        first === "Checkout",
      ]);
      for (const { title } of incidents) expect(text.split(title)).toHaveLength(2);
    }
  });

  it("says which days of trouble its figure counts", () => {
    const days = quietDays(90);
    const had = (at: number, seconds: Record<string, number>) => {
      days[at] = { day: days[at]?.day ?? "", seconds: { operational: 80_000, ...seconds } };
    };
    had(70, { under_maintenance: 6_400 });
    had(71, { degraded_performance: 6_400 });
    const of = () => read(fileAt("", pageState({ components: [component({ days })] })));
    expect(of()).toContain("100.00 % uptime");
    expect(of()).toContain("2 days slow or in maintenance, which uptime does not count");
    had(80, { partial_outage: 6_400 });
    expect(of()).toContain(
      "1 day with an outage, 2 days slow or in maintenance, which uptime does not count",
    );
    expect(of()).not.toContain("100.00 %");
  });

  it("has a bar for each day, and says the same in words", () => {
    const days = quietDays(90);
    days[80] = { day: days[80]?.day ?? "", seconds: { operational: 79_020, partial_outage: 7_380 } };
    const { text } = fileAt("", pageState({ components: [component({ days })] }));
    expect(text.match(/<rect x=/g)).toHaveLength(90);
    expect(text).toContain("<title>17 Nov 2026: partial outage 2 h 3 min</title>");
    expect(text).toContain("<li>17 Nov 2026: partial outage 2 h 3 min</li>");
    expect(text).toContain('aria-label="Checkout: 99.97 % uptime over 90 days"');
  });

  it("says over what time a figure is, where that is less than the days shown", () => {
    const of = (days: ReturnType<typeof quietDays>) =>
      fileAt("", pageState({ components: [component({ days })] })).text;
    const [today] = quietDays(1);
    const minute = of([{ day: today?.day ?? "", seconds: { operational: 60 } }]);
    expect(minute).toContain("<strong>100.00 % uptime over 1 min</strong>");
    expect(minute).toContain('aria-label="Checkout: 100.00 % uptime over 1 min"');
    expect(of(quietDays(3))).toContain("<strong>100.00 % uptime over 3 d</strong>");
    expect(of(quietDays(90))).toContain("<strong>100.00 % uptime</strong>");
    expect(of([])).toContain('aria-label="Checkout: no history yet"');
  });

  it("says of planned work when it is planned for, and of what is over when it was", () => {
    const undated = { ...upgrade, scheduledFor: null, scheduledUntil: null };
    const text = read(fileAt("", pageState({ incidents: [undated] })));
    expect(text).toContain("Announced 26 Nov 2026, 20:00 CET ; its time is not known yet");
    expect(text).not.toContain("Began");
    const over = {
      ...upgrade,
      status: "completed" as const,
      startedAt: "2026-11-28T02:00:00.000Z",
      resolvedAt: "2026-11-28T02:40:00.000Z",
    };
    const done = read(fileAt("incidents/spi_upgrade", pageState({ incidents: [over] })));
    expect(done).toContain("Planned for 28 Nov 2026, 03:00 CET to 28 Nov 2026, 04:00 CET");
    expect(done).toContain("Began 28 Nov 2026, 03:00 CET , ended 28 Nov 2026, 03:40 CET , lasted 40 min");
  });

  it("shows no figures where the settings or the component say so", () => {
    const hidden = pageState({ components: [component({ showUptime: false })] });
    expect(fileAt("", hidden).text).not.toMatch(/class="bars"|% uptime/);
    expect(fileAt("", pageState({ page: { ...page, show_uptime: false } })).text).not.toMatch(
      /class="bars"|Uptime is/,
    );
  });

  it("says since when nothing is measured", () => {
    const state = pageState({ components: [component({ unknownSince: "2026-11-26T18:00:00Z" })] });
    expect(read(fileAt("", state))).toContain("Not measured since 26 Nov 2026, 19:00 CET ;");
  });

  it("says of what time it is, where it could not be brought up to date", () => {
    const file = fileOf(pageState(), "", {}, { ...view, asOf: "2026-11-26T19:59:00Z" });
    expect(file?.text).toContain("As of <time");
    expect(file?.text).toContain("26 Nov 2026, 20:59 CET");
    expect(fileAt("").text).not.toContain("As of");
  });

  it("puts quiet days that follow each other into one line", () => {
    const text = read(fileAt("", pageState({ incidents: [ended] })));
    expect(text).toContain("21 Nov 2026 to 26 Nov 2026 No incidents.");
    expect(text).toContain("13 Nov 2026 to 19 Nov 2026 No incidents.");
  });

  it("counts down to planned work, and not to what has begun", () => {
    expect(fileAt("").text.match(/ data-until/g)).toHaveLength(1);
    const begun = pageState({ incidents: [{ ...upgrade, status: "in_progress" }] });
    expect(fileAt("", begun).text).not.toContain(" data-until");
  });

  it("asks nothing of another host, and keeps to its policy", () => {
    const state = pageState({
      page: { ...page, logo: { type: "image/png", width: 1, height: 1, data: "" } },
    });
    for (const path of ["", "history", "incidents/spi_slow"]) {
      const { text, policy = "" } = fileAt(path, state);
      for (const [, source] of text.matchAll(/(?:src|href)="([^"]*)"/g))
        expect(source).toMatch(/^(\/status\/acme|#main|data:,|https:\/\/acme\.example\.com\/help)/);
      expect(text).not.toMatch(/ style=| on[a-z]+=|<link rel="stylesheet"/);
      expect(policy).toMatch(/^default-src 'none'; /);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      for (const [, what, content = ""] of text.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g))
        expect(policy).toContain(
          `${what}-src 'sha256-${createHash("sha256").update(content).digest("base64")}'`,
        );
    }
  });

  it.each(hostileTexts)("shows %j as a text in every place", (hostile) => {
    const state = pageState({
      page: { ...page, title: `t${hostile}`, description: hostile, timezone: "UTC" },
      components: [component({ name: `n${hostile}`, group: `g${hostile}`, description: hostile })],
      incidents: [
        incident({
          title: hostile,
          updates: [{ at: upgrade.startedAt, status: "identified", body: hostile }],
        }),
        { ...ended, title: hostile, updates: [{ at: ended.startedAt, status: "resolved", body: hostile }] },
      ],
    });
    const plain = pageState({ incidents: [incident(), ended] });
    // As many elements of each name as with harmless texts, but for links in what people wrote.
    const elements = (path: string, of: PageState) =>
      (fileAt(path, of).text.match(/<[a-z][a-z0-9]*/g) ?? []).filter((name) => name !== "<a").sort();
    for (const path of ["", "history", "incidents/spi_slow"])
      expect(elements(path, state)).toEqual(elements(path, { ...plain, page: { ...plain.page } }));
    const { text } = fileAt("", state);
    expect(text.replace(/"[^"]*"/g, "")).not.toMatch(/<[^>]* on[a-z]+=/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
    expect(text).not.toMatch(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/);
  });

  it("lets each text run in its own direction", () => {
    const arabic = "الدفع بطيء";
    const { text } = fileAt("", pageState({ incidents: [incident({ title: arabic })] }));
    expect(text).toContain(`<bdi>${arabic}</bdi>`);
    expect(text).toMatch(/<p class="body" dir="auto">/);
  });

  it("makes links of addresses in what people wrote, and of nothing else", () => {
    const body = "See https://acme.example.com/a?b=1&c=2. Or javascript:alert(1)";
    const { text } = fileAt(
      "",
      pageState({
        incidents: [incident({ updates: [{ at: upgrade.startedAt, status: "identified", body }] })],
      }),
    );
    expect(text).toContain('<a href="https://acme.example.com/a?b=1&amp;c=2" rel="noopener nofollow ugc">');
    expect(text).not.toContain('href="javascript');
  });

  it("is small: with 30 components and 90 days as it is sent, and with a few as it is", () => {
    const days = quietDays(90).map(({ day }, at) => ({
      day,
      seconds:
        at % 7 === 0 ? { operational: 80_000 + at, partial_outage: 6_400 - at } : { operational: 86_400 },
    }));
    const components = Array.from({ length: 30 }, (_, at) =>
      component({ id: `spc_${at}`, name: `Component ${at}`, group: `Group ${at % 6}`, days }),
    );
    const large = fileAt("", pageState({ components })).text;
    expect(brotliCompressSync(large).length).toBeLessThan(50_000);
    expect(gzipSync(large).length).toBeLessThan(50_000);
    const few = components.slice(0, 4).map((one) => ({ ...one, days: quietDays(90) }));
    expect(Buffer.byteLength(fileAt("", pageState({ components: few })).text)).toBeLessThan(50_000);
  });

  it("is for search engines unless it has a password or its settings say no", () => {
    expect(fileAt("").text).not.toContain("noindex");
    for (const over of [{ allow_indexing: false }, { closed: true }])
      expect(fileAt("", pageState({ page: { ...page, ...over } })).text).toContain(
        '<meta name="robots" content="noindex">',
      );
  });

  it.each(["light", "dark", "auto"] as const)("is %s", (theme) => {
    const { text } = fileAt("", pageState({ page: { ...page, theme, accent: "#ffe600" } }));
    expect(text.includes("prefers-color-scheme")).toBe(theme === "auto");
    expect(text).toContain("@media print");
    expect(text).toMatch(/--own:#[0-9a-f]{6}/);
  });
});

describe("the history", () => {
  it("lists by month what has ended", () => {
    expect(read(fileAt("history"))).toContain("Emails were late");
    expect(read(fileAt("history"))).not.toContain("Slow checkout");
    const october = read(fileAt("history", pageState(), { month: "2026-10" }));
    expect(october).toContain("History of Oct 2026");
    expect(october).toContain("No incidents.");
  });

  it("turns month by month, and neither into the future nor to before the first incident", () => {
    const state = pageState({
      incidents: [ended, { ...ended, id: "spi_old", startedAt: "2026-09-10T08:00:00Z" }],
    });
    const { text } = fileAt("history", state, { month: "2026-10" });
    expect(fileAt("history", state, { month: "2026-09" }).text).not.toContain("month=2026-08");
    expect(text).toContain("history?month=2026-09");
    expect(text).toContain("history?month=2026-11");
    for (const month of ["2027-01", "never", "2026-13", "1000-01", "2025-12", undefined]) {
      const present = fileAt("history", pageState(), { month });
      expect(read(present)).toContain("History of Nov 2026");
      expect(present.text).not.toContain("month=2026-12");
    }
  });

  it("takes a month as the page's zone has it", () => {
    const late = { ...ended, startedAt: "2026-10-31T23:30:00Z" };
    expect(read(fileAt("history", pageState({ incidents: [late] })))).toContain("Emails were late");
  });
});

it("an incident has a page of its own, with all of its updates", () => {
  const text = read(fileAt("incidents/spi_ended"));
  for (const { body } of ended.updates) expect(text).toContain(body);
  expect(text).toContain("lasted 1 h 30 min");
  expect(fileAt("incidents/spi_ended").text).toContain("<title>Emails were late · Acme status</title>");
});

it("before its password a page shows its name alone", () => {
  const { text } = passwordPage(
    { ...page, closed: true },
    "/status/acme/password",
    "That is not the password.",
  );
  expect(text).toContain('action="/status/acme/password"');
  expect(text).toContain('role="alert"');
  expect(text).toContain("noindex");
  expect(text).not.toMatch(/How Acme is doing|history|Checkout/);
});
