/** Which mutes and silences stand for each other, and what each side is to change. */
import { describe, expect, it } from "vitest";
import type { Mute } from "../../../src/renderers/alerting/mutes.ts";
import {
  exchangeOf,
  type Link,
  matcherTexts,
  type Sides,
  type Silence,
} from "../../../src/renderers/alerting/silences.ts";

const now = new Date("2026-11-22T09:00:00Z");
const inHours = (count: number) => new Date(now.getTime() + count * 3_600_000);

const mute = (id: string, matchers: string[] = ['service="shop"']): Mute => ({
  ...{
    id,
    pattern: null,
    matchers,
    reason: "work",
    routeIds: [],
    times: { startsAt: inHours(-1), endsAt: inHours(1), schedule: [] },
  },
});
const silence = (id: string, rest: Partial<Silence> = {}): Silence => ({
  ...{ id, state: "active", createdBy: "ada", comment: "noise", startsAt: inHours(-1), endsAt: inHours(1) },
  matchers: [{ name: "service", value: "shop", isRegex: false, isEqual: true }],
  ...rest,
});
const ours = (id: string, muteId: string, rest: Partial<Silence> = {}) =>
  silence(id, { createdBy: "orgconfig", comment: `work (orgconfig ${muteId})`, ...rest });
const link = (silenceId: string, muteId: string, rest: Partial<Link> = {}): Link => ({
  ...{ silenceId, muteId, madeThere: false, muteState: "active", isSeenLately: false, ...rest },
});

const hours = (at: Date) => (at.getTime() - now.getTime()) / 3_600_000;

/** What is to be done, in words; nothing that is not. */
function decide(sides: Partial<Sides>): string[] {
  const { adopt, move, uncovered, end, create, expire, link, unlink } = exchangeOf({
    ...{ there: [], links: [], elsewhere: [], mutes: [], now, ...sides },
  });
  return [
    ...adopt.map(({ silence: { id } }) => `adopt ${id}`),
    ...move.map(({ muteId, startsAt, endsAt }) => `move ${muteId} to ${hours(startsAt)}..${hours(endsAt)}`),
    ...uncovered.map(({ id }) => `uncovered ${id}`),
    ...end.map((id) => `end ${id}`),
    ...create.map(({ comment }) => `create ${comment}`),
    ...expire.map((id) => `expire ${id}`),
    ...link.map((one) => `link ${one.silenceId} ${one.muteId}${one.madeThere ? " made there" : ""}`),
    ...unlink.map((id) => `unlink ${id}`),
  ];
}

describe("a mute with matchers", () => {
  it("becomes a silence, once", () => {
    const mutes = [mute("m1", ['service="shop"', 'team=~"a|b"', "zone!=eu", 'host!~"x.*"'])];
    const { create } = exchangeOf({ there: [], links: [], elsewhere: [], mutes, now });
    expect(create).toEqual([
      {
        matchers: [
          { name: "service", value: "shop", isRegex: false, isEqual: true },
          { name: "team", value: "a|b", isRegex: true, isEqual: true },
          { name: "zone", value: "eu", isRegex: false, isEqual: false },
          { name: "host", value: "x.*", isRegex: true, isEqual: false },
        ],
        startsAt: now,
        endsAt: inHours(1),
        createdBy: "orgconfig",
        comment: "work (orgconfig m1)",
      },
    ]);
    expect(decide({ mutes: [mute("m1")], there: [ours("s1", "m1")] })).toEqual(["link s1 m1"]);
    expect(decide({ mutes: [mute("m1")], there: [ours("s1", "m1")], links: [link("s1", "m1")] })).toEqual([]);
  });

  it("that takes alerts without any label, or that nobody can read, makes no silence", () => {
    expect(decide({ mutes: [mute("m1", ['a=""', "b!=x", 'c=~".*"']), mute("m2", ["{"])] })).toEqual([]);
  });

  it("ends its silence when it is deleted, also one that it was not known by", () => {
    const gone = [link("s1", "m1", { muteState: "gone" })];
    expect(decide({ there: [ours("s1", "m1")], links: gone })).toEqual(["expire s1"]);
    expect(decide({ there: [ours("s1", "m1")] })).toEqual(["expire s1"]);
  });

  it("ends with its silence, and gets another one where that was lost", () => {
    const sides = { mutes: [mute("m1")], links: [link("s1", "m1")] };
    const expired = ours("s1", "m1", { state: "expired" });
    expect(decide({ ...sides, there: [expired] })).toEqual(["end m1", "unlink s1"]);
    expect(decide(sides)).toEqual(["create work (orgconfig m1)", "unlink s1"]);
    const moved = { there: [expired, ours("s2", "m1")] };
    expect(decide({ ...sides, ...moved })).toEqual(["link s2 m1", "unlink s1"]);
  });
});

describe("in a pair, whose engines learn of each other later", () => {
  const mutes = [mute("m1")];

  it("a silence that one does not know ends no mute, until none has had it for a while", () => {
    const links = [link("s1", "m1", { madeThere: true, isSeenLately: true })];
    expect(decide({ links, mutes })).toEqual([]);
    const expired = silence("s1", { state: "expired" });
    expect(decide({ links, mutes, there: [expired] })).toEqual(["end m1", "unlink s1"]);
    // Nor is it forgotten that it is to end at the one that has it.
    const gone = links.map((one) => ({ ...one, muteState: "gone" as const }));
    expect(decide({ links: gone })).toEqual([]);
    expect(decide({ links: gone, there: [silence("s1")] })).toEqual(["expire s1"]);
  });

  it("of two silences that were made for one mute the same one stays, whoever looks", () => {
    const there = [ours("s2", "m1"), ours("s1", "m1")];
    expect(decide({ mutes, there })).toEqual(["expire s2", "link s1 m1"]);
    expect(decide({ mutes, there, links: [link("s1", "m1")] })).toEqual(["expire s2"]);
    expect(decide({ mutes, there, links: [link("s2", "m1")] })).toEqual(["expire s2", "link s1 m1"]);
    const after = [ours("s2", "m1", { state: "expired" }), ours("s1", "m1")];
    const links = [link("s1", "m1"), link("s2", "m1")];
    expect(decide({ mutes, there: after, links })).toEqual(["unlink s2"]);
  });
});

