import { describe, expect, it } from "vitest";
import type { ExportKey } from "../../../src/engine/ports/export.ts";
import { encodeNaturalKey } from "../../../src/kernel/natural-key.ts";
import { labelsAmong } from "../../../src/surfaces/hcl/export-labels.ts";
import { plainLabel } from "../../../src/surfaces/hcl/plain-label.ts";
import { fc, runs } from "../../support/property.ts";

type Key = readonly string[];

describe("a label", () => {
  it.each([
    [["platform"], "platform"],
    [["Platform Team"], "platform_team"],
    [["plat-form"], "plat_form"],
    [["on_call__2_"], "on_call_2"],
    [["jira", "main"], "jira__main"],
    [["ops@example.com", "CPU > 90%"], "ops_example_com__cpu_90"],
    [["", "a"], "a"],
    [["3scale"], "_3scale"],
    [["99.9"], "_99_9"],
    [["release_202411"], "release_202411"],
    [["Zahlungen & Übersicht"], "zahlungen_übersicht"],
    [["Équipe Cafe\u0301"], "équipe_café"],
    [["日本語 API"], "日本語_api"],
    [["ログ"], "ログ"],
    [["Сервис №1"], "сервис_no1"],
    [["🚀 launch"], "launch"],
  ])("of %j can be read", (key, expected) => {
    expect(plainLabel(key)).toBe(expected);
  });

  it.each([[["!?"]], [["🚀"]], [[""]], [["a".concat("\u0301".repeat(40))]]])(
    "of %j would be no identifier",
    (key) => {
      expect(plainLabel(key)).toBeUndefined();
    },
  );
});

describe("the labels of a kind's rows", () => {
  it("have a hash where they meet, and there all of them", async () => {
    const labels = await labelled([["platform"], ["Platform"], ["plat form"], ["core"], ["!"], ["?"]]);
    expect(labels.map((label) => label.replace(/[0-9a-f]{6}$/, "#"))).toEqual([
      "platform_#",
      "platform_#",
      "plat_form",
      "core",
      "_#",
      "_#",
    ]);
    expect(labels[1]).toBe("platform_3b068b");
  });

  it("take the row's id where there is no natural key", async () => {
    const labelOf = await labelsAmong(pageOf([]));
    expect(labelOf({ naturalKey: null, id: "inc_01h455vb4pex5vsknk084sn02q" })).toBe(
      "inc_01h455vb4pex5vsknk084sn02q",
    );
  });

  it("are kept apart from a row that is called what another is labelled", async () => {
    const labels = await labelled([["platform"], ["Platform"], ["platform_3b068b"]]);
    expect(new Set(labels).size).toBe(3);
    expect(labels[0]).toMatch(/^platform_[0-9a-f]{6}$/);
    for (const label of labels.slice(1)) expect(label).toMatch(/^platform_3b068b_?[0-9a-f]+$/);
  });

  it("do not count a row that the export leaves out", async () => {
    const labelOf = await labelsAmong(pageOf([["cafe\u0301"], ["café"]].map(rowOf)));
    expect(labelOf(rowOf(["café"]))).toBe("café");
  });

  const word = fc.oneof(
    fc.string({ unit: fc.constantFrom(..."aAbé_-. 09Ж日!"), maxLength: 3 }),
    fc.string({ unit: "binary", maxLength: 4 }),
  );
  const someKeys = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 2 }), {
    maxLength: 60,
    selector: (key) => JSON.stringify(key),
  });

  it("differ, and are identifiers", async () => {
    await fc.assert(
      fc.asyncProperty(someKeys, async (keys) => {
        const labels = await labelled(keys);
        expect(new Set(labels).size).toBe(keys.length);
        for (const label of labels) expect(label).toMatch(/^[\p{ID_Start}_][\p{ID_Continue}]*$/u);
      }),
    );
  });

  it("differ where rows are called what others are labelled", async () => {
    await fc.assert(
      fc.asyncProperty(someKeys, async (keys) => {
        const once = await labelled(keys);
        const all = [...keys, ...once.map((label) => [label])];
        const distinct = [...new Map(all.map((key) => [JSON.stringify(key), key])).values()];
        const labels = await labelled(distinct);
        expect(new Set(labels).size).toBe(distinct.length);
      }),
    );
  });

  it("stay the same in any order, and whatever rows come that are not called alike", async () => {
    await fc.assert(
      fc.asyncProperty(someKeys, someKeys, async (keys, more) => {
        const before = await labelled(keys);
        const called = new Set(keys.map(plainLabel));
        const others = more.filter((key) => !called.has(plainLabel(key)));
        const after = await labelled([...others, ...keys].reverse());
        expect(after.reverse().slice(others.length)).toEqual(before);
      }),
      // A seed of its own, that FC_SEED does not move: six characters of two hashes can be the same by chance.
      { seed: 5, numRuns: runs(100) },
    );
  });
});

/** A row with an id like a service binding's, which holds its natural key. */
function rowOf(key: Key): ExportKey {
  return { naturalKey: encodeNaturalKey(key), id: key.join("@") };
}

async function* pageOf(rows: readonly ExportKey[]) {
  yield rows;
}

async function labelled(keys: readonly Key[]): Promise<string[]> {
  const rows = keys.map((key) => ({ ...rowOf(key), id: "row_1" }));
  return rows.map(await labelsAmong(pageOf(rows)));
}
