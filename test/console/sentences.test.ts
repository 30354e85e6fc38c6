/** Sentences of the palette: what they say, and the times that people write. */

import { describe, expect, it } from "vitest";
import { inOrderOfTime } from "../../console/parts/alerts/recipients.ts";
import { momentOf, typedDay, typedMoment, writtenMoment } from "../../console/parts/spoken-time.ts";
import { sentenceTitle } from "../../console/shell/sentence-words.ts";
import { sentenceOf } from "../../console/shell/sentences.ts";

/** A Friday at 16:30 in Berlin. */
const now = Date.parse("2026-11-27T15:30:00Z");
const zone = "Europe/Berlin";

describe("a time", () => {
  it.each([
    ["2h", "2026-11-27T17:30:00Z"],
    ["90 min", "2026-11-27T17:00:00Z"],
    ["1.5 days", "2026-11-29T03:30:00Z"],
    ["tomorrow 9:00", "2026-11-28T08:00:00Z"],
    ["Tomorrow", "2026-11-28T08:00:00Z"],
    ["tomorrow at 6 pm", "2026-11-28T17:00:00Z"],
    ["18:30", "2026-11-27T17:30:00Z"],
    ["16:00", "2026-11-28T15:00:00Z"],
    ["today 17:00", "2026-11-27T16:00:00Z"],
    ["monday", "2026-11-30T08:00:00Z"],
    ["fri 9:00", "2026-12-04T08:00:00Z"],
    ["friday 17:00", "2026-11-27T16:00:00Z"],
    ["night", "2026-11-28T02:00:00Z"],
    ["12 am", "2026-11-27T23:00:00Z"],
    ["2026-12-24 8:00", "2026-12-24T07:00:00Z"],
  ])("%s", (text, moment) => expect(momentOf(text, now, zone)).toBe(moment));

  it.each([
    "",
    "soon",
    "25:00",
    "13 pm",
    "today 9:00",
    "2026-11-27 9:00",
    "2026-13-01",
    "tomorrow never",
    "su",
  ])("is not read from %j", (text) => expect(momentOf(text, now, zone)).toBeUndefined());

  it("is on the zone's clocks, also across a change of them", () => {
    const friday = Date.parse("2026-03-27T12:00:00Z");
    expect(momentOf("monday 9:00", friday, zone)).toBe("2026-03-30T07:00:00Z");
    expect(momentOf("tomorrow 9:00", now, "Asia/Kolkata")).toBe("2026-11-28T03:30:00Z");
  });
});

describe("a time that is typed into a field", () => {
  const read = (text: string, more = {}) => typedMoment(text, { zone, now, ...more });

  it.each([
    ["2026-12-24 8:00", "2026-12-24T07:00:00Z"],
    ["2026-12-24T20:05", "2026-12-24T19:05:00Z"],
    ["24 Dec 2026, 20:05", "2026-12-24T19:05:00Z"],
    ["2020-01-15 09:00:30", "2020-01-15T08:00:30Z"],
    ["tomorrow 18:00", "2026-11-28T17:00:00Z"],
    ["2h", "2026-11-27T17:30:00Z"],
  ])("%s", (text, moment) => expect(read(text)).toEqual({ moment }));

  it.each(["0131", "2026-12", "2026-02-30 9:00", "2026-12-24 25:00", "soon", "0.5"])(
    "is not read from %j",
    (text) => expect(read(text)).toEqual({ unread: true }),
  );

  it("is not moved where the clocks skip it", () =>
    expect(read("2031-03-30 02:30")).toEqual({ skipped: true }));

  it("of what is over may be a day, which begins at midnight of the clocks it is written on", () => {
    const over = { dateAlone: true, dayBegins: true };
    expect(read("2026-11-24", over)).toEqual({ moment: "2026-11-23T23:00:00Z" });
    expect(read("24 Nov 2026", over)).toEqual({ moment: "2026-11-23T23:00:00Z" });
    expect(read("2026-11-24 9:30", over)).toEqual({ moment: "2026-11-24T08:30:00Z" });
    for (const text of ["monday", "2026-02-30", "2 h"]) expect(read(text, over)).toEqual({ unread: true });
    expect(read("2026-11-24", { dateAlone: true })).toEqual({ unread: true });
  });

  it("of a day is its date alone", () => {
    expect(["2026-12-24", " 24 dec 2026 ", "24. December 2026"].map(typedDay)).toEqual(
      Array(3).fill("2026-12-24"),
    );
    for (const text of ["2026-12", "2026-02-30", "2026-12-24 8:00", "monday"])
      expect(typedDay(text)).toBe(undefined);
  });

  it("of an end counts from its beginning, and of what has happened is a whole date", () => {
    const from = "2026-12-24T07:00:00Z";
    expect(read("2 h", { from })).toEqual({ moment: "2026-12-24T09:00:00Z" });
    expect(read("11:30", { from })).toEqual({ moment: "2026-12-24T10:30:00Z" });
    expect(read("tomorrow 9:00", { from })).toEqual({ moment: "2026-11-28T08:00:00Z" });
    expect(read("2 h", { dateAlone: true })).toEqual({ unread: true });
  });

  it("is written as it is read, to the millisecond", () => {
    for (const moment of ["2026-12-24T07:00:00Z", "2026-12-24T07:00:05.120Z"])
      expect(read(writtenMoment(moment, zone))).toEqual({ moment });
  });
});