describe("a silence that somebody made", () => {
  it("becomes a mute, which follows it", () => {
    const links = [link("s1", "m1", { madeThere: true })];
    expect(decide({ there: [silence("s1")] })).toEqual(["adopt s1"]);
    expect(decide({ there: [silence("s1")], links, mutes: [mute("m1")] })).toEqual([]);
    expect(decide({ links, mutes: [mute("m1")] })).toEqual(["end m1", "unlink s1"]);
    const gone = [link("s1", "m1", { madeThere: true, muteState: "gone" })];
    expect(decide({ there: [silence("s1")], links: gone })).toEqual(["expire s1"]);
    const over = [link("s1", "m1", { madeThere: true, muteState: "over" })];
    expect(decide({ there: [silence("s1")], links: over })).toEqual(["adopt s1", "unlink s1"]);
  });

  it("is known before it begins, where its agent says when, with the times of those that follow it", () => {
    const pending = (id: string, from: number, to: number) =>
      silence(id, { state: "pending", startsAt: inHours(from), endsAt: inHours(to) });
    const adopted = (there: readonly Silence[]) =>
      exchangeOf({ there, links: [], elsewhere: [], mutes: [], now }).adopt.map(
        ({ silence: { id }, startsAt, endsAt }) => [id, hours(startsAt), hours(endsAt)],
      );
    expect(adopted([pending("s1", 2, 9_600)])).toEqual([["s1", 2, 9_600]]);
    expect(adopted([{ ...pending("s1", 2, 3), startsAt: undefined }])).toEqual([]);
    // One mute is enough for what follows without a break, and what comes later is said.
    expect(adopted([pending("s2", 1, 4), silence("s1"), pending("s3", 3, 5)])).toEqual([["s2", 0, 5]]);
    const later = [silence("s1"), pending("s2", 30, 31)];
    expect(decide({ there: later })).toEqual(["adopt s1", "uncovered s2"]);
  });

  it("moves its mute when somebody moves it, and makes room for the next", () => {
    const links = [link("s1", "m1", { madeThere: true })];
    const sides = { links, mutes: [mute("m1")] };
    expect(decide({ ...sides, there: [silence("s1", { endsAt: inHours(48) })] })).toEqual([
      "move m1 to 0..48",
    ]);
    expect(decide({ ...sides, there: [silence("s1", { endsAt: inHours(0.5) })] })).toEqual([
      "move m1 to 0..0.5",
    ]);
    expect(decide({ ...sides, there: [silence("s1"), silence("s2", { endsAt: inHours(3) })] })).toEqual([
      "move m1 to 0..3",
    ]);
    const ended = [silence("s1", { state: "expired" }), silence("s2", { endsAt: inHours(3) })];
    expect(decide({ ...sides, there: ended })).toEqual(["adopt s2", "end m1", "unlink s1"]);
    // What people made here they end here.
    const own = { mutes: [mute("m1")], links: [link("s1", "m1")] };
    expect(decide({ ...own, there: [ours("s1", "m1"), silence("s2", { endsAt: inHours(3) })] })).toEqual([
      "uncovered s2",
    ]);
  });

  it("is no mute shortly before it ends, or while a mute says the same", () => {
    expect(decide({ there: [silence("s1", { endsAt: new Date(now.getTime() + 1_000) })] })).toEqual([]);
    const both = { mutes: [mute("m1")], there: [ours("s1", "m1"), silence("s2")], links: [link("s1", "m1")] };
    expect(decide(both)).toEqual([]);
    expect(decide({ there: [silence("s1"), silence("s2")] })).toEqual(["adopt s1"]);
  });

  it("is known again in another engine of its cluster, and is not sent elsewhere", () => {
    const elsewhere = [link("s1", "m1", { madeThere: true })];
    const sides = { elsewhere, mutes: [mute("m1")] };
    expect(decide({ ...sides, there: [silence("s1")] })).toEqual(["link s1 m1 made there"]);
    expect(decide(sides)).toEqual([]);
    const gone = [link("s1", "m1", { madeThere: true, muteState: "gone" })];
    expect(decide({ elsewhere: gone, there: [silence("s1")] })).toEqual(["expire s1"]);
  });

  it("out of one of ours is one of theirs", () => {
    const matchers = [{ name: "service", value: "cart", isRegex: false, isEqual: true }];
    const edited = ours("s2", "m1", { matchers });
    const sides = { mutes: [mute("m1")], links: [link("s1", "m1")] };
    const there = [ours("s1", "m1", { state: "expired" }), edited];
    expect(decide({ ...sides, there })).toEqual(["adopt s2", "end m1", "unlink s1"]);
  });

  it("is written in the grammar of a mute's matchers", () => {
    const matchers = [
      { name: "a", value: 'x"\\\n', isRegex: false, isEqual: true },
      { name: "b c", value: "1|2", isRegex: true, isEqual: false },
    ];
    expect(matcherTexts(silence("s1", { matchers }))).toEqual(['a="x\\"\\\\\\n"', '"b c"!~"1|2"']);
  });
});