describe("a sentence", () => {
  // As people say it; texts of ours do not.
  const spoken = ["who he", "ars of checkout at night?"].join("");
  const read = (text: string) => sentenceOf(text, now, zone);

  it("says what to do with which service, until when, and why", () => {
    expect(read("mute search until tomorrow 9:00")).toEqual({
      act: "mute",
      service: "search",
      at: "2026-11-28T08:00:00Z",
      reason: "mute search until tomorrow 9:00",
    });
    expect(read("Freeze  payments for 2 h because the database moves")).toEqual({
      act: "freeze",
      service: "payments",
      at: "2026-11-27T17:30:00Z",
      reason: "the database moves",
    });
    expect(read(spoken)).toMatchObject({
      act: "who",
      at: "2026-11-28T02:00:00Z",
    });
    expect(read("who is paged for checkout")).toEqual({ act: "who", service: "checkout", reason: "" });
  });

  it("may leave its end to be asked for", () => {
    for (const text of ["freeze payments", "freeze payments until", "freeze payments until someday"])
      expect(read(text)).toMatchObject({ act: "freeze", service: "payments" });
    expect(read("freeze payments")?.at).toBeUndefined();
    expect(sentenceTitle({ act: "freeze", service: "payments", reason: "" }, zone)).toMatch(/until when\?$/);
  });

  it("names its time and whose clocks show it", () => {
    const sentence = read("mute search until tomorrow 9:00");
    expect(sentence && sentenceTitle(sentence, zone)).toMatch(
      /^Mute search until .*09:00 \(Europe\/Berlin\)$/,
    );
  });

  it("takes names of several words", () => {
    expect(read("freeze legacy crm until monday")).toMatchObject({ act: "freeze", service: "legacy crm" });
    expect(read("mute legacy crm for 2 h")).toMatchObject({ act: "mute", service: "legacy crm" });
  });

  it("is about a name that is known, wherever it stands and whatever is around it", () => {
    const known = ["checkout", "checkout api", "for you"];
    const about = (text: string) => {
      const found = sentenceOf(text, now, zone, known);
      return found && [found.act, found.service, found.at];
    };
    expect(about("who gets paged for checkout at 3am")).toEqual(["who", "checkout", "2026-11-28T02:00:00Z"]);
    expect(about("who would be woken when checkout api breaks")).toEqual(["who", "checkout api", undefined]);
    expect(about("mute checkout 2h")).toEqual(["mute", "checkout", "2026-11-27T17:30:00Z"]);
    expect(about("mute for you for 2h")).toEqual(["mute", "for you", "2026-11-27T17:30:00Z"]);
    expect(about("silence all alerts of Checkout API until monday")).toEqual([
      ...["mute", "checkout api"],
      "2026-11-30T08:00:00Z",
    ]);
  });

  it("ends a name that nobody knows where a time begins", () => {
    expect(read("mute legacy crm 2 h")).toMatchObject({ service: "legacy crm", at: "2026-11-27T17:30:00Z" });
    expect(read("snooze parcels tomorrow 9:00")).toMatchObject({
      ...{ act: "mute", service: "parcels", at: "2026-11-28T08:00:00Z" },
    });
    expect(read("who gets woken up for parcels at 3am")).toMatchObject({ act: "who", service: "parcels" });
  });

  it("is no other text", () => {
    for (const text of ["who is on call", "who gets paged tonight", "mute until monday", "who owns checkout"])
      expect(read(text)).toBeUndefined();
    for (const text of ["", "mute", "mute ", "who", "frozen payments", "new mute"])
      expect(read(text)).toBeUndefined();
  });
});

it("names everybody who is notified once, in the order of time", () => {
  const of = (target: string, first_at_seconds: number, name: string, kind = "email") => ({
    ...{ target, kind, name, first_at_seconds },
  });
  const found = [
    of("ada@x.example", 60, "later"),
    of("pager", 0, "all", "pagerduty"),
    of("ada@x.example", 5, "first"),
  ];
  expect(inOrderOfTime(found).map(({ target, name }) => [target, name])).toEqual([
    ["pager", "all"],
    ["ada@x.example", "first"],
  ]);
});
